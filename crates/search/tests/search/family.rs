//! Tests of `tree::family`.

use melee_search::Algorithm;
use melee_search::tree::*;

fn policy(name: &str) -> String {
    let variants = AlphaBetaFamily.variants();
    let listed = variants.into_iter().find(|variant| variant.name == name);
    let settings = match listed {
        Some(variant) => variant.settings,
        None => AlphaBetaFamily.read_name(name).expect("a pattern").expect(name).1,
    };
    settings.policy.to_string()
}

#[test]
fn policies_by_name() {
    for (given, meant) in [
        ("alphabeta", "paranoid"),
        ("brs", "brs"),
        ("brs+", "brs+"),
        ("brs(1,0)", "brs"),
        ("brs(1,C-1)", "brs+"),
        ("brs(C-1,1)", "brs(C-1,1)"),
        ("brs(C-1,0)", "brs(C-1,0)"),
        ("brs(2, C-2)", "brs(2,C-2)"),
        ("brs(2,1)", "brs(2,C-2)"),
        ("brs(2,0)", "brs(2,0)"),
        ("brs(0,C)", "brs(0,C)"),
        ("brs(C,0)", "paranoid"),
    ] {
        assert_eq!(policy(given), meant, "{given}");
    }
    for bad in ["brs(1,255)", "brs(2,C-1)", "brs(x,0)", "brs(2", "brs(8,0)"] {
        assert!(AlphaBetaFamily.read_name(bad).expect("a pattern").is_err(), "{bad}");
    }
}
