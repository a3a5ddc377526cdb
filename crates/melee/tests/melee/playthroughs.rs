//! One whole game of every game, written down: whatever changes in rules, notations, keys or evaluations shows as a
//! difference in `tests/playthroughs`. `MELEE_UPDATE=1` writes the files anew.

use std::fmt::Write;
use std::path::Path;

use melee::core::diagram::{TextStyle, text};
use melee::core::{Knowledge, PlayableGame, Player, Rng, seeded_rng};
use melee::history::History;
use melee::{GameOptions, GameVisitor, Melee};

/// The board is shown every so many plies.
const BOARD_EVERY: usize = 40;
/// So many of the legal moves are named.
const NAMED: usize = 3;
/// The player to move chooses among so many, the best by the evaluation.
const CHOICES: usize = 2;
/// A game that never ends is left then.
const LONGEST: usize = 600;
/// A playthrough that is longer shows nothing new.
const LARGEST: usize = 60_000;

struct Playthroughs {
    differing: Vec<String>,
}

impl GameVisitor for Playthroughs {
    fn visit<G: PlayableGame>(&mut self) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/playthroughs/{}.txt", G::NAME));
        let told = playthrough::<G>();
        if told.len() > LARGEST {
            self.differing.push(format!("{}: {} bytes", G::NAME, told.len()));
        }
        if std::env::var_os("MELEE_UPDATE").is_some() {
            std::fs::write(&path, &told).expect("written");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let mut lines = (1..).zip(kept.lines().chain([""])).zip(told.lines().chain([""]));
        if let Some(((number, kept), told)) = lines.find(|((_, kept), told)| kept != told) {
            self.differing.push(format!("{}, line {number}:\n  was {kept}\n  is  {told}", path.display()));
        } else if kept != told {
            self.differing.push(format!("{}: lines more or less at the end", path.display()));
        }
    }
}

/// A game for three, or as near to that as may play.
fn playthrough<G: PlayableGame>() -> String {
    let counts = G::describe().players.iter();
    let games = counts.filter_map(|players| G::with_options(&GameOptions::default().for_players(players)).ok());
    let game = games.min_by_key(|game| game.players().abs_diff(3)).expect("somebody can play it");
    let knowledge = game.knowledge(None, None).expect("the knowledge that is named first");
    let mut told = format!("{} for {} players\n", G::NAME, game.players());
    let mut rng = seeded_rng(1);
    let mut history = History::new(game).with_ply_cap(LONGEST);
    told += &format!("{}\n", history.game().position_text(history.state()));
    while let Some(player) = history.to_move() {
        let (game, state) = (history.game().clone(), history.state());
        if history.len().is_multiple_of(BOARD_EVERY) {
            show_board(&mut told, game.as_ref(), state);
        }
        let mut moves = history.moves();
        let names: Vec<String> = moves.iter().take(NAMED).map(|&mv| game.move_text(state, mv)).collect();
        let (count, key) = (moves.len(), game.key(state));
        let scores = knowledge.scores(game.as_ref(), state, player);
        moves.sort_by_cached_key(|&mv| -worth(game.as_ref(), &knowledge, state, mv, player));
        let mv = moves[rng.next_u32() as usize % CHOICES.min(count)];
        let line = writeln!(
            told,
            "{:4}. player {player}, {count} moves ({}), key {key:016x}, worth {:?}: {}",
            history.len() + 1,
            names.join(" "),
            scores.as_slice(),
            game.move_text(state, mv)
        );
        line.expect("a string takes everything");
        history.play(mv).expect("it is legal");
    }
    show_board(&mut told, history.game().as_ref(), history.state());
    let result = history.result().expect("it is over");
    told + &format!("{}\nranks {:?}\n", history.game().position_text(history.state()), result.ranks())
}

fn show_board<G: PlayableGame>(told: &mut String, game: &G, state: &G::State) {
    for line in text(&game.diagram(state), TextStyle::default()).lines() {
        *told += line.trim_end();
        *told += "\n";
    }
}

/// What a move makes of the position for who makes it.
fn worth<G: PlayableGame>(game: &G, knowledge: &G::Knowledge, state: &G::State, mv: G::Move, player: Player) -> i32 {
    let mut after = state.clone();
    game.play(&mut after, mv);
    match game.outcome(&after) {
        Some(outcome) if outcome.is_first(player) => i32::MAX,
        Some(_) => -i32::MAX,
        None => knowledge.scores(game, &after, player)[player],
    }
}

#[test]
fn one_whole_game_of_every_game_is_as_it_was() {
    let mut playthroughs = Playthroughs { differing: Vec::new() };
    Melee::standard().visit(&mut playthroughs);
    let differing = playthroughs.differing.join("\n");
    assert!(differing.is_empty(), "MELEE_UPDATE=1 writes the files anew:\n{differing}");
}
