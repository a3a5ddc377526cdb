//! Chances, and games looked back at.

use std::sync::atomic::{AtomicBool, Ordering};

use melee::review::{Review, Reviewer, Slip};
use melee::{GameOptions, Limits, Player, Ply, Position, Registry, Task, Watch, chances};

fn game(name: &str, players: usize, moves: &str) -> Position {
    let options = GameOptions { players: Some(players), ..GameOptions::default() };
    let mut position = melee::open_with(name, &options).expect("known").start();
    position.play_all(moves.split_whitespace()).expect("legal");
    position
}

fn review(position: &Position, spec: &str, limits: Limits) -> Review {
    let mut engine = position.engine(spec).expect("fits");
    let watch = Watch::new;
    let mut reviewer = Reviewer { engine: &mut engine, limits, watch: &watch, on_ply: &mut |_, _| {} };
    reviewer.review(position).expect("reviewed")
}

#[test]
fn chances_add_up_to_one_and_follow_the_values() {
    for (name, players) in [("connect4", 2), ("billabong", 3), ("rolit", 4), ("chess4", 4)] {
        let start = game(name, players, "");
        for spec in ["maxn", "paranoid", "brs+", "mcts:playouts=200", "greedy"] {
            let report = start.search(spec, Limits { lines: 4, ..Limits::depth(2) }).expect("searched");
            let all = chances(&start, &report);
            assert_eq!(all.len(), report.lines().len());
            for chances in &all {
                assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-5, "{name} {spec}: {chances:?}");
                assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{name} {spec}: {chances:?}");
            }
        }
        // Who has the greater value has the greater chance: at first the others were looked at after each move anew.
        for spec in ["paranoid", "brs+"] {
            let report = start.search(spec, Limits { lines: 7, ..Limits::depth(3) }).expect("searched");
            let own: Vec<f64> = chances(&start, &report).iter().map(|chances| chances[0]).collect();
            assert!(own.is_sorted_by(|a, b| a >= b), "{name} {spec}: {own:?}");
        }
    }
}

#[test]
fn what_is_proven_is_certain() {
    let winning = game("connect4", 2, "1 1 2 2 3 3");
    let report = winning.search("alphabeta", Limits { lines: 7, ..Limits::depth(3) }).expect("searched");
    assert_eq!(chances(&winning, &report)[0], [1.0, 0.0]);
    // Three in a row with both ends open: whatever the second player does.
    let lost = game("connect4", 2, "3 3 4 4 5");
    let report = lost.search("alphabeta", Limits { lines: 7, ..Limits::depth(4) }).expect("searched");
    assert_eq!(chances(&lost, &report), vec![[1.0, 0.0]; 7]);
}

#[test]
fn a_search_among_some_moves_finds_the_best_of_them() {
    let start = game("billabong", 3, "i3 j3 k4");
    for spec in [
        "maxn",
        "brs+",
        "paranoid:tt=deep/1MiB",
        "mcts:playouts=300",
        "mc:playouts=3",
        "greedy",
        "random",
        "ubfm",
        "ubfm:backup=paranoid",
        "mpmix",
        "opps(1,3,1)",
        "maxn:best",
    ] {
        let mut engine = start.engine(spec).expect("fits");
        // Searches at any time know no depth.
        let limits = Limits { nodes: Some(5_000), ..Limits::depth(2) };
        let moves = start.moves();
        for pair in moves.chunks(2).take(5) {
            let task = pair.iter().fold(Task::new(limits), |task, mv| task.only(mv));
            let report = engine.search(&start, task).expect("searched");
            assert!(pair.contains(&report.best().mv), "{spec}: {} is none of {pair:?}", report.best().mv);
        }
        let task = Task::new(limits).only("i3");
        assert!(engine.search(&start, task).is_err(), "{spec}: taken already");
    }
    let solved = game("connect4", 2, "1 1 2 2 3 3");
    let report = solved.engine("perfect").expect("fits").search(&solved, Task::new(Limits::NONE).only("7"));
    assert_eq!(report.expect("solved").best().mv, "7");
}

