//! A game that Melee does not know: the server offers it like its own.

use melee::core::diagram::Diagram;
use melee::core::{
    Draw, GameOption, NoKnowledge, Notation, NotationError, OptionError, PlayableGame, PlayerCounts, Setup, SmallGame,
    SmallState,
};
use melee::{Description, GameOptions, Melee, Outcome, Player};
use melee_web::Config;
use serde_json::json;

use crate::running::Running;

/// One heap; each player in turn takes one to three stones, who takes the last one wins. There is no
/// board: moves are made by buttons.
#[derive(PartialEq)]
struct Heap {
    players: usize,
    stones: u8,
}

impl SmallGame for Heap {
    const NAME: &'static str = "heap";
    type Board = u8;
    type Move = u8;

    fn players(&self) -> usize {
        self.players
    }
    fn start(&self) -> u8 {
        self.stones
    }
    fn moves(&self, stones: &u8, _player: Player, out: &mut Vec<u8>) {
        out.extend(1..=3.min(*stones));
    }
    fn play(&self, stones: &mut u8, _player: Player, taken: u8) {
        *stones -= taken;
    }
    fn result(&self, stones: &u8, to_move: Player) -> Option<Outcome> {
        let last = to_move.previous(self.players);
        (*stones == 0).then(|| Outcome::win(last, self.players))
    }
}

impl Notation for Heap {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let stones = text.parse().map_err(NotationError::new)?;
        Ok(Setup::new(SmallState::new(stones, Player::FIRST)))
    }
    fn position_text(&self, state: &SmallState<u8>) -> String {
        state.board.to_string()
    }
    fn move_text(&self, _state: &SmallState<u8>, taken: u8) -> String {
        format!("take_{taken}")
    }
}

impl Draw for Heap {
    fn diagram(&self, _state: &SmallState<u8>) -> Diagram {
        Diagram::default()
    }
}

const OPTIONS: [GameOption; 1] = [GameOption::new("stones", "N", "how many there are")];

impl PlayableGame for Heap {
    type Knowledge = NoKnowledge;

    fn describe() -> Description {
        Description {
            players: PlayerCounts::of(&[2, 3, 4, 6]),
            options: &OPTIONS,
            ..Description::new("Heap", "take the last stone")
        }
    }
    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let stones = options.get("stones").unwrap_or("10");
        Ok(Heap {
            players: options.players.unwrap_or(2),
            stones: stones.parse().map_err(|_| OptionError("stones: expected a number".into()))?,
        })
    }
    fn knowledge(&self, _evaluation: Option<&str>, _ordering: Option<&str>) -> Option<NoKnowledge> {
        Some(NoKnowledge)
    }
}

#[test]
fn a_strangers_game_is_described_shown_and_played() {
    let server =
        Running::start(Config { registry: Melee::empty().with_game::<Heap>().registry(), ..Config::default() });
    let games = server.get("/api/games").json();
    assert_eq!(games.as_array().map(Vec::len), Some(1), "no other game is there");
    assert_eq!(games[0]["players"], json!([2, 3, 4, 6]));
    assert_eq!(games[0]["seats"].as_array().map(Vec::len), Some(6));
    assert_eq!(games[0]["options"][0]["name"], "stones");
    let place = |fields: serde_json::Value| {
        let mut place = json!({"game": "heap"});
        for (name, value) in fields.as_object().expect("fields") {
            place[name] = value.clone();
        }
        json!({"place": place})
    };
    let own = place(json!({"stones": "5", "players": 6, "moves": ["take_3"]}));
    let view = server.post("/api/position", &own.to_string()).json();
    assert_eq!((&view["pos"], &view["to_move"]), (&json!("2"), &json!(2)));
    assert_eq!(view["moves"][0], json!({"move": "take_1", "paths": [], "route": []}));
    for (fields, said) in [
        (json!({"players": 5}), "2, 3, 4 or 6 players"),
        (json!({"stones": "many"}), "expected a number"),
        (json!({"wings": "2"}), "no option --wings"),
    ] {
        let error = server.post("/api/position", &place(fields).to_string()).error();
        assert!(error.contains(said), "{error}");
    }
    let mut think = place(json!({"stones": "6"}));
    think["seat"] = json!("alphabeta@d8");
    let done = server.post("/api/think", &think.to_string()).event("done");
    assert_eq!((&done["best_move"], &done["proven"]), (&json!("take_2"), &json!("win")));
}
