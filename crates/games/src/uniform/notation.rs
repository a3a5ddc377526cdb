//! `n=4,b=3,seed=7`, and after moves also `turn=2,counts=1.0.0/0.0.1/0.0.0/0.0.0`: how often each
//! player has made each of his moves.

use melee_core::{Game, Notation, NotationError, Player, Setup, Start};

use super::{MAX_COUNT, State, Uniform};

/// The fields of a position text.
fn fields(text: &str) -> Result<Vec<(&str, &str)>, NotationError> {
    text.trim()
        .split(',')
        .map(|field| {
            field.split_once('=').map(|(name, value)| (name.trim(), value.trim())).ok_or_else(|| {
                NotationError::new(format!("position '{text}': '{field}' is not NAME=VALUE, expected n=4,b=3,seed=7"))
            })
        })
        .collect()
}

/// The game a position text is about.
pub(super) fn parse_parameters(text: &str) -> Result<Uniform, NotationError> {
    let (mut players, mut moves, mut seed) = (None, None, None);
    for (name, value) in fields(text)? {
        let number: Option<u64> = value.parse().ok();
        match name {
            "n" => players = number,
            "b" => moves = number,
            "seed" => seed = number,
            "turn" | "counts" => continue,
            _ => {
                return Err(NotationError::new(format!(
                    "position '{text}': unknown field '{name}', expected n, b, seed, turn or counts"
                )));
            }
        }
        if number.is_none() {
            return Err(NotationError::new(format!("position '{text}': {name}={value} is not a number")));
        }
    }
    let (Some(players), Some(moves), Some(seed)) = (players, moves, seed) else {
        return Err(NotationError::new(format!("position '{text}': n, b and seed are needed, such as n=4,b=3,seed=7")));
    };
    Uniform::new(players as usize, moves as usize, seed).ok_or_else(|| {
        NotationError::new(format!(
            "position '{text}': n={players},b={moves}, expected 2 to 8 players and 1 to 64 moves"
        ))
    })
}

impl Uniform {
    fn parameters_text(&self) -> String {
        format!("n={},b={},seed={}", self.players, self.moves, self.seed)
    }

    fn parse_counts(&self, text: &str) -> Result<Vec<u16>, NotationError> {
        let rows: Vec<Vec<&str>> = text.split('/').map(|row| row.split('.').collect()).collect();
        if rows.len() != self.players || rows.iter().any(|row| row.len() != self.moves) {
            return Err(NotationError::new(format!(
                "counts '{text}': expected {} players with {} counts each",
                self.players, self.moves
            )));
        }
        rows.concat()
            .into_iter()
            .map(|count| {
                count.parse().ok().filter(|&c| c <= MAX_COUNT).ok_or_else(|| {
                    NotationError::new(format!("counts '{text}': '{count}' is not a number from 0 to {MAX_COUNT}"))
                })
            })
            .collect()
    }

    fn parse_turn(&self, text: &str) -> Result<Player, NotationError> {
        text.parse::<usize>()
            .ok()
            .filter(|turn| (1..=self.players).contains(turn))
            .map(|turn| Player::new(turn - 1))
            .ok_or_else(|| NotationError::new(format!("turn '{text}': expected 1 to {}", self.players)))
    }
}

impl Notation for Uniform {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        if parse_parameters(text)? != *self {
            return Err(NotationError::new(format!(
                "position '{text}' is of another tree than {}",
                self.parameters_text()
            )));
        }
        let mut state = self.initial();
        for (name, value) in fields(text)? {
            match name {
                "turn" => state.turn = self.parse_turn(value)?,
                "counts" => state.counts = self.parse_counts(value)?,
                _ => {}
            }
        }
        state.is_full = state.counts.contains(&MAX_COUNT);
        for (i, &count) in state.counts.iter().enumerate() {
            state.digest ^= self.count_hash(i, count);
        }
        Ok(Setup::new(state))
    }

    fn position_text(&self, state: &State) -> String {
        if *state == self.initial() {
            return self.parameters_text();
        }
        let rows: Vec<String> = state
            .counts
            .chunks(self.moves)
            .map(|row| row.iter().map(u16::to_string).collect::<Vec<_>>().join("."))
            .collect();
        format!("{},turn={},counts={}", self.parameters_text(), state.turn, rows.join("/"))
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<u8, NotationError> {
        if self.outcome(state).is_some() {
            return Err(NotationError::new(format!("no move '{text}': a count has reached {MAX_COUNT}")));
        }
        text.parse::<u8>()
            .ok()
            .filter(|&mv| (mv as usize) < self.moves)
            .ok_or_else(|| NotationError::new(format!("'{text}' is no move, expected 0 to {}", self.moves - 1)))
    }

    fn move_text(&self, _state: &State, mv: u8) -> String {
        mv.to_string()
    }

    fn starts(&self) -> Vec<Start> {
        vec![Start::new("root", "no moves made", self.parameters_text())]
    }
}
