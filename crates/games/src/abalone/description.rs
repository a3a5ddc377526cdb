//! What is said about Abalone.

use melee_core::{BoardStyle, Description, GameOption, Look, NamedPlayer, PlayerCounts, SampleMoves, SeatStyle};

use super::MAX_SEATS;

pub(super) const ABALONE: Description = Description {
    players: PlayerCounts::range(2..=MAX_SEATS),
    seats: &[SeatStyle::BLACK, SeatStyle::WHITE, SeatStyle::RED],
    options: &[GameOption {
        choices: &[
            ("plies", "a draw after 200 plies"),
            ("repetition", "and at the third occurrence of a position"),
            ("endless", "no draws"),
        ],
        ..GameOption::new(
            "rules",
            "NAME",
            "plies (a draw after 200 plies, the default), repetition (and at the third occurrence of a \
             position), endless",
        )
    }],
    evaluations: &["aiba", "aiba-final", "aiba-opposing", "aiba-defensive", "aiba-grouping", "marbles", "melee"],
    unit: "thousandths of a marble",
    orderings: &["ordering2", "ordering1", "ordering3", "gain", "none"],
    // Against the same search without them, null moves score 64 % and late reductions 64 % over 100
    // games at 20,000 nodes a move (`docs/abalone.md`).
    best: "eval=melee,scout=on,symmetry=on,quiescence=8,nullmove=2,late=5,repetition=0,\
           cutoff=0,score=margin,exploration=0.05,widening=1",
    // A network, which halves the nodes and wins 91 % all the same (`nets/2p.md`); for three a tree makes more of it
    // (`nets/3p.md`).
    champions: &[(2, "pvs:best,eval=best,patience=20"), (3, "mcts:best,eval=best,patience=20")],
    named_players: &[
        NamedPlayer {
            name: "aiba",
            spec: "alphabeta:eval=aiba-final,order=ordering2,tt=deep/16MiB,killers=2,quiescence=30,\
                   deepen=on,depth=10",
            summary: "AIBA's alpha-beta player for Abalone (Chorus 2009, 4.1)",
        },
        NamedPlayer {
            name: "aiba-mc-basic",
            spec: "mc:score=draw,cutoff=200,playouts=1000000000",
            summary: "AIBA's Monte-Carlo player, games that are cut off are drawn (4.3.1)",
        },
        NamedPlayer {
            name: "aiba-mc",
            spec: "mc:score=margin,eval=marbles,cutoff=200,playouts=1000000000",
            summary: "AIBA's improved Monte-Carlo player, which counts lost marbles (4.3.2)",
        },
    ],
    ladders: super::levels::LADDERS,
    chances: super::chances::CHANCES,
    look: Look { board: BoardStyle::Dimples, piece: "marble", groups: true, ..Look::PLAIN },
    benches: super::bench::BENCH,
    rules: include_str!("rules.md"),
    other_rules: &[("de", include_str!("rules.de.md"))],
    words: &[("de", include_str!("words.de.txt"))],
    samples: &[
        SampleMoves {
            summary: "The Belgian daisy, which leads to more open games than the standard start.",
            players: 2,
            position: "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0",
            moves: "",
        },
        SampleMoves {
            summary: "E3E4, three against two: the whole row has gone one field on.",
            players: 2,
            position: "5/6/7/8/2bbbww2/8/7/6/5 b 0 0",
            moves: "E3E4",
        },
        SampleMoves {
            summary: "E5E6 at the edge: a white marble is off the board.",
            players: 2,
            position: "5/6/7/8/4bbbww/8/7/6/5 b 0 0",
            moves: "E5E6",
        },
        SampleMoves {
            summary: "C3C5D3, a broadside: the row has gone sideways.",
            players: 2,
            position: "",
            moves: "C3C5D3",
        },
    ],
    ..Description::new("Abalone", "push six marbles off a hexagon (AIBA, Chorus 2009); free for all with three")
};
