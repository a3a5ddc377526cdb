// Moves that are more than a step: where they occur, which they are, and what they do.

import { ask } from './harness.mjs';

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

/** A place, the moves that are to be made one after another, and how many pieces the last of them adds. */
export const OTHERS = {
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
};
