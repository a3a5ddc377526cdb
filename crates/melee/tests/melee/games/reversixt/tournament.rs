//! Games of the August 2020 tournament, move by move.

use melee::core::{Game, Notation, Player};
use melee::games::reversixt::{Map, ReversiXt};
use melee_testkit::shared::data_file;
use serde_json::Value;

#[test]
fn recorded_games_replay_with_the_same_turns_and_stones() {
    let Some(games) = data_file("reversixt/games.jsonl") else {
        return;
    };
    let text = std::fs::read_to_string(&games).expect("readable");
    let (mut count, mut plies, mut disqualified) = (0, 0, 0);
    for (line, game) in text.lines().enumerate() {
        let record: Value = serde_json::from_str(game).expect("JSON");
        let name = record["map"].as_str().expect("a map");
        let file = games.with_file_name("maps").join(name);
        let map = Map::parse(&std::fs::read_to_string(file).expect("readable")).expect("a map");
        let at = format!("game {} on {name}", line + 1);
        let outs = replay(&ReversiXt::new(map), &record, &at);
        count += 1;
        plies += record["events"].as_array().expect("a list").len();
        disqualified += outs;
    }
    println!("{count} games, {plies} events, {disqualified} disqualifications");
    assert!(count > 0);
}

/// Replays one game; returns how many were disqualified.
fn replay(game: &ReversiXt, record: &Value, at: &str) -> usize {
    let mut state = game.initial();
    let mut outs = 0;
    let number = |v: &Value| v.as_u64().expect("a number") as usize;
    for (i, event) in record["events"].as_array().expect("a list").iter().enumerate() {
        let at = format!("{at}, event {}: {event}", i + 1);
        assert_eq!(game.outcome(&state), None, "{at}: the game goes on");
        if event[0] == "dq" {
            let player = Player::new(number(&event[1]) - 1);
            if event[2] == "invalid move" || event[2] == "timeout during move" {
                assert_eq!(game.to_move(&state), player, "{at}: whose turn it was");
            }
            game.play(&mut state, game.disqualification(player));
            outs += 1;
            continue;
        }
        let player = Player::new(number(&event[0]) - 1);
        assert_eq!(game.to_move(&state), player, "{at}");
        let (x, y, special) = (number(&event[1]), number(&event[2]), number(&event[3]));
        let mv = game.move_at(x, y, special as u8).expect("on the board");
        assert_eq!(game.fault_of(&state, mv), None, "{at}");
        game.play(&mut state, mv);
    }
    if record["complete"] == true {
        assert!(game.outcome(&state).is_some(), "{at}: {}", game.position_text(&state));
    }
    for score in record["scores"].as_array().expect("a list") {
        let player = Player::new(number(&score[0]) - 1);
        assert_eq!(state.stones(player) as usize, number(&score[1]), "{at}, player {player}");
    }
    outs
}
