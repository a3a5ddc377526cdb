//! `melee site`; the site itself is tested in a browser (`.ci/site`).

use std::fs;

use super::{done, refusal};

/// A module of nothing but a version.
fn engine(version: &str) -> Vec<u8> {
    let name = b"melee-engine";
    let section = [&[name.len() as u8][..], name, version.as_bytes()].concat();
    [b"\0asm\x01\0\0\0", &[0, section.len() as u8][..], &section].concat()
}

#[test]
fn a_site_has_the_page_and_its_engine_and_takes_the_place_of_an_older_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("engine.wasm");
    fs::write(&file, engine(env!("CARGO_PKG_VERSION"))).expect("written");
    let out = folder.path().join("new/site");
    let args = ["site", "--wasm", file.to_str().expect("a name"), "--out", out.to_str().expect("a name")];
    for _ in 0..2 {
        let said = done(&args);
        assert!(said.contains(" files, ") && said.lines().count() == 1, "{said}");
    }
    let page = fs::read_to_string(out.join("index.html")).expect("the page");
    assert!(page.contains("data-engine=\"engine.wasm\""));
    assert_eq!(fs::read(out.join("engine.wasm")).expect("the engine"), engine(env!("CARGO_PKG_VERSION")));
    assert!(out.join("js/main.js").is_file());
}

#[test]
fn without_an_engine_of_this_version_there_is_no_site() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("site");
    let out = out.to_str().expect("a name");
    assert!(refusal(&["site"]).contains("--out"));
    let file = folder.path().join("engine.wasm");
    let name = file.to_str().expect("a name");
    assert!(refusal(&["site", "--out", out, "--wasm", name]).contains(name));
    fs::write(&file, "a text").expect("written");
    assert!(refusal(&["site", "--out", out, "--wasm", name]).contains("no engine for the browser"));
    fs::write(&file, engine("0.0.0")).expect("written");
    let refused = refusal(&["site", "--out", out, "--wasm", name]);
    assert!(refused.contains("an engine of Melee 0.0.0, expected"), "{refused}");
    assert!(!folder.path().join("site").exists(), "nothing is written");
    fs::write(&file, engine(env!("CARGO_PKG_VERSION"))).expect("written");
    assert!(refusal(&["site", "--out", name, "--wasm", name]).contains(name), "a file is no folder");
}
