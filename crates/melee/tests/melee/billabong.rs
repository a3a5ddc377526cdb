//! Races that are as good as won must be won.

use melee::core::Player;
use melee::search::Limits;

/// Who has two pieces left brings them home, though the others only play the first move that comes.
#[test]
fn a_won_race_is_brought_home_against_whoever_only_waits() {
    const NODES: u64 = 2_000;
    let endings = [
        ("i2:1,k3:1,a5:1,x2|l12:1,i4:1,x3 1", 1),
        ("i2:1,k3:1,a5:1,x2|l12:1,i4:1,x3 2", 1),
        ("l12:1,i4:1,x3|i2:1,k3:1,a5:1,x2 1", 0),
        ("a9:0,b10:0,c11:0,a5:0,x1|i2:1,k3:1,b4:1,x2|l12:1,i4:1,x3 3", 2),
    ];
    for (text, winner) in endings {
        let game = melee::open("billabong").expect("known");
        let mut position = game.position_of_any(text).expect("a position");
        let mut engine = position.game().engine("best").expect("known");
        let mut plies = 0;
        while let Some(player) = position.to_move() {
            assert!(plies < 300, "{text}: nobody comes home");
            if player.index() == winner {
                engine.take_turn(&mut position, Limits::nodes(NODES)).expect("a move");
            } else {
                let mv = position.moves()[0].clone();
                position.play(&mv).expect("a move");
            }
            plies += 1;
        }
        let outcome = position.outcome().expect("the race is over");
        assert_eq!(outcome.winner(), Some(Player::new(winner)), "{text}");
    }
}
