//! What is said about the game, and how it is built from what is asked for.

use std::sync::Arc;

use melee::core::net::{Learned, Net, ShippedNet};
use melee::core::{
    Description, GameOption, GameOptions, Inputs, NamedPlayer, NotationError, OptionError, PlayableGame, PlayerCounts,
    SampleMoves, SeatStyle, SmallState,
};

use crate::game::MAX_SEATS;
use crate::{Board, Evaluation, Insight, Isolation, Walk, notation};

const ISOLATION: Description = Description {
    players: PlayerCounts::range(2..=MAX_SEATS),
    seats: &[SeatStyle::RED, SeatStyle::YELLOW, SeatStyle::BLUE, SeatStyle::GREEN],
    options: &[GameOption {
        choices: &[("queen", "any distance"), ("king", "one square"), ("knight", "a knight's jump")],
        ..GameOption::new("walk", "NAME", "queen (the default), king or knight")
    }],
    evaluations: &["mobility", "room"],
    unit: "squares",
    orderings: &["neighbours", "none"],
    named_players: &[NamedPlayer {
        name: "hermit",
        spec: "narrow:width=3,eval=room,depth=4",
        summary: "looks for room, and only at three moves of everybody",
    }],
    rules: include_str!("rules.md"),
    samples: &[
        SampleMoves { summary: "Both make for the middle.", players: 2, position: "", moves: "d4 d5" },
        SampleMoves {
            summary: "Red comes to b2: Yellow is shut in, and Red has won.",
            players: 2,
            position: "......./......./......./......./##...../1.#..../2#..... 1",
            moves: "b2",
        },
    ],
    ..Description::new("Isolation", "the last one who can move wins; squares go as they are left")
};

impl PlayableGame for Isolation {
    type Knowledge = Learned<Insight>;

    fn describe() -> Description {
        ISOLATION
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let in_position = match &options.position {
            Some(text) => {
                let wrong = |error: NotationError| OptionError(error.to_string());
                Some(notation::parse(text).map_err(wrong)?.board.pieces.len())
            }
            None => None,
        };
        let players = options.players_with(in_position)?.unwrap_or(2);
        let walk = match options.get("walk") {
            None | Some("queen") => Walk::Queen,
            Some("king") => Walk::King,
            Some("knight") => Walk::Knight,
            Some(other) => {
                let problem = format!("unknown walk '{other}'; known: queen, king, knight");
                return Err(OptionError(problem));
            }
        };
        Isolation::new(players, walk).ok_or_else(|| OptionError(format!("{players} players")))
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Learned<Insight>> {
        Some(Learned::by_hand(Insight {
            evaluation: match evaluation {
                None | Some("mobility") => Evaluation::Mobility,
                Some("room") => Evaluation::Room,
                Some(_) => return None,
            },
            orders: match ordering {
                None | Some("neighbours") => true,
                Some("none") => false,
                Some(_) => return None,
            },
        }))
    }

    // From here on: so that it can be learned.

    fn inputs(&self) -> Option<&dyn Inputs<SmallState<Board>>> {
        Some(self)
    }

    fn nets() -> &'static [ShippedNet] {
        &[ShippedNet { file: include_bytes!("nets/queen-2p.safetensors"), is_best: true }]
    }

    fn with_net(knowledge: Learned<Insight>, net: Arc<Net>) -> Option<Learned<Insight>> {
        Some(knowledge.with_net(net))
    }
}
