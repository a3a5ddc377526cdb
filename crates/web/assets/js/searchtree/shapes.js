// The parts of a drawn search tree: nodes, edges, and stubs where moves were cut off.

import { s } from '../dom.js';
import { colour } from '../games.js';
import { t } from '../model/text.js';
import { nodeValue, nodeWords } from './words.js';

export function edge(view, node, [x1, y1], [x2, y2]) {
  const classes = ['edge'];
  if (node.on_line && view.step === view.steps) classes.push('on-line');
  if (node.bmom) classes.push('bmom');
  if (node.test) classes.push('test');
  if (!node.move) classes.push('none');
  const [x, y] = [x1 + (x2 - x1) * 0.82, y2 - 31];
  const who = view.nodes[node.parent].layer === 'any' && node.move ? `${node.player}:` : '';
  const texts = [s('text', { x, y: y + 10, class: 'move-text' }, node.move ? who + node.move : '–')];
  if (node.bmom) texts.push(s('text', { x, y: y - 2, class: 'mark' }, t('tree.bmom')));
  const passed = [...node.passed, ...(node.layer === 'max' ? node.passed_here : [])];
  if (passed.length)
    texts.push(
      s(
        'text',
        { x, y: y - 2 - (node.bmom ? 10 : 0), class: 'mark pass' },
        t('tree.passed', { players: passed.join(',') }),
      ),
    );
  return s('g', { class: classes.join(' ') }, s('line', { x1, y1: y1 + 14, x2, y2: y2 - 14 }), texts);
}

export function stub([x1, y1], [x2, y2], label) {
  const [x, y] = [x1 + (x2 - x1) * 0.72, y1 + (y2 - y1) * 0.72];
  return s('g.stub', {}, s('line', { x1, y1: y1 + 14, x2: x, y2: y }), s('text', { x, y: y + 13 }, `✕ ${label}`));
}

export function shape(view, i, [x, y]) {
  const node = view.nodes[i];
  const known = view.isKnown(i);
  const classes = ['node', node.layer ?? 'leaf'];
  if (node.leaf === 'over') classes.push('over');
  if (node.table === 'decided') classes.push('table');
  if (node.again) classes.push('again');
  if (node.test) classes.push('test');
  if (!known) classes.push('open');
  if (node.cut.length && known) classes.push('cut');
  if (i === view.selected) classes.push('selected');
  if (node.on_line && view.step === view.steps) classes.push('on-line');
  const isFolded = view.folded.has(i);
  const hasChildren = view.children[i].some((child) => view.isSeen(child));
  const parts = [];
  const value = known ? nodeValue(node) : '';
  if (node.layer) {
    const inner = node.layer === 'max' ? 'max' : node.layer === 'any' ? 'min' : String(node.chooser);
    const { fill: background, ink } = colour(view.tree.game, node.chooser ?? 0);
    const style = node.layer === 'any' ? '' : `fill:${background}`;
    parts.push(
      node.layer === 'max'
        ? s('rect', { x: x - 14, y: y - 14, width: 28, height: 28, rx: 3, style })
        : s('circle', { cx: x, cy: y, r: 15, style }),
    );
    parts.push(s('text', { x, y: y + 4, class: 'who', style: node.layer === 'any' ? '' : `fill:${ink}` }, inner));
    parts.push(s('text', { x, y: y + 30, class: 'value' }, value));
  } else {
    const wide = Math.max(30, value.length * 6.6 + 10);
    parts.push(s('rect', { x: x - wide / 2, y: y - 11, width: wide, height: 22, rx: 7 }));
    parts.push(s('text', { x, y: y + 4, class: 'value' }, value));
  }
  if (isFolded && hasChildren) {
    parts.push(
      s('g.fold', {}, s('circle', { cx: x + 14, cy: y + 13, r: 8 }), s('text', { x: x + 14, y: y + 17 }, '+')),
    );
  } else if (hasChildren && node.parent !== null) {
    parts.push(
      s(
        'g.fold.open-fold',
        {},
        s('circle', { cx: x + 14, cy: y + 13, r: 6 }),
        s('text', { x: x + 14, y: y + 16 }, '−'),
      ),
    );
  }
  return s(
    'g',
    {
      class: classes.join(' '),
      'data-node': i,
      role: 'treeitem',
      tabindex: i === view.selected ? 0 : -1,
      'aria-level': view.depthOf(i) + 1,
      'aria-selected': i === view.selected ? 'true' : 'false',
      'aria-expanded': hasChildren ? String(!isFolded) : null,
      'aria-label': nodeWords(node),
    },
    parts,
  );
}
