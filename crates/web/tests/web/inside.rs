//! A look into the networks that come with games.

use crate::running::Running;
use serde_json::{Value, json};

fn inside(place: &Value) -> Value {
    let server = Running::default();
    server.post("/api/inside", &json!({ "place": place }).to_string()).json()["net"].clone()
}

#[test]
fn a_network_tells_shares_and_what_each_piece_does_to_them() {
    // One marble more than the other, and to move.
    let ahead = inside(&json!({"game": "abalone", "pos": "wwwww/wwwww1/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 1"}));
    let share = |of: &str| ahead[of][0].as_f64().expect("a share");
    assert!(share("shares") > 0.6 && share("by_hand") > 0.5, "{ahead}");
    let without = ahead["without"].as_array().expect("a list");
    assert!(!without.is_empty(), "{ahead}");
    for piece in without {
        let changes: Vec<f64> = piece["changes"].as_array().expect("a list").iter().filter_map(Value::as_f64).collect();
        // Shares are rounded down to millionths.
        assert!(changes.len() == 2 && (changes[0] + changes[1]).abs() < 1e-5, "{piece}");
    }
}

#[test]
fn where_there_is_no_network_nothing_is_told() {
    assert_eq!(inside(&json!({"game": "blokus", "players": 3})), Value::Null);
    assert_eq!(inside(&json!({"game": "connect4", "size": "5x4"})), Value::Null);
    let over = json!({"game": "connect4", "moves": ["4", "5", "4", "5", "4", "5", "4"]});
    assert_eq!(inside(&over), Value::Null);
}