#[test]
fn a_review_tells_what_a_move_has_cost() {
    // The last move but one lets the first player have four in a row.
    let played = game("connect4", 2, "1 7 2 7 3 6 4");
    for spec in ["pvs:best", "perfect", "maxn"] {
        let review = review(&played, spec, Limits::depth(6));
        assert_eq!((review.first, review.plies.len()), (1, 7), "{spec}");
        let slip = &review.plies[5];
        assert_eq!((slip.player, slip.mv.as_str(), slip.perfect), (2, "6", false), "{spec}");
        assert_eq!(slip.slip, Some(Slip::Blunder), "{spec}: {slip:?}");
        assert_eq!(slip.best[0].line[0].mv, "4", "{spec}: the only way to stop it");
        assert!(review.worst(7).iter().any(|ply| ply.ply == 6), "{spec}");
        let last = &review.plies[6];
        assert!(last.perfect && last.loss == 0.0 && last.chances == [1.0, 0.0], "{spec}: {last:?}");
        assert_eq!(review.end, [1.0, 0.0]);
        let [first, second] = &review.players[..] else { panic!("two players") };
        assert_eq!((first.moves, second.moves, second.blunders >= 1), (4, 3, true), "{spec}");
        // Only the solver knows that a first stone at the side gives the game away.
        if spec == "perfect" {
            assert_eq!((review.plies[0].slip, first.blunders >= 1), (Some(Slip::Blunder), true));
        } else {
            assert_eq!(review.worst(1)[0].ply, 6, "{spec}");
            assert!(first.accuracy > second.accuracy, "{spec}: {first:?} {second:?}");
        }
    }
}

/// Before, a value for one player was compared with one for the next: with three players they are of different searches.
#[test]
fn the_best_move_costs_nothing_for_any_number_of_players() {
    for (name, players, spec) in [("billabong", 3, "brs+"), ("rolit", 4, "paranoid"), ("rolit", 3, "maxn")] {
        let mut position = game(name, players, "");
        let mut engine = position.engine(spec).expect("fits");
        for _ in 0..7 {
            engine.take_turn(&mut position, Limits::depth(2)).expect("a move");
        }
        let review = review(&position, spec, Limits::depth(2));
        for ply in &review.plies {
            assert!(ply.perfect && ply.loss == 0.0 && ply.slip.is_none(), "{name} {spec}: {ply:?}");
        }
        assert!(review.players.iter().all(|own| own.moves == own.perfect), "{name}");
        assert!(review.players.iter().all(|own| own.accuracy.is_none_or(|accuracy| accuracy >= 1.0)), "{name}");
    }
}

#[test]
fn a_review_that_is_stopped_knows_the_end_of_the_game() {
    let position = game("connect4", 2, "4 4 3 3 5 2 1");
    let mut engine = position.engine("alphabeta").expect("fits");
    let stop = AtomicBool::new(false);
    let watch = || Watch::new().stopping_on(&stop);
    let mut told = Vec::new();
    let mut note = |ply: &melee::review::ReviewedPly, all: usize| {
        told.push((ply.ply, all));
        stop.store(ply.ply == 5, Ordering::Relaxed);
    };
    let mut reviewer = Reviewer { engine: &mut engine, limits: Limits::depth(4), watch: &watch, on_ply: &mut note };
    let review = reviewer.review(&position).expect("reviewed");
    assert_eq!(told, [(7, 7), (6, 7), (5, 7)]);
    assert_eq!((review.first, review.plies.len()), (5, 3));
}

/// A record may say that somebody was disqualified, which no player chooses and no list of moves has: searches among such
/// moves had a root without any, and panicked or never ended.
#[test]
fn a_disqualification_is_reviewed_as_no_choice_and_searched_by_nobody() {
    for spec in ["paranoid", "maxn", "brs+", "mcts:playouts=50", "ubfm", "random"] {
        let mut position = game("reversixt", 2, "");
        for mv in [position.moves()[0].clone(), "dq:2".to_string()] {
            let task = Task::new(Limits { nodes: Some(500), ..Limits::depth(2) }).only("dq:2");
            if mv == "dq:2" {
                let refusal = position.engine(spec).expect("fits").search(&position, task).expect_err(spec).to_string();
                assert!(refusal.contains("none of the moves asked for"), "{spec}: {refusal}");
            }
            position.play(&mv).unwrap_or_else(|e| panic!("{mv}: {e}"));
        }
        let review = review(&position, spec, Limits { nodes: Some(500), ..Limits::depth(2) });
        let last = review.plies.last().expect("two plies");
        assert_eq!((last.mv.as_str(), last.player, last.forced, last.loss), ("dq:2", 2, true, 0.0), "{spec}");
        assert_eq!(review.players[1].moves, 0, "{spec}: it is no move of his");
    }
}

