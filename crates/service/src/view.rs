//! A position as the page draws it. Players count from 1, cells from 0; `openapi.json` of the server
//! describes all fields.
//!
//! The outline of the board is sent only to pages that do not have it yet: they tell the key of the
//! one they have.

use std::hash::{DefaultHasher, Hash, Hasher};

use melee::core::diagram::{Counter, Diagram, Gesture, Hand, MarkKind, Point, Prompt};
use melee::{LinePreview, Outcome, Player, Ply, Position, Scores};
use serde_json::{Value, json};

/// What differs between a position of a game and one that a search thought of.
struct Standing {
    to_move: Option<Player>,
    route: Vec<usize>,
    scores: Scores,
    outcome: Option<Outcome>,
    moves: Vec<(String, Gesture)>,
    counters: Vec<Counter>,
    prompt: Prompt,
    hands: Vec<Hand>,
    ending: &'static str,
    recent: Vec<(Player, Vec<usize>)>,
}

/// A position and, unless it is only looked at, what can be done in it; `known` is the key of the board that the page has.
pub fn view(position: &Position, known: Option<&str>, is_still: bool) -> Value {
    let standing = Standing {
        to_move: position.to_move(),
        route: position.last_route(),
        scores: position.scores(),
        outcome: position.outcome(),
        moves: if is_still { Vec::new() } else { position.gestures() },
        counters: position.counters(),
        prompt: position.prompt(),
        hands: if is_still { Vec::new() } else { position.hands() },
        ending: position.ending(),
        recent: position.recent_routes(),
    };
    draw(position, &position.diagram(false), standing, known)
}

/// A position of a search tree below this one: there is nothing to be done in it.
pub(crate) fn preview(position: &Position, line: LinePreview, known: Option<&str>) -> Value {
    let standing = Standing {
        to_move: line.to_move,
        route: line.route,
        scores: line.scores,
        outcome: line.outcome,
        moves: Vec::new(),
        counters: Vec::new(),
        prompt: Prompt::default(),
        hands: Vec::new(),
        ending: "",
        recent: Vec::new(),
    };
    draw(position, &line.diagram, standing, known)
}

fn draw(position: &Position, diagram: &Diagram, now: Standing, known: Option<&str>) -> Value {
    let marked = |kind: MarkKind| -> Value {
        let marks = diagram.marks.iter();
        let marks = marks.filter(|mark| mark.kind == kind);
        marks.map(|mark| mark.cell).collect()
    };
    let cells = diagram.cells.iter().enumerate();
    let shades = cells.filter_map(|(i, cell)| (cell.shade != 0).then_some((i, cell.shade)));
    let pieces = diagram.pieces.iter();
    let pieces = pieces.map(|piece| json!([piece.cell, piece.owner.map_or(0, number), piece.glyph]));
    let edges = diagram.edges.iter();
    let plies = position.movers().into_iter().zip(position.plies());
    let counters = now.counters.into_iter();
    let game = position.game();
    json!({
        "game": game.name(),
        "players": game.players(),
        "board": board(diagram, known),
        "shades": shades.map(|shade| json!(shade)).collect::<Value>(),
        "pieces": pieces.collect::<Value>(),
        "edges": edges.map(|edge| json!([corner(edge.from), corner(edge.to)])).collect::<Value>(),
        "last": marked(MarkKind::LastMove),
        "winning": marked(MarkKind::Winning),
        "threatened": marked(MarkKind::Threatened),
        "recent": now.recent.iter()
            .map(|(player, route)| json!({"player": number(*player), "route": route}))
            .collect::<Value>(),
        "route": now.route,
        "to_move": now.to_move.map(number),
        "moves": now.moves.into_iter().map(legal_move).collect::<Value>(),
        "plies": plies.map(|(player, mv)| ply(&Ply { player, mv })).collect::<Value>(),
        "alive": position.alive(),
        "counters": counters
            .map(|count| json!({"name": count.name, "values": count.values}))
            .collect::<Value>(),
        "prompt": json!({"phase": now.prompt.phase, "ask": now.prompt.ask}),
        "hands": now.hands.iter().map(hand).collect::<Value>(),
        "scores": now.scores.as_slice(),
        "outcome": now.outcome.map(|outcome| json!({
            "ranks": outcome.ranks(),
            "points": outcome.all_points(),
            "reason": now.ending,
        })),
        "pos": position.text(),
    })
}

/// A move with who makes it.
pub(crate) fn ply(ply: &Ply<String>) -> Value {
    json!({"player": number(ply.player), "move": ply.mv})
}

pub(crate) fn number(player: Player) -> usize {
    player.index() + 1
}

fn legal_move((text, gesture): (String, Gesture)) -> Value {
    let mut legal = json!({"move": text, "paths": gesture.paths, "route": gesture.route});
    if let Some(choice) = gesture.choice {
        legal["choice"] = json!(choice);
    }
    if !gesture.question.is_empty() {
        legal["question"] = json!(gesture.question);
    }
    if !gesture.shifts.is_empty() {
        legal["shifts"] = json!(gesture.shifts);
    }
    if gesture.leaves {
        legal["leaves"] = json!(true);
    }
    legal
}

fn hand(hand: &Hand) -> Value {
    let pieces = hand.pieces.iter();
    let pieces = pieces.map(|piece| json!({"name": piece.name, "squares": piece.squares}));
    json!({
        "player": hand.owner.map_or(0, number),
        "glyph": hand.glyph,
        "to_move": hand.is_to_move,
        "pieces": pieces.collect::<Value>(),
    })
}

fn corner(point: Point) -> [f64; 2] {
    [point.x, point.y].map(|v| (f64::from(v) * 1000.0).round() / 1000.0)
}

fn board(diagram: &Diagram, known: Option<&str>) -> Value {
    let mut hasher = DefaultHasher::new();
    let bits = |point: &Point| (point.x.to_bits(), point.y.to_bits());
    for cell in &diagram.cells {
        cell.id.hash(&mut hasher);
        cell.polygon.iter().for_each(|p| bits(p).hash(&mut hasher));
    }
    for label in &diagram.labels {
        (&label.text, bits(&label.at)).hash(&mut hasher);
    }
    let key = format!("{:016x}", hasher.finish());
    if known == Some(key.as_str()) {
        return json!({"key": key});
    }
    let cells = diagram.cells.iter().map(|cell| {
        let points = cell.polygon.iter().copied().map(corner);
        json!({"id": cell.id, "points": points.collect::<Vec<_>>()})
    });
    let labels = diagram.labels.iter();
    let labels = labels.map(|label| json!({"at": corner(label.at), "text": label.text}));
    json!({
        "key": key,
        "cells": cells.collect::<Vec<_>>(),
        "labels": labels.collect::<Vec<_>>(),
    })
}
