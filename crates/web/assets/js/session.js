// A game in the page: where it began, the tree of moves that were tried, and the move one looks at.
// The address holds it all but the side lines; those live in this tab's storage.

import { post } from './api.js';
import { boardKey } from './board.js';
import { firstGame } from './games.js';

/** What an address holds beside the place; everything else in it are the game's own options. */
const NOT_OF_PLACE = ['moves', 'at', 'seats', 'clock'];

/** Moves in an address: joined by a sign that none of them has. No move has a space in it. */
const joinMoves = (moves) =>
  moves.some((move) => move.includes('_')) ? moves.map((move) => `${move} `).join('') : moves.join('_');
const splitMoves = (text) => text.split(text.includes(' ') ? ' ' : '_').filter(Boolean);

class Node {
  constructor(parent, move, player) {
    Object.assign(this, { parent, move, player, children: [], view: null });
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /** The moves from the start to here. */
  moves() {
    const moves = [];
    for (let node = this; node.parent; node = node.parent) moves.push(node.move);
    return moves.reverse();
  }

  child(move) {
    return this.children.find((child) => child.move === move);
  }

  /** The last node of the main line from here. */
  end() {
    let node = this;
    while (node.children.length) node = node.children[0];
    return node;
  }
}

/** Reads a session's part of the address: {place, moves, at}. */
export function placeOf(params) {
  const place = { game: params.get('game') ?? firstGame() };
  for (const [name, value] of params) if (!NOT_OF_PLACE.includes(name)) place[name] = value;
  if (place.players !== undefined) place.players = Number(place.players) || undefined;
  const moves = splitMoves(params.get('moves') ?? '');
  const at = params.has('at') ? Number(params.get('at')) : moves.length;
  return { place, moves, at: Math.max(0, Math.min(moves.length, at || 0)) };
}

/** The address of a place: a URLSearchParams. */
export function paramsOf(place, moves = [], at = moves.length) {
  const { game, moves: _, ...rest } = place;
  const params = new URLSearchParams({ game });
  for (const [name, value] of Object.entries(rest)) if (value !== undefined && value !== null) params.set(name, value);
  if (moves.length) params.set('moves', joinMoves(moves));
  if (at !== moves.length) params.set('at', at);
  return params;
}

/** The view of a position, as POST /api/position gives it. */
export function askView(place, moves, line) {
  return post('position', { place: { ...place, moves }, board: boardKey(), line });
}

/** Tells games apart, so that the server can keep the engines of one from move to move. */
const newId = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

export class Session extends EventTarget {
  constructor() {
    super();
    this.place = { game: firstGame() };
    this.id = newId();
    this.root = new Node(null, null, null);
    this.node = this.root;
    this.asked = 0;
  }

  get view() {
    return this.node.view;
  }

  /** Begins anew: a place, the moves of its line, and which of them is shown. */
  async load(place, moves = [], at = moves.length) {
    const root = new Node(null, null, null);
    const clean = { ...place };
    delete clean.moves;
    // One request tells whether all moves are legal.
    const last = await post('position', { place: { ...clean, moves }, board: boardKey() });
    this.place = clean;
    this.id = newId();
    this.root = root;
    let node = root;
    for (const move of moves) {
      const child = new Node(node, move, null);
      node.children.push(child);
      node = child;
    }
    node.view = last;
    for (let past = node, i = last.plies.length - 1; past.parent; past = past.parent, i -= 1)
      past.player = last.plies[i]?.player ?? null;
    node = root;
    for (let i = 0; i < at; i += 1) [node] = node.children;
    this.node = root;
    await this.go(node, { quiet: true });
    this.dispatchEvent(new CustomEvent('load'));
    this.changed();
  }

  /** The current place with its moves, for requests. */
  get here() {
    return { ...this.place, moves: this.node.moves() };
  }

  async viewOf(node) {
    if (!node.view) node.view = await askView(this.place, node.moves());
    return node.view;
  }

  /** Shows another node. Late answers to older questions are dropped. */
  async go(node, { animate = false, quiet = false } = {}) {
    const question = ++this.asked;
    await this.viewOf(node);
    if (question !== this.asked) return false;
    this.node = node;
    if (!quiet) this.changed({ animate });
    return true;
  }

  /** Makes a move: goes on in the line, or opens a side line. */
  async play(move, { animate = true } = {}) {
    const { node } = this;
    let child = node.child(move);
    const isNew = !child;
    if (isNew) child = new Node(node, move, node.view?.to_move ?? null);
    await this.viewOf(child);
    if (this.node !== node) return false;
    if (isNew) node.children.push(child);
    return this.go(child, { animate });
  }

  back() {
    return this.node.parent ? this.go(this.node.parent) : false;
  }

  forward() {
    return this.node.children.length ? this.go(this.node.children[0], { animate: true }) : false;
  }

  first() {
    return this.go(this.root);
  }

  last() {
    return this.go(this.node.end());
  }

  /** The next or previous side line at the same place. */
  sibling(by) {
    const line = this.node.parent?.children ?? [];
    const other = line[line.indexOf(this.node) + by];
    return other ? this.go(other) : false;
  }

  /** The line through this node becomes the main line. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const line = at.parent.children;
      line.unshift(...line.splice(line.indexOf(at), 1));
    }
    this.changed();
  }

  /** Removes a node and what follows. */
  async remove(node) {
    const { parent } = node;
    if (!parent) return;
    let inside = false;
    for (let at = this.node; at; at = at.parent) inside ||= at === node;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (inside) await this.go(parent);
    else this.changed();
  }

  /** The address of the line through the current node. */
  params() {
    const moves = this.node.end().moves();
    return paramsOf(this.place, moves, this.node.ply);
  }

  changed(detail = {}) {
    this.dispatchEvent(new CustomEvent('change', { detail }));
  }

  /** All lines as plain data, and back: side lines survive a reload. */
  pack() {
    const pack = (node) => node.children.map((child) => [child.move, pack(child)]);
    return { place: this.place, lines: pack(this.root) };
  }

  unpack(data) {
    if (JSON.stringify(data?.place) !== JSON.stringify(this.place)) return;
    const unpack = (node, lines) => {
      for (const [move, rest] of lines) {
        let child = node.child(move);
        if (!child) {
          child = new Node(node, move, null);
          node.children.push(child);
        }
        unpack(child, rest);
      }
    };
    unpack(this.root, data.lines);
    this.changed();
  }
}
