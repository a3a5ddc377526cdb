// Moves that are more than a step: where they occur, which they are, and what they do.

import { PROMOTION, ask } from './harness.mjs';

export const SPECIALS = { game: 'reversixt', start: 'specials' };

/** A position as the server tells it. */
export const look = (url, place, moves) => ask(url, 'position', { place: { ...place, moves } });
const ownerAt = (view, cell) => view.pieces.find(([at]) => at === cell)?.[1] ?? 0;
/** What is printed on a tile where a stone can be put; bombs may be thrown there, too. */
const signAt = (view, cell) =>
  view.prompt.phase === 'stones' && view.pieces.find(([at, owner]) => at === cell && !owner)?.[2];
const target = ({ paths }) => paths[0]?.at(-1);
const counted = (view, name, player) => view.counters.find((counter) => counter.name === name).values[player - 1];

/** Which moves are special, and what they do: `before` and `after` are views, `mover` has made it. */
export const KINDS = {
  choice: {
    is: (view, move) => signAt(view, target(move)) === 'c',
    does: () => true,
  },
  bonus: {
    is: (view, move) => signAt(view, target(move)) === 'b',
    does: (before, after, mover) =>
      counted(after, 'bombs', mover) + counted(after, 'override stones', mover) >
      counted(before, 'bombs', mover) + counted(before, 'override stones', mover),
  },
  inversion: {
    is: (view, move) => signAt(view, target(move)) === 'i',
    does: (before, after, mover) =>
      before.pieces.some(([cell, owner]) => owner === mover && ![0, mover].includes(ownerAt(after, cell))),
  },
  override: {
    is: (view, move) => view.prompt.phase === 'stones' && ownerAt(view, target(move)) > 0,
    does: (before, after, mover) =>
      counted(after, 'override stones', mover) === counted(before, 'override stones', mover) - 1,
  },
  expansion: {
    is: (view, move) => signAt(view, target(move)) === 'x',
    does: (before, after, mover) =>
      counted(after, 'override stones', mover) === counted(before, 'override stones', mover) - 1,
  },
  bomb: {
    is: (view) => view.prompt.phase === 'bombs',
    does: (before, after, mover) => counted(after, 'bombs', mover) === counted(before, 'bombs', mover) - 1,
  },
};

/** Plays by chance, but always alike, until every kind has come: {kind: {moves, move}}. */
export async function findAll(url) {
  const found = {};
  for (let seed = 1; seed < 20 && Object.keys(found).length < Object.keys(KINDS).length; seed += 1) {
    const moves = [];
    let chance = seed;
    for (
      let view = await look(url, SPECIALS, moves);
      view.to_move && moves.length < 200;
      view = await look(url, SPECIALS, moves)
    ) {
      for (const [kind, { is }] of Object.entries(KINDS)) {
        const move = found[kind] ? null : view.moves.find((one) => one.paths.length && is(view, one));
        if (move) found[kind] = { moves: [...moves], move };
      }
      chance = (chance * 48271) % 2147483647;
      moves.push(view.moves[chance % view.moves.length].move);
    }
  }
  return found;
}

/** All of Red's castlings are open. */
const CASTLING = {
  game: 'chess4',
  pos: 'R-0,0,0,0-1,0,0,0-1,0,0,0-0,0,0,0-0-7,yK,6/14/14/14/14/14/14/bK,12,gK/14/14/14/14/14/3,rR,3,rK,2,rR,3',
};

/**
 * A place, the moves that are to be made one after another, how many pieces the last of them adds, and what the page
 * then says of some cells.
 */
export const OTHERS = {
  'the king castles short in four-player chess': {
    place: CASTLING,
    line: ['h1j1'],
    pieces: 0,
    cells: { j1: /king/, i1: /rook/, k1: /^k1$/ },
  },
  'the king castles long in four-player chess': {
    place: CASTLING,
    line: ['h1f1'],
    pieces: 0,
    cells: { f1: /king/, g1: /rook/, d1: /^d1$/ },
  },
  'a pawn becomes a knight in four-player chess': {
    place: { game: 'chess4', pos: PROMOTION },
    line: ['j13j14n'],
    pieces: 0,
    cells: { j14: /red.* knight/ },
  },
  'a pawn is taken in passing in four-player chess': {
    place: {
      game: 'chess4',
      pos: 'R-0,1,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-7,yK,6/14/14/14/14/14/14/14/14/14/8,yP,5/14/7,rP,6/3,rK,10',
    },
    line: ['h2h4', 'i4h3'],
    pieces: -1,
    cells: { h3: /yellow.* pawn/, h4: /^h4$/ },
  },
  'two pawns are taken at once in four-player chess': {
    place: {
      game: 'chess4',
      pos:
        'B-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-7,yK,6/14/14/14/14/2,yR,11/3,gP,9,gK/1,bP,12/bK,2,gP,10/' +
        '14/14/14/14/7,rK,6',
    },
    line: ['b7d7', 'c9c7', 'd8c7e'],
    pieces: -2,
  },
  'who has no move in four-player chess passes': {
    place: {
      game: 'chess4',
      pos: 'B-0,0,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-7,yK,6/14/14/14/14/14/14/bK,13/14/14/14/5,bQ,8/14/3,rK,10',
    },
    line: ['f3e3', 'h14h13', 'pass'],
    pieces: 0,
  },
  'who is blocked in Chinese Checkers passes': {
    place: {
      game: 'chinese-checkers',
      players: 3,
      pos: '1/2/3/6C3/6C2/6C1/7/8/2BBCCC2/3BBBB3/AAA/AA/A 1 0',
    },
    line: ['pass'],
    pieces: 0,
  },
  'who is shut in passes in Abalone': {
    place: { game: 'abalone', pos: '5/6/7/8/9/8/3www1/2wwww/wwwwb b 0 0' },
    line: ['pass'],
    pieces: 0,
  },
  'a marble is pushed off the board in Abalone': {
    place: { game: 'abalone', pos: '5/6/7/8/9/8/7/6/wbb2 b 0 0' },
    line: ['A3A2'],
    pieces: -1,
    cells: { A1: /black/, A3: /^A3, last move$/ },
  },
  'a piece of the reserve is entered in Focus': {
    place: { game: 'focus', players: 2, pos: '4/6/8/1(rgr)2(ggrr)3/8/8/1g4/4 r 2,0 0,3/0,0 60' },
    line: ['r:c1'],
    pieces: 1,
    cells: { c1: /red/ },
  },
  'the lowest of a stack that is too high are taken off in Focus': {
    place: { game: 'focus', players: 2, pos: '4/6/8/1(rgr)2(ggrr)3/8/8/1g4/4 r 0,0 0,0/0,0 60' },
    line: ['b5-e5'],
    pieces: -2,
    cells: { e5: /red/, 'e5.5': /red/, b5: /^b5, last move$/ },
  },
};
