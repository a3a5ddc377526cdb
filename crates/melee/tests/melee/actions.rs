//! Moves by number: different for different moves, the same for the same, and as many as were promised.

use std::collections::HashMap;

use melee::{GameOptions, Player, Registry};

#[test]
fn actions_are_moves_in_every_game() {
    for info in Registry::standard().games() {
        for players in info.description.players.iter() {
            let Ok(game) = info.open(&GameOptions::default().for_players(players)) else { continue };
            let mut position = game.start();
            for ply in 0..60usize {
                let (moves, actions) = (position.moves(), position.actions());
                assert_eq!(moves.len(), actions.len(), "{}", info.name);
                assert!(actions.iter().all(|&action| action < game.action_count()), "{}: {actions:?}", info.name);
                let of_action: HashMap<_, _> = actions.iter().zip(&moves).collect();
                assert_eq!(of_action.len(), moves.len(), "{}: an action is one move", info.name);
                let Some(place) = (ply * 7919 + players).checked_rem(moves.len()) else { break };
                let mut other = position.clone();
                assert!(position.play_nth(place) && other.play_action(actions[place]));
                assert_eq!(position.plies().last(), Some(&moves[place]), "{}", info.name);
                assert_eq!((position.plies(), position.key()), (other.plies(), other.key()), "{}", info.name);
            }
            assert!(!position.play_action(game.action_count()), "{}: beyond all numbers", info.name);
        }
    }
}

#[test]
fn pieces_that_a_pawn_becomes_are_different_actions() {
    let game = melee::open("chess4").expect("a game");
    let text = "R-0,0,1,1-0,0,0,0-0,0,0,0-0,0,0,0-0-14/6,rP,7/14/14/14/14/14/bK,13/14/14/14/14/14/7,rK,6";
    let position = game.position(text).expect("a pawn one step from the last row");
    let numbered: Vec<(String, usize)> = position.moves().into_iter().zip(position.actions()).collect();
    let promotions: Vec<_> = numbered.iter().filter(|(mv, _)| mv.starts_with("g13g14")).collect();
    assert_eq!(promotions.len(), 4);
    for (mv, action) in promotions {
        let mut after = position.clone();
        assert!(after.play_action(*action));
        assert_eq!(after.plies(), std::slice::from_ref(mv));
    }
}

#[test]
fn everybody_sees_a_position_for_himself() {
    let position = melee::open("connect4").expect("a game").position("44").expect("a position");
    let [own, others] = [0, 1].map(|player| position.active_inputs(Player::new(player)));
    assert_ne!(own, others);
    assert_eq!(position.game().input_count(), position.game().inputs().map(|inputs| inputs.count));
}
