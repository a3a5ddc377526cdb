// Where the nodes of a drawn tree are: leaves side by side, every other node above the middle of its children.

import { t } from '../model/text.js';
import { nodeValue } from './words.js';

const NARROWEST = 50;
const LETTER = 6.9;
const MOST_STUBS = 3;

/** What is drawn of a node's cut moves: none before they are cut. */
function stubsOf(view, i) {
  const { cut } = view.nodes[i];
  if (!cut.length || !view.isKnown(i) || view.folded.has(i)) return [];
  return cut.length > MOST_STUBS ? [t('tree.more', { count: cut.length })] : cut;
}

/** Columns and levels of what is seen of a tree view. */
export function layOut(view) {
  const at = new Map();
  const stubs = [];
  let column = 0;
  let deepest = 0;
  const place = (i, level) => {
    deepest = Math.max(deepest, level);
    const children = view.folded.has(i) ? [] : view.children[i].filter((child) => view.isSeen(child));
    const columns = children.map((child) => place(child, level + 1));
    for (const label of stubsOf(view, i)) {
      stubs.push({ parent: i, x: column, level: level + 1, label });
      deepest = Math.max(deepest, level + 1);
      columns.push(column++);
    }
    const x = columns.length ? (columns[0] + columns.at(-1)) / 2 : column++;
    at.set(i, [x, level]);
    return x;
  };
  const top = view.roots[view.root];
  if (top !== undefined && view.isSeen(top)) place(top, 0);
  return { at, stubs, columns: Math.max(1, column), levels: deepest + 1 };
}

/** Wide enough for what is written below one another: values, moves, cut moves. */
export function columnWidth(view, at, stubs) {
  let longest = stubs.reduce((most, stub) => Math.max(most, stub.label.length + 1), 0);
  for (const i of at.keys()) {
    const node = view.nodes[i];
    longest = Math.max(longest, nodeValue(node).length + 0.5, ((node.move?.length ?? 0) + 2) / 0.82);
  }
  return Math.max(NARROWEST, longest * LETTER + 8);
}
