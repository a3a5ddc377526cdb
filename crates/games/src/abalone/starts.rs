//! Start positions by name.
//!
//! The two-player set-ups are those of the Abalone community's wall of variations; Black moves
//! first. A few do not have fourteen marbles each, which their summaries say.

use melee_core::{Notation, Start};

use super::{Abalone, State};

/// Name and rows I to A.
const TWO_PLAYERS: [(&str, &str); 60] = [
    ("standard", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb"),
    ("belgian-daisy", "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww"),
    ("6-9", "5/wwwwww/wbw3w/1ww2ww1/9/1bb2bb1/b3bwb/bbbbbb/5"),
    ("alien-attack", "b1b1b/1bwwb1/1bwbwb1/3bb3/9/3ww3/1wbwbw1/1wbbw1/w1w1w"),
    ("aliening", "2w2/1bbbb1/1b1w1b1/bwb2bwb/9/wbw2wbw/1w1b1w1/1wwww1/2b2"),
    ("alitration", "1wbw1/2bb2/w1bwb1w/1wb2bw1/9/1bw2wb1/b1wbw1b/2ww2/1bwb1"),
    ("anglattack", "ww1bb/wb2wb/2b1w2/8/wbbw1bwwb/8/2b1w2/wb2wb/ww1bb"),
    ("april-fish", "w1www/1wwwbw/1w1www1/4w3/9/3b4/1bbb1b1/bwbbb1/bbb1b"),
    ("atomouche", "bw3/w2bwb/2b4/b1w4w/w2b1w2b/b4b1w/4w2/wbw2b/3bw"),
    ("buttonhole", "5/1wwbb1/7/bb1wb1ww/bwbw1bwbw/bb1wb1ww/7/1wwbb1/5"),
    ("centrifuge", "1www1/b4b/bb1w1bb/bb4bb/9/ww4ww/ww1b1ww/w4w/1bbb1"),
    ("checkerboard", "5/bwbwbw/7/wbwbwbwb/9/bwbwbwbw/7/wbwbwb/5"),
    ("corners", "bb1ww/bw2bw/7/w2b3b/wb5wb/w3w2b/7/bw2bw/bb1ww"),
    ("cross", "bb1ww/b1bw1w/1b3w1/2b1ww2/3b1w3/2bb1w2/1b3w1/b1bw1w/bb1ww"),
    ("crossed-hearts", "bb1bb/b1bb1b/1b3b1/2b1wb2/3b1w3/2wb1w2/1w3w1/w1ww1w/ww1ww"),
    ("crown", "2b2/b1bb1b/1bbwbb1/2bbbb2/9/2wwww2/1wwbww1/w1ww1w/2w2"),
    ("def-or-atak", "5/bwb2w/bbbb1wb/2b2www/1w7/www2b2/bw2bb1/ww1bwb/5"),
    ("domination-vs-daisy", "5/ww3b/www2bb/1ww2bbb/3b1b3/bbb2ww1/bb2www/b3ww/5"),
    ("domination", "5/w4b/ww3bb/wwww1bbb/3b1b3/bbb1wwww/bb3ww/b4w/5"),
    ("duel", "1w1b1/wwwbbb/2w1b2/b6w/bb5ww/b6w/2w1b2/wwwbbb/1w1b1"),
    ("dutch-daisy", "ww1bb/wbwbwb/1ww1bb1/8/9/8/1bb1ww1/bwbwbw/bb1ww"),
    ("face-2-face", "5/6/ww3bb/www2bbb/wwww1bbbb/www2bbb/ww3bb/6/5"),
    ("food-mill", "w2bb/wb1ww1/1b5/4b1bw/bw1w1w1bw/bw1b4/5w1/1bb1wb/ww2b"),
    ("forcing", "5/6/2w1b2/bwwwbbbw/bbbw1bwww/bwwwbbbw/2w1b2/6/5"),
    ("fracture", "2b2/2w3/2w1bbb/2w1bwww/1bww1bbw1/bbbw1b2/www1b2/3b2/2w2"),
    ("french-daisy", "5/2bb2/2bbb2/1wwbbww1/1www1www1/1wwbbww1/2bbb2/2bb2/5"),
    ("french-king-cake1", "w1bbb/w1b3/w4ww/1ww2w1w/b7w/b1b2bb1/bb4b/3w1b/www1b"),
    ("fujiyama1", "wwwww/1wbbw1/2wbw2/3ww3/9/3bb3/2bwb2/1bwwb1/bbbbb"),
    ("german-daisy", "5/ww2bb/www1bbb/1ww2bb1/9/1bb2ww1/bbb1www/bb2ww/5"),
    ("horseshoes", "bbwww/b1b2w/b1bwww1/2b5/9/5b2/1wwwb1b/w2b1b/wwwbb"),
    ("infiltralien", "wbwbw/1wwww1/2bbb2/3ww3/9/3bb3/2www2/1bbbb1/bwbwb"),
    ("infiltration", "1bwb1/1bbbb1/1bwbwb1/1b4b1/9/1w4w1/1wbwbw1/1wwww1/1wbw1"),
    ("intimidation", "1www1/b1ww2/bbwww2/bbb5/9/5www/2bbbww/2bb1w/1bbb1"),
    ("irish-daisy", "5/2ww2/2wbw2/1bbwwbb1/1bwb1bwb1/1bbwwbb1/2wbw2/2ww2/5"),
    ("i_m-a-robot", "bbbbb/w1bb1w/1w1w1w1/2wbbw2/4b4/1bbwwbb1/3w3/2ww2/1w1w1"),
    ("labyrinth", "2bwb/1w3b/1wbw2b/1w2w2w/1w1b1w1b1/b2b2b1/w2bwb1/w3b1/wbw2"),
    ("mosaic", "wwwww/1bbbb1/2www2/3bb3/9/3ww3/2bbb2/1wwww1/bbbbb"),
    ("mquorric-1", "5/1bbb2/1bwwb2/1bwwwb2/2bwwb3/2bbb3/4wbw/3bww/2www"),
    ("neko", "2www/2wb1w/2wwwbw/5ww1/2b3w2/1bb5/bwbbb2/b1wb2/bbb2"),
    ("oath", "w3b/1wwbb1/1w3b1/1b1wb1w1/bb5ww/1b1bw1w1/1w3b1/1wwbb1/w3b"),
    ("octopus", "wbw2/b1w3/wwbwww1/2w3b1/2w3b2/1w3b2/1bbbwbb/3b1w/2bwb"),
    ("pyramid", "w4/ww4/www4/wwww4/wwww1bbbb/4bbbb/4bbb/4bb/4b"),
    ("scottish-daisy", "wb1wb/bwwbbw/1wb1wb1/8/9/8/1bw1bw1/wbbwwb/bw1bw"),
    ("sibe", "wwwbb/w4b/w5b/w2bw2b/w2b1w2b/w2bw2b/w5b/w4b/wwbbb"),
    ("slaloms", "1wwww/1w4/2wwwww/7w/1bbb1www1/b7/bbbbb2/4b1/bbbb1"),
    ("snakes-variation", "bbbbb/b5/b6/b1wwwww1/1b5w1/1bbbb2w/6w/5w/wwwww"),
    ("snakes", "bbbbb/b5/b6/b2bbww1/1b1b1w1w1/1bbww2w/6w/5w/wwwww"),
    ("snowflake", "1b1w1/bw2bw/2w1b2/w2bw2b/1wb3wb1/w2wb2b/2w1b2/bb2ww/1b1w1"),
    ("spider", "w3w/1w2w1/2w1w2/2wwww2/bbbb1wwww/2bbbb2/2b1b2/1b2b1/b3b"),
    ("star", "b3w/1w2b1/w1b1w1b/3wb3/wbwb1wbwb/3wb3/w1b1w1b/1w2b1/b3w"),
    ("swiss-daisy", "5/ww2bb/wbw1bwb/1ww2bb1/9/1bb2ww1/bwb1wbw/bb2ww/5"),
    ("the-arrow", "bbww1/bb4/w1bww2/w1wbb3/2wbww3/3wb3/4bw1/3wbb/3bb"),
    ("the-wall", "2w2/6/1wwwww1/wwwwwwww/9/bbbbbbbb/1bbbbb1/6/2b2"),
    ("tinsels", "1bwbw/1w4/2bwbwb/7w/1wbw1bwb1/b7/wbwbw2/4b1/bwbw1"),
    ("trench", "5/wwwwww/1bbbbb1/2www3/9/3bbb2/1wwwww1/bbbbbb/5"),
    ("true-daisy", "ww3/www1ww/1ww1www/3b1ww1/4bb3/4b3/b2b3/b1b2b/bbbbb"),
    ("wedding-rings", "5/1wwbb1/1w1wbb1/1w1bw1b1/1w1b1w1b1/1w1bw1b1/1wwb1b1/1wwbb1/5"),
    ("wheel", "w3w/1w2w1/2w1w2/2wbwb2/bbwb1wbww/2wbwb2/2b1b2/1b2b1/b3b"),
    ("windmill", "w2bb/ww1bb1/1w5/4b1ww/bb1w1w1ww/bb1b4/5b1/1ww1bb/ww2b"),
    ("xmas-star", "2w2/2ww2/bbw1bbb/1bb2bb1/2b3w2/1ww2ww1/www1bww/2bb2/2b2"),
];

/// The middle-game position of Chorus 2009, Figure 4.6: White has lost one marble.
const AIBA_MIDGAME: &str = "5/2w3/1bbb1b1/1wbbbb2/1wwbwb3/1bwbwww1/1ww1w2/1b1wb1/5 b 0 1";

/// Eleven marbles each on three alternate sides.
const THREE_PLAYERS: &str = "rr1ww/rr2ww/rr3ww/rr4ww/rr5ww/r6w/7/bbbbbb/bbbbb b 0 0 0 0 0 0";

pub(super) fn initial(game: &Abalone) -> State {
    let text = &all(game)[0].position;
    game.parse_position(text).expect("starts are positions").start
}

/// The starts of the game, the usual one first.
pub(super) fn all(game: &Abalone) -> Vec<Start> {
    let start = |name: &str, summary: String, position: String| Start {
        players: Some(game.players),
        ..Start::new(name, summary, position)
    };
    if game.players == 3 {
        let summary = "three players with eleven marbles each";
        return vec![start("free-for-all", summary.into(), THREE_PLAYERS.into())];
    }
    let known = TWO_PLAYERS.iter();
    let mut starts: Vec<Start> =
        known.map(|(name, rows)| start(name, summary(rows), format!("{rows} b 0 0"))).collect();
    let midgame = "Chorus 2009, Figure 4.6; 14 against 13 marbles";
    starts.push(start("aiba-midgame", midgame.into(), AIBA_MIDGAME.into()));
    starts
}

fn summary(rows: &str) -> String {
    let count = |letter| rows.matches(letter).count();
    match (count('b'), count('w')) {
        (14, 14) => "14 marbles each".into(),
        (b, w) if b == w => format!("{b} marbles each"),
        (b, w) => format!("lopsided: Black has {b} marbles, White {w}"),
    }
}
