//! Networks with random weights, as files, and evaluated the slow way: the arithmetic as it is agreed on, number by number.

use melee_core::{MAX_PLAYERS, Rng, seeded_rng};

/// Weights as a file has them.
pub struct RandomNet {
    pub game: String,
    pub players: usize,
    pub inputs: String,
    pub features: usize,
    pub hidden: usize,
    pub second: usize,
    w1: Vec<i32>,
    b1: Vec<i32>,
    w2: Vec<i32>,
    b2: Vec<i32>,
    w3: Vec<i32>,
    b3: Vec<i32>,
    /// The unit of scores made by hand, if it builds on them.
    hand: Option<i32>,
    is_in_planes: bool,
}

impl RandomNet {
    /// For these inputs of a game.
    pub fn new(game: &str, players: usize, (inputs, features): (&str, usize), widths: [usize; 2], seed: u64) -> Self {
        let mut rng = seeded_rng(seed);
        let mut draw = |count: usize, most: i32| -> Vec<i32> {
            (0..count).map(|_| (rng.next_u32() % (2 * most as u32 + 1)) as i32 - most).collect()
        };
        let [hidden, second] = widths;
        RandomNet {
            game: game.to_string(),
            players,
            inputs: inputs.to_string(),
            features,
            hidden,
            second,
            w1: draw(features * hidden, 60),
            b1: draw(hidden, 127),
            w2: draw(second * hidden, 127),
            b2: draw(second, 8128),
            w3: draw(players * second, 127),
            b3: draw(players, 8128),
            hand: None,
            is_in_planes: false,
        }
    }

    /// The same on top of an evaluation made by hand, a difference of one from the mean of whose scores is worth so many
    /// logits of 8128, divided by 4096 and the number of players.
    #[must_use]
    pub fn by_hand(self, unit: i32) -> Self {
        let mut rng = seeded_rng(unit as u64);
        let mut draw = |most: i32| (rng.next_u32() % (2 * most as u32 + 1)) as i32 - most;
        let (mut w3, mut b3) = (self.w3, self.b3);
        w3.extend((0..self.second).map(|_| draw(127)));
        b3.push(8128 + draw(8128));
        RandomNet { w3, b3, hand: Some(unit), ..self }
    }

    /// The same, its first weights in the file as two planes of bytes.
    #[must_use]
    pub fn in_planes(self) -> Self {
        RandomNet { is_in_planes: true, ..self }
    }

    /// As a file of safetensors.
    pub fn file(&self) -> Vec<u8> {
        let RandomNet { game, players, inputs, features, hidden, second, .. } = self;
        let outputs = players + usize::from(self.hand.is_some());
        let version = 1 + usize::from(self.hand.is_some());
        let mut data = Vec::new();
        let mut entries = Vec::new();
        let mut put = |name: &str, dtype: &str, size: usize, shape: String, numbers: &[i32]| {
            let begin = data.len();
            for number in numbers {
                data.extend(&number.to_le_bytes()[..size]);
            }
            let end = data.len();
            entries.push(format!(r#""{name}":{{"dtype":"{dtype}","shape":[{shape}],"data_offsets":[{begin},{end}]}}"#));
        };
        if self.is_in_planes {
            // 0, -1, 1, -2 are 0, 1, 2, 3; first all low bytes, then all high ones.
            let folded: Vec<i32> = self.w1.iter().map(|&w| if w < 0 { -2 * w - 1 } else { 2 * w }).collect();
            let high: Vec<i32> = folded.iter().map(|number| number >> 8).collect();
            put("w1", "U8", 1, format!("2,{features},{hidden}"), &[folded, high].concat());
        } else {
            put("w1", "I16", 2, format!("{features},{hidden}"), &self.w1);
        }
        put("b1", "I16", 2, format!("{hidden}"), &self.b1);
        put("w2", "I8", 1, format!("{second},{hidden}"), &self.w2);
        put("b2", "I32", 4, format!("{second}"), &self.b2);
        put("w3", "I8", 1, format!("{outputs},{second}"), &self.w3);
        put("b3", "I32", 4, format!("{outputs}"), &self.b3);
        if let Some(unit) = self.hand {
            put("hand", "I32", 4, "1".to_string(), &[unit]);
        }
        let header = format!(
            r#"{{"__metadata__":{{"format":"melee-net-{version}","game":"{game}","players":"{players}","inputs":"{inputs}","features":"{features}","seed":"random"}},{}}}"#,
            entries.join(",")
        );
        [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &data].concat()
    }

    /// Everybody's share in millionths, from the viewer on, as the scores by hand are.
    pub fn shares(&self, active: &[usize], by_hand: &[i32; MAX_PLAYERS]) -> Vec<i32> {
        let sum =
            |bias: i32, products: &mut dyn Iterator<Item = i32>| i64::from(bias) + products.map(i64::from).sum::<i64>();
        let first: Vec<i32> = (0..self.hidden)
            .map(|h| sum(self.b1[h], &mut active.iter().map(|f| self.w1[f * self.hidden + h])).clamp(0, 127) as i32)
            .collect();
        let second: Vec<i32> = (0..self.second)
            .map(|m| {
                let products = &mut (0..self.hidden).map(|h| self.w2[m * self.hidden + h] * first[h]);
                (sum(self.b2[m], products) >> 6).clamp(0, 127) as i32
            })
            .collect();
        let mut logits: Vec<i64> = (0..self.b3.len())
            .map(|p| sum(self.b3[p], &mut (0..self.second).map(|m| self.w3[p * self.second + m] * second[m])))
            .collect();
        if let Some(unit) = self.hand {
            let weight = logits.pop().expect("an output more").clamp(0, 65_024);
            let by_hand = &by_hand[..self.players];
            let sum: i64 = by_hand.iter().map(|&score| i64::from(score)).sum();
            for (logit, &score) in logits.iter_mut().zip(by_hand) {
                let apart = (self.players as i64 * i64::from(score) - sum) * i64::from(unit);
                *logit += (apart.div_euclid(4096).clamp(-65_024, 65_024) * weight).div_euclid(8192);
            }
        }
        let best = logits.iter().max().expect("there are players");
        let parts: Vec<i64> = logits.iter().map(|logit| exponential(best - logit)).collect();
        let all: i64 = parts.iter().sum();
        parts.iter().map(|part| (1_000_000 * part / all) as i32).collect()
    }
}

/// `exp(-distance / 8128)` in parts of 2^30, from straight lines between every 128th value.
fn exponential(distance: i64) -> i64 {
    let at = |step: i64| match step {
        0..1024 => (f64::from(1 << 30) * (-(step * 128) as f64 / 8128.0).exp()).round() as i64,
        _ => 0,
    };
    let step = distance / 128;
    if step >= 1023 { 0 } else { at(step) - (((at(step) - at(step + 1)) * (distance % 128)) >> 7) }
}
