//! Requests to the page's server, over a socket.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use melee::core::diagram::Piece;
use melee_web::{Config, Server};
use serde_json::{Value, json};

use crate::input::{Input, directory, with_text};
use crate::specs::opened;

/// What can be asked. Matches are only looked at: one that is started would go on beside the next request.
const ASKED: [(&str, &str); 12] = [
    ("POST", "/api/position"),
    ("POST", "/api/export"),
    ("POST", "/api/import"),
    ("POST", "/api/think"),
    ("POST", "/api/tree"),
    ("POST", "/api/solve"),
    ("POST", "/api/review"),
    ("POST", "/api/matches/none/games"),
    ("GET", ""),
    ("POST", "/api/kit"),
    ("POST", "/api/setup"),
    ("POST", "/api/why"),
];

/// One server for all requests; its searches are short.
fn address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| {
        let config = Config {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            workers: 1,
            longest: Duration::from_millis(5),
            table_bytes: 1 << 20,
            matches: directory().join("matches"),
            ..Config::default()
        };
        let server = Server::bind(config).expect("a free port");
        let address = server.address();
        std::thread::spawn(move || server.run(&AtomicBool::new(false)));
        address
    })
}

/// An answer: its status and its body, whole or in chunks.
fn answer(stream: &mut BufReader<TcpStream>) -> Option<(u16, Vec<u8>)> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let (mut length, mut in_chunks) = (0, false);
    loop {
        line.clear();
        stream.read_line(&mut line).ok()?;
        let (name, value) = line.trim_end().split_once(": ").unwrap_or_default();
        match name {
            "" => break,
            "content-length" => length = value.parse().ok()?,
            "transfer-encoding" => in_chunks = true,
            _ => {}
        }
    }
    let mut body = Vec::new();
    loop {
        if in_chunks {
            line.clear();
            stream.read_line(&mut line).ok()?;
            length = u64::from_str_radix(line.trim_end(), 16).ok()?;
        }
        let before = body.len() as u64;
        stream.by_ref().take(length).read_to_end(&mut body).ok()?;
        assert_eq!(body.len() as u64, before + length, "the answer is whole");
        if in_chunks {
            line.clear();
            stream.read_line(&mut line).ok()?;
        }
        if !in_chunks || length == 0 {
            return Some((status, body));
        }
    }
}

/// Sends a request over the connection of this thread; over a new one if the server has closed it since.
fn ask(request: &[u8]) -> Option<(u16, Vec<u8>)> {
    thread_local! {
        static OPEN: Cell<Option<BufReader<TcpStream>>> = const { Cell::new(None) };
    }
    let mut send = |mut stream: BufReader<TcpStream>| {
        stream.get_mut().write_all(request).ok()?;
        let answer = answer(&mut stream)?;
        OPEN.set(Some(stream));
        Some(answer)
    };
    OPEN.take().and_then(&mut send).or_else(|| {
        let stream = TcpStream::connect(address()).ok()?;
        stream.set_nodelay(true).ok()?;
        // No answer is a wrong one.
        stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
        send(BufReader::new(stream))
    })
}

/// Every request is answered, and never by an error of the server's own.
pub(crate) fn check(data: &[u8]) {
    let mut input = Input(data);
    let (method, path) = *input.one_of(&ASKED);
    let (path, body) = if path.is_empty() {
        // What may stand in the first line of a request.
        let odd = |byte: &u8| byte.is_ascii_graphic();
        let path: Vec<u8> = input.0.iter().copied().filter(odd).collect();
        (format!("/{}", String::from_utf8_lossy(&path)), &[][..])
    } else {
        (path.to_string(), input.0)
    };
    let (host, length) = (address(), body.len());
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}"
    );
    let request = [head.as_bytes(), b"\r\n\r\n", body].concat();
    let (status, said) = ask(&request).unwrap_or_else(|| panic!("no answer to {method} {path}"));
    assert!(status < 500 || status == 503, "{status}: {}", String::from_utf8_lossy(&said));
    // What is no path at all is refused before anybody has looked at it.
    if (400..500).contains(&status) && method == "POST" {
        let said: Value = serde_json::from_slice(&said).expect("JSON");
        let error = said["error"].as_str().expect("what is wrong");
        assert!(!error.is_empty(), "{error:?}");
    }
}

pub(crate) fn samples() -> Vec<Vec<u8>> {
    let mut samples =
        vec![with_text(&[8], "api/games"), with_text(&[8], "api/matches/%2e%2e%2fx"), with_text(&[8], "")];
    for game in opened() {
        let start = game.start();
        let place = json!({"game": game.name(), "players": game.players(), "moves": [start.moves()[0]]});
        let mut ask = |number: u8, body: Value| samples.push(with_text(&[number], &body.to_string()));
        ask(0, json!({"place": place}));
        ask(1, json!({"place": place}));
        ask(2, json!({"place": {"game": game.name()}, "text": start.text()}));
        ask(3, json!({"place": place, "seat": "random", "seed": 1}));
        ask(4, json!({"place": place, "seat": "paranoid@d1+20", "nodes": 20}));
        let pieces = start.diagram(false).pieces;
        let piece = |piece: &Piece| json!([piece.cell, piece.owner.map_or(0, |owner| owner.index() + 1), piece.glyph]);
        let pieces: Vec<Value> = pieces.iter().take(30).map(piece).collect();
        ask(9, json!({"place": place}));
        ask(10, json!({"place": {"game": game.name(), "players": game.players()}, "pieces": pieces, "to_move": 1}));
        ask(11, json!({"place": place, "cells": [0, 1]}));
    }
    samples.push(with_text(&[7], r#"{"from": 0, "count": 2}"#));
    samples
}

pub(crate) fn words() -> Vec<String> {
    let fields =
        ["place", "game", "players", "start", "pos", "moves", "board", "line", "player", "move", "seat", "clock"];
    let fields =
        fields.iter().chain(&["left", "increment", "session", "seed", "text", "nodes", "pieces", "to_move", "cells"]);
    let games = opened().iter().map(|game| format!("\"{}\"", game.name()));
    let mut words: Vec<String> = fields.map(|name| format!("\"{name}\":")).chain(games).collect();
    words.sort();
    words.dedup();
    words
}