#[test]
fn a_clearly_better_position_has_more_than_seventy_percent() {
    let marbles = "5/6/1bbb1b1/1wbbbb2/1wwbwb3/1bwbwww1/1ww1w2/1b1wb1/5 b 0 2";
    let position = melee::open("abalone").expect("known").position(marbles).expect("readable");
    for spec in ["pvs", "pvs:eval=melee"] {
        let report = position.search(spec, Limits::depth(4)).expect("searched");
        let own = chances(&position, &report)[0][0];
        assert!(own > 0.7, "two marbles ahead, {spec}: {own}");
    }
}

/// At first the game's usual evaluation measured the values of every other, too.
#[test]
fn values_are_measured_by_the_evaluation_that_they_come_from() {
    let mut position = game("rolit", 4, "");
    for _ in 0..24 {
        position.play_nth(0);
    }
    let searched = |spec| position.search(spec, Limits::depth(3)).expect("searched");
    let mover = position.to_move().expect("not over").index();
    for spec in ["paranoid:eval=sure", "brs+:eval=sure"] {
        let report = searched(spec);
        assert_eq!(report.worth_of_win, 32, "{spec}: balls");
        let others = report.standing.expect("the root player's values alone");
        assert!(others.as_slice().iter().all(|&balls| (0..=64).contains(&balls)), "{spec}: {others:?}");
        let own = chances(&position, &report)[0][mover];
        // Of four players with these balls, by the definition.
        let weight = |balls: i32| (1.5 * f64::from(balls) / 32.0).exp();
        let theirs: f64 = (0..4).filter(|&i| i != mover).map(|i| weight(others.as_slice()[i])).sum();
        let expected = weight(report.value) / (weight(report.value) + theirs);
        assert!((own - expected).abs() < 1e-9, "{spec}: {own}, not {expected}");
    }
    let shares = searched("maxn:scores=share");
    let values = shares.values.expect("max^n tells everybody's");
    let told = &chances(&position, &shares)[0];
    assert!(shares.are_points);
    for (chance, &share) in told.iter().zip(values.as_slice()) {
        assert!((chance - f64::from(share) / 1e6).abs() < 1e-4, "{told:?}, not {values:?}");
    }
}

/// A line of random games may well end the game: what it is worth is still the mean of all games.
#[test]
fn means_of_games_are_not_the_end_of_one_line() {
    let mut position = game("connect4", 2, "");
    while position.ply_count() < 34 && position.count_moves() > 0 {
        let place = position.ply_count() * 5 % position.count_moves();
        position.play_nth(place);
    }
    let report = position.search("mcts:playouts=400", Limits::NONE).expect("searched");
    let values = report.values.expect("means").as_slice().to_vec();
    assert!(values.iter().all(|&value| (10_000..990_000).contains(&value)), "still open: {values:?}");
    for (chance, value) in chances(&position, &report)[0].iter().zip(values) {
        assert!((chance - f64::from(value) / 1e6).abs() < 1e-4);
    }
}

#[test]
fn a_line_that_passes_somebody_over_ends_no_game() {
    let start = game("billabong", 3, "");
    let step = |player, mv| Ply { player: Player::new(player), mv };
    assert!(!start.preview(&[step(0, "i3"), step(1, "j3")]).expect("legal").skips);
    assert!(start.preview(&[step(0, "i3"), step(2, "j3")]).expect("legal").skips);
}

/// The best move wins at once and ends its search early; at that depth the slower win of another was not seen.
#[test]
fn a_slower_win_is_no_blunder() {
    let played = game("connect4", 2, "4 4 3 3 5 5 1 2 6");
    let limits = Limits { deepen: true, ..Limits::depth(8) };
    let review = review(&played, "pvs", limits);
    let slow = &review.plies[6];
    assert_eq!((slow.chances[0], slow.kept, slow.slip), (1.0, 1.0, None), "{slow:?}");
}

