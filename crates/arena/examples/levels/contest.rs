//! Two rungs of a ladder play each other.

use melee::core::levels::{Rung, Rungs};
use melee::{GameInfo, GameOptions, Registry};
use melee_arena::tournament::{MatchPlan, Run, Standings, seatings};

/// Openings differ, so that games do.
const RANDOM_PLIES: u32 = 4;
const PLY_CAP: u32 = 600;

/// A game for so many players, and how many games tell two rungs apart.
pub(crate) struct Contest<'r> {
    registry: &'r Registry,
    info: &'r GameInfo,
    pub(crate) players: usize,
    /// Who plays on every rung.
    pub(crate) player: String,
    pub(crate) rungs: Rungs,
    games: u64,
}

impl<'r> Contest<'r> {
    /// All that people play, or of these the wanted ones: `GAME` or `GAME/PLAYERS`.
    pub(crate) fn all(registry: &'r Registry, games: u64, wanted: &[String]) -> Vec<Self> {
        let mut all = Vec::new();
        for info in registry.games().iter().filter(|info| !info.description.is_study) {
            for players in info.description.players.iter() {
                let names = [info.name.to_string(), format!("{}/{players}", info.name)];
                let is_wanted = wanted.is_empty() || wanted.iter().any(|name| names.contains(name));
                // Not every number of players has a board that is shipped.
                if is_wanted && info.open(&GameOptions::default().for_players(players)).is_ok() {
                    let ladder = info.description.ladder(players);
                    let (player, rungs) = (ladder.player.to_string(), ladder.rungs);
                    all.push(Contest { registry, info, players, player, rungs, games });
                }
            }
        }
        all
    }

    pub(crate) fn title(&self) -> &str {
        self.info.description.title
    }

    /// How the first of two rungs fares: its share, and the ends of the interval. Both sit on as many seats, so a half
    /// is even.
    pub(crate) fn play(&self, higher: Rung, lower: Rung) -> [f64; 3] {
        let entrants = [higher, lower].map(|rung| rung.seat(&self.player).parse().expect("a rung is a seat"));
        let plan = MatchPlan {
            game: self.info.name.to_string(),
            options: GameOptions::default().for_players(self.players),
            starts: Vec::new(),
            random_plies: RANDOM_PLIES,
            entrants: entrants.into(),
            ply_cap: PLY_CAP,
            by_processor: false,
            seed: 1 + u64::from(higher.blunders) + u64::from(higher.nodes),
        };
        let open = plan.open(self.registry).expect("a match of two rungs");
        let block = open.block_len() as u64;
        let run = Run { games: self.games.div_ceil(block) * block, threads: 1, keep_moves: false };
        let played = run.play(&open, Vec::new(), &mut |_, _| Ok(true)).expect("it can be played");
        let standings = Standings::new(&open.names(), &played, open.block_len(), false);
        let own = &standings.algorithms[0];
        [own.share, own.low, own.high]
    }

    /// The share of one who is so many times as likely to win as anybody of the other kind, over all seatings
    /// (Plackett-Luce). With two players three times as likely is three of four games.
    pub(crate) fn share_of(&self, times: f64) -> f64 {
        let seatings = seatings(2, self.players);
        let share = |seating: &Vec<usize>| {
            let own = seating.iter().filter(|&&who| who == 0).count() as f64 * times;
            own / (own + seating.iter().filter(|&&who| who == 1).count() as f64)
        };
        seatings.iter().map(share).sum::<f64>() / seatings.len() as f64
    }

    /// How many times as likely to win somebody with this share is, as a logarithm: what adds up along a ladder.
    pub(crate) fn gap_of(&self, share: f64) -> f64 {
        let (mut low, mut high) = (-8.0f64, 8.0f64);
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if self.share_of(middle.exp()) < share { low = middle } else { high = middle }
        }
        low
    }
}
