//! Tests of `chess4::fen4::extra`.

use melee::core::Notation;
use melee::games::chess4::Chess4;

fn with(extra: &str) -> Result<(), String> {
    let fen = format!(
        "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{extra}-6,yK,7/14/14/14/14/3,bP,10/13,gK/bK,13/\
         14/14/14/14/14/7,rK,6"
    );
    let setup = Chess4::default().parse_position(&fen);
    setup.map(|_| ()).map_err(|e| e.to_string())
}

#[test]
fn harmless_extras_are_read() {
    for extra in [
        "{}",
        "{'enPassant':('','c9:d9','','')}",
        "{'gameOver':'','lives':(1,1,1,1), 'resigned':(false,false,false,false)}",
        "{'uniquify':1,'std2pc':true,'zombieType':('a,b:c','','','')}",
        "{'pawnsBaseRank':2,}",
    ] {
        assert_eq!(with(extra), Ok(()), "{extra}");
    }
}

#[test]
fn others_are_refused_with_what_is_wrong() {
    for (extra, why) in [
        ("{'zombies':1}", "extra key 'zombies' is unknown"),
        ("{'lives':1,'lives':1}", "twice"),
        ("{enPassant:('','','','')}", "a key in quotes"),
        ("{'gameOver':'abc}", "a quote that ends"),
        ("{'lives':((((1))))}", "a text, a number"),
        ("{'resigned':(true,false,false,false)}", "'resigned' says"),
        ("{'royal':('e5','','','')}", "'royal' says"),
        ("{'enPassant':('','c9:d9','')}", "four texts"),
        ("{'enPassant':('','c9-d9','','')}", "such as c7:d7"),
        ("{'enPassant':('','c8:d8','','')}", "no pawn of b on d8"),
        ("{'enPassant':('c9:d9','','','')}", "no double step of r"),
        ("{'enPassant':('','c9:d9','','')} x", "nothing after the braces"),
    ] {
        let refusal = with(extra).expect_err(extra);
        assert!(refusal.contains(why), "{extra}: {refusal}");
    }
}
