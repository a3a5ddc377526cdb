// What the board shows while somebody makes a move: what is picked, where it can go, what would stand there.

import { look } from '../games.js';
import { prefs } from '../prefs.js';

/** More hints than this say nothing. */
const MOST_HINTS = 200;

/** Of cells where a move can end, those where its piece leaves the board. */
const exitsOf = (gesture, cells, path) => cells.filter((cell) => gesture.meant(cell, path).some((move) => move.leaves));

/** The marks for a gesture, and a cell that is pointed at or null. */
export function marksFor(gesture, hovered, view) {
  if (gesture.path.length) {
    const targets = [...gesture.next()];
    const [move] = hovered === null ? [] : gesture.meant(hovered);
    const lifted = move?.shifts?.map(([from]) => from) ?? [];
    return {
      selected: [...new Set([...gesture.selected, ...lifted])],
      targets,
      exits: exitsOf(gesture, targets),
      route: move?.route,
    };
  }
  if (hovered !== null && gesture.canStart(hovered)) {
    const next = [...gesture.next([hovered])];
    const [done] = gesture.meant(hovered, []);
    if (done && !next.length) return { ghost: ghost(done, view) };
    const targets = prefs.legal ? next : [];
    return { selected: gesture.lifted(hovered), targets, exits: exitsOf(gesture, targets, [hovered]) };
  }
  return { hints: prefs.legal ? hints(gesture) : [] };
}

/** Where a piece can be put, if that is all there is to a move. */
function hints({ moves }) {
  const isSingle = moves.every((move) => move.paths.every((path) => path.length === 1));
  if (!isSingle || moves.length > MOST_HINTS) return [];
  return [...new Set(moves.flatMap((move) => move.route.slice(-1)))];
}

/** A stone that would be put there. */
function ghost(move, view) {
  const cell = move.route.at(-1);
  const isTaken = view.pieces.some(([at, owner]) => at === cell && owner);
  if (cell === undefined || look(view.game).pieces === 'chess' || isTaken) return undefined;
  const own = view.pieces.find(([, owner]) => owner === view.to_move);
  return { cell, owner: view.to_move, glyph: own?.[2] ?? String(view.to_move) };
}
