//! Trees written as text.

use melee_core::{Game, Rest, Searchers};
use melee_testkit::textbook::{best_reply, minimax};
use melee_testkit::tree::{TreeGame, TreeKnowledge, TreeState};

use crate::input::{Input, one_line, with_text};

/// No deeper than any figure.
const DEPTH: u32 = 6;
/// Larger trees take the textbook's searches too long.
const LARGEST: usize = 200;

pub(crate) fn check(data: &[u8]) {
    let mut input = Input(data);
    let players = 2 + usize::from(input.byte()) % 3;
    let game = match TreeGame::read(&input.text(), players) {
        Ok(game) => game,
        Err(error) => return one_line(&error),
    };
    let mut nodes = 0;
    if !walk(&game, game.initial(), &mut nodes) {
        return;
    }
    let (knowledge, start) = (TreeKnowledge::default(), game.initial());
    let paranoid = best_reply(&game, &knowledge, &start, DEPTH, Searchers::All, Rest::Bmom);
    if players == 2 {
        assert_eq!(minimax(&game, &knowledge, &start, DEPTH), paranoid, "with two players paranoid is minimax");
    }
}

/// Moves are taken back exactly. False for a tree that is too large, or in which somebody has no move: some figures
/// have moves for players out of turn only.
fn walk(game: &TreeGame, state: TreeState, nodes: &mut usize) -> bool {
    *nodes += 1;
    if game.outcome(&state).is_some() {
        return true;
    }
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    if moves.is_empty() || *nodes > LARGEST {
        return false;
    }
    moves.into_iter().all(|mv| {
        let mut after = state;
        let undo = game.play(&mut after, mv);
        let is_small = walk(game, after, nodes);
        game.undo(&mut after, undo);
        assert_eq!(after, state, "move {mv} is taken back");
        is_small
    })
}

pub(crate) fn samples() -> Vec<Vec<u8>> {
    vec![
        with_text(&[0], "A(B(D(H=8 I=5) E(J=10 K=7)) C(F(L=2 M=4) G(N=9 O=1)))"),
        with_text(&[1], "(a(b=1,2,3 c=-4,5,6) 3:d(e=0,0,0) f=7,8,9)"),
        with_text(&[2], "()"),
    ]
}

pub(crate) fn words() -> Vec<String> {
    ["(", ")", "=", ",", " ", "1:", "2:", "-", "2147483647"].map(String::from).to_vec()
}