/// A limit may end the second search of a position before the depth of the first.
#[test]
fn both_searches_of_a_position_go_to_the_same_depth() {
    let played = game("connect4", 2, "4 1 7 2 6 3 1 7 2 5");
    let limits = Limits { deepen: true, ..Limits::nodes(300) };
    let review = review(&played, "alphabeta", limits);
    assert_eq!(review.plies.len(), review.moves);
    let mut position = game("connect4", 2, "");
    let mut compared = 0;
    for ply in &review.plies {
        let is_known = ply.best.iter().any(|best| best.line[0].mv == ply.mv);
        let is_won = ply.best[0].chance >= 1.0;
        if !is_known && !is_won {
            let only = Task::new(Limits::depth(ply.depth)).only(&ply.mv);
            let alone = position.search("alphabeta", only).expect("searched");
            let whole = position.search("alphabeta", Limits::depth(ply.depth)).expect("searched");
            let mover = ply.player - 1;
            let kept = chances(&position, &alone)[0][mover];
            assert!((ply.kept - kept).abs() < 1e-9, "ply {}: {} at depth {}, not {kept}", ply.ply, ply.kept, ply.depth);
            assert!((ply.chances[mover] - chances(&position, &whole)[0][mover]).abs() < 1e-9, "ply {}", ply.ply);
            compared += 1;
        }
        position.play(&ply.mv).expect("legal");
    }
    assert!(compared > 3);
}

/// At first one position without a whole iteration ended the review.
#[test]
fn a_position_in_which_nothing_was_found_is_left_out() {
    let mut position = game("rolit", 2, "");
    while position.ply_count() < 30 && position.count_moves() > 0 {
        let place = position.ply_count() % position.count_moves();
        position.play_nth(place);
    }
    let mut counts = Vec::new();
    let mut before = position.clone();
    while before.undo() {
        counts.push(before.count_moves() as u64);
    }
    counts.sort_unstable();
    let limits = Limits { deepen: true, ..Limits::nodes(counts[counts.len() / 2] + 1) };
    let review = review(&position, "alphabeta", limits);
    assert_eq!(review.moves, position.ply_count());
    assert!(review.plies.windows(2).any(|pair| pair[1].ply > pair[0].ply + 1), "a gap: {}", review.plies.len());
    assert_eq!(review.first, review.plies[0].ply);
}

/// Both get on in a race: who is far behind has a score of his own above nought, and still no chance.
#[test]
fn a_race_of_two_is_no_balance() {
    let game = melee::open("billabong").expect("known");
    let position = game.position("i2:1,k3:1,x3|l12:0,i4:0,x3 2").expect("a position");
    let report = position.search("pvs", Limits::depth(2)).expect("searched");
    assert!(report.value > 0 && report.proven.is_none(), "{report:?}");
    let chances = &chances(&position, &report)[0];
    assert!(chances[1] < 0.2, "{chances:?}");
}

/// Whoever plays on the levels of a game has an evaluation whose scale was fitted, except where nobody has yet.
#[test]
fn the_players_of_levels_tell_fitted_chances() {
    let registry = Registry::standard();
    let mut others = Vec::new();
    for info in registry.games().iter().filter(|game| !game.description.is_study) {
        for players in info.description.players.iter() {
            let Ok(game) = info.open(&GameOptions::default().for_players(players)) else { continue };
            let player = info.description.ladder(players).player;
            let report = game.start().search(player, Limits::nodes(200)).expect("searched");
            if report.are_scores && report.chance_scale.is_none() {
                others.push(format!("{} {players}", info.name));
            }
            let sum: f64 = chances(&game.start(), &report)[0].iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{} {players}: {sum}", info.name);
        }
    }
    assert_eq!(others, ["billabong 2", "abalone 3"], "these nobody has fitted");
}

/// `eval=best` is the best evaluation made by hand where no network has won its match, and has its scale.
#[test]
fn the_best_evaluation_has_its_scale_under_either_name() {
    for (name, players, by_hand) in [("reversixt", 2, "prospects"), ("focus", 4, "melee")] {
        let options = GameOptions::default().for_players(players);
        let position = Registry::standard().open(name, &options).expect("known").start();
        let scale = |evaluation: &str| {
            let spec = format!("brs+:eval={evaluation}");
            position.search(spec.as_str(), Limits::nodes(100)).expect("searched").chance_scale
        };
        assert!(scale(by_hand).is_some() && scale("best") == scale(by_hand), "{name}");
    }
}

/// Scores and scale are of one evaluation, also where the game's first is another.
#[test]
fn shares_by_hand_have_the_scale_of_their_scores() {
    let game = melee::open("abalone").expect("known");
    let mut position = game.start();
    assert!(position.play_nth(0));
    let scores = position.scores_by_hand();
    let apart = f64::from(scores.as_slice()[0] - scores.as_slice()[1]);
    let scale = game.description().chance_scale("melee", 2).expect("fitted");
    let share = 1.0 / (1.0 + (-apart / scale).exp());
    assert!(apart != 0.0 && (position.shares_by_hand()[0] - share).abs() < 1e-9, "{scores:?} {share}");
}
