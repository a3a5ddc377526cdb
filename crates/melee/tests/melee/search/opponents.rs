//! Opponents who are found out by how they have played.

use melee::{GameOptions, Limits, OpenGame, Position};

const GAMES: [(&str, usize); 6] =
    [("rolit", 4), ("chinese-checkers", 3), ("focus", 4), ("billabong", 3), ("reversixt", 2), ("blokus", 4)];

/// After some rounds of these players, one on each seat.
fn played(game: &OpenGame, seats: &[&str], rounds: usize) -> Position {
    let mut position = game.opening().expect("a start");
    for ply in 0..rounds * seats.len() {
        let mut engine = game.seeded_engine(seats[ply % seats.len()], ply as u64).expect("a player");
        engine.take_turn(&mut position, Limits::NONE).expect("not over");
    }
    position
}

fn open(name: &str, players: usize) -> OpenGame {
    let options = GameOptions::default().for_players(players);
    let options = if name == "reversixt" { GameOptions::default() } else { options };
    melee::open_with(name, &options).expect("a game")
}

/// Every reply in the line is the move that a greedy player makes there.
#[test]
fn whoever_played_greedily_is_expected_to_go_on_like_that() {
    for (name, players) in GAMES {
        let game = open(name, players);
        let position = played(&game, &vec!["greedy"; game.players()], 6);
        let report = position.search("mcts:playouts=300,cutoff=4,widening=1,model=2", Limits::NONE).expect("not over");
        let mover = position.to_move();
        let mut after = position.clone();
        let mut replies = 0;
        for ply in &report.lines()[0].line {
            if after.to_move() != mover {
                let greedy = after.search("greedy", Limits::NONE).expect("not over");
                assert_eq!(ply.mv, greedy.best().mv, "{name}: reply {replies} of {:?}", report.lines()[0].line);
                replies += 1;
            }
            after.play(&ply.mv).expect("a line can be played");
        }
        assert!(replies > 0, "{name}: {:?}", report.lines()[0].line);
    }
}

#[test]
fn where_nobody_is_found_out_the_search_is_as_without_a_model() {
    for (name, players) in GAMES {
        let game = open(name, players);
        let position = played(&game, &vec!["random"; game.players()], 6);
        let search = |spec: &str| {
            let report = position.search(spec, Limits::NONE).expect("not over");
            (report.best().clone(), report.value, report.counts.nodes, report.counts.leaves)
        };
        assert_eq!(search("mcts:playouts=300,cutoff=4,model=3"), search("mcts:playouts=300,cutoff=4"), "{name}");
    }
}

/// A single player is found out, and only he: of the other something else is expected now and then.
#[test]
fn found_out_are_those_who_were_greedy_and_nobody_else() {
    let game = open("chinese-checkers", 3);
    let mut surprises = 0;
    for rounds in 5..8 {
        let position = played(&game, &["random", "greedy", "random"], rounds);
        let limits = Limits { lines: 6, ..Limits::NONE };
        let report = position.search("mcts:playouts=3000,cutoff=4,model=4", limits).expect("not over");
        for line in report.lines().iter().filter(|line| line.line.len() > 2) {
            let mut after = position.clone();
            for (i, ply) in line.line[..3].iter().enumerate() {
                let greedy = after.search("greedy", Limits::NONE).expect("not over").best().mv.clone();
                assert!(i != 1 || ply.mv == greedy, "{:?}", line.line);
                surprises += usize::from(i == 2 && ply.mv != greedy);
                after.play(&ply.mv).expect("legal");
            }
        }
    }
    assert!(surprises > 3, "{surprises}");
}

/// One simulation: the root, its move, and two rounds that are foreseen.
#[test]
fn where_all_are_known_the_game_is_followed_before_it_is_evaluated() {
    let game = open("rolit", 4);
    let position = played(&game, &["greedy"; 4], 6);
    let nodes = |spec: &str| position.search(spec, Limits::NONE).expect("not over").counts.nodes;
    assert_eq!(nodes("mcts:playouts=1,cutoff=0"), 2);
    assert_eq!(nodes("mcts:playouts=1,cutoff=0,model=3"), 10);
    assert_eq!(nodes("mcts:playouts=1,cutoff=0,model=3,follow=0"), 2);
    assert_eq!(nodes("mcts:playouts=1,cutoff=0,model=3,follow=3"), 2, "whole rounds");
    assert_eq!(nodes("mcts:playouts=1,cutoff=0,model=3,follow=4"), 6);
    assert_eq!(nodes("mcts:playouts=1,cutoff=0,model=3,solver=on"), 2, "what is proven must hold against every reply");
    assert_eq!(nodes("mcts:playouts=1,cutoff=0,model=3,backup=brs"), 2);
}
