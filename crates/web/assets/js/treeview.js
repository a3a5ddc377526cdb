// A search tree as SVG: squares where the root player chooses, circles where others do, cut branches
// grey. `tree` is what POST /api/tree answers. Knows nothing of games but their colours.
//
//   const view = new TreeView(host, { onselect(index, line), onstep(step) });
//   view.show(tree);            // all of it
//   view.goTo(17);              // as it stood after 17 steps of the search

import { fill, h, s } from './dom.js';
import { colour } from './games.js';

const NARROWEST = 50;
const LETTER = 6.9;
const LEVEL = 86;
const MARGIN = 26;
const MOST_STUBS = 3;
/** More nodes than this are not drawn at once: what lies deep is folded. */
const MOST_DRAWN = 140;
const WIN = 1_000_000_000;
const LONGEST = 1_000_000;

/** A value as people read it: 12, win 3, loss 4, 1.2 M. */
export function valueText(value) {
  if (value === null || value === undefined) return '?';
  const size = Math.abs(value);
  if (size > WIN - LONGEST) return `${value > 0 ? 'win' : 'loss'} ${WIN - size}`;
  if (size >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  return String(value).replace('-', '−');
}

const SIGNS = { exact: '', 'at-least': '≥', 'at-most': '≤', loose: '~' };

/** The value of a node with its bound; a vector where everybody has his own. */
export function nodeValue(node, games = true) {
  if (node.value === null) return '?';
  const sign = SIGNS[node.bound];
  if (node.games !== null && node.games !== undefined) {
    const share = `${(node.value / 1e4).toFixed(0)} %`;
    return games ? `${share} · ${node.games}` : share;
  }
  if (node.values) return `${sign}(${node.values.map(valueText).join(' ')})`;
  return sign + valueText(node.value);
}

const WORDS = { exact: '', 'at-least': 'at least ', 'at-most': 'at most ', loose: 'about ' };

function valueWords(node) {
  if (node.value === null) return 'not known';
  if (node.games !== null && node.games !== undefined)
    return `${(node.value / 1e4).toFixed(1)} % of the points in ${node.games} games`;
  if (node.values)
    return `${WORDS[node.bound]}${node.values.map((v, i) => `player ${i + 1} ${valueText(v)}`).join(', ')}`;
  return WORDS[node.bound] + valueText(node.value);
}

function chooserWords(node) {
  const texts = {
    max: `MAX (player ${node.chooser}) chooses`,
    min: `MIN (player ${node.chooser}) chooses`,
    any: 'any opponent chooses',
    own: `player ${node.chooser} chooses for himself`,
  };
  if (node.layer) return texts[node.layer];
  if (node.leaf === 'over') return 'the game is over';
  if (node.table === 'decided') return 'known from the table';
  return 'a leaf, evaluated';
}

const bound = (value, infinite) => (value === null ? infinite : valueText(value));

/** Everything about a node in words. */
export function nodeWords(node) {
  const parts = [];
  if (node.move)
    parts.push(`player ${node.player} plays ${node.move}${node.bmom ? ', his best move by the ordering' : ''}`);
  else if (node.parent !== null) parts.push('nobody moves');
  const passed = [...node.passed, ...node.passed_here];
  if (passed.length) parts.push(`${passed.length === 1 ? 'player' : 'players'} ${passed.join(' and ')} passed over`);
  parts.push(chooserWords(node));
  if (node.alpha !== null || node.beta !== null)
    parts.push(`window ${bound(node.alpha, '−∞')} to ${bound(node.beta, '∞')}${node.test ? ' (a test)' : ''}`);
  parts.push(`value ${valueWords(node)}`);
  if (node.again) parts.push('searched again');
  if (node.cut.length)
    parts.push(
      `${node.cut.length} ${node.cut.length === 1 ? 'move' : 'moves'} cut off: ${node.cut.slice(0, 12).join(' ')}${node.cut.length > 12 ? ' …' : ''}`,
    );
  if (node.untried) parts.push(`${node.untried} moves never tried`);
  return parts.join('; ');
}

export class TreeView {
  constructor(host, events = {}) {
    this.events = events;
    this.svg = s('svg.search-tree', { role: 'tree', 'aria-label': 'Search tree' });
    this.frame = h('div.tree-frame', { role: 'region', 'aria-label': 'Search tree, scrolls', tabindex: -1 }, this.svg);
    this.passes = h('div.row.passes');
    this.detail = h('p.tree-detail', { 'aria-live': 'polite' });
    host.append(this.passes, this.frame, this.detail);
    this.svg.addEventListener('click', (event) => {
      const index = this.indexOf(event.target);
      if (index === null) return;
      if (event.target.closest('.fold')) this.toggle(index);
      this.select(index);
    });
    this.svg.addEventListener('dblclick', (event) => {
      const index = this.indexOf(event.target);
      if (index !== null) this.toggle(index);
    });
    this.svg.addEventListener('keydown', (event) => this.key(event));
  }

  indexOf(target) {
    const group = target.closest?.('[data-node]');
    return group ? Number(group.dataset.node) : null;
  }

  /** Shows a tree, whole. */
  show(tree) {
    this.tree = tree;
    this.nodes = tree.tree;
    this.children = this.nodes.map(() => []);
    this.roots = [];
    this.nodes.forEach((node, i) => (node.parent === null ? this.roots.push(i) : this.children[node.parent].push(i)));
    this.steps = this.nodes.reduce((most, node) => Math.max(most, node.entered, node.left ?? 0), 0);
    this.step = this.steps;
    this.root = this.roots.length - 1;
    this.selected = this.roots[this.root] ?? null;
    this.foldDeep();
    this.draw();
    this.describe();
    this.reveal();
  }

  /** Folds what is too much to look at; the expected line stays open. */
  foldDeep() {
    this.folded = new Set();
    const counts = [];
    for (const node of this.nodes) counts[node.ply] = (counts[node.ply] ?? 0) + 1;
    let total = 0;
    let level = 0;
    while (level < counts.length && total + (counts[level] ?? 0) <= MOST_DRAWN) total += counts[level++] ?? 0;
    if (level >= counts.length) return;
    this.nodes.forEach((node, i) => {
      if (node.ply >= Math.max(1, level - 1) && this.children[i].length && !node.on_line) this.folded.add(i);
    });
  }

  foldAll(isFolded) {
    this.folded = new Set(
      isFolded ? this.nodes.flatMap((node, i) => (node.parent !== null && this.children[i].length ? [i] : [])) : [],
    );
    this.draw();
  }

  /** As the tree stood after so many steps: entering a node is one, knowing its value another. */
  goTo(step) {
    this.step = Math.max(0, Math.min(this.steps, step));
    let last = null;
    let event = null;
    this.nodes.forEach((node, i) => {
      if (node.entered <= this.step && (last === null || node.entered > event)) [last, event] = [i, node.entered];
      if (node.left !== null && node.left <= this.step && node.left > (event ?? 0)) [last, event] = [i, node.left];
    });
    this.selected = last;
    if (last !== null) {
      let top = last;
      while (this.nodes[top].parent !== null) {
        top = this.nodes[top].parent;
        this.folded.delete(top);
      }
      this.root = this.roots.indexOf(top);
    }
    this.draw();
    this.describe();
    this.reveal();
    this.events.onstep?.(this.step);
  }

  isSeen(i) {
    return this.nodes[i].entered <= this.step;
  }

  isKnown(i) {
    const { left } = this.nodes[i];
    return left !== null && left <= this.step;
  }

  /** What is drawn of a node's cut moves: none before they are cut. */
  stubs(i) {
    const { cut } = this.nodes[i];
    if (!cut.length || !this.isKnown(i) || this.folded.has(i)) return [];
    return cut.length > MOST_STUBS ? [`${cut.length} more`] : cut;
  }

  /** Leaves side by side, every other node above the middle of its children. */
  layOut() {
    const at = new Map();
    const stubs = [];
    let column = 0;
    let deepest = 0;
    const place = (i, level) => {
      deepest = Math.max(deepest, level);
      const children = this.folded.has(i) ? [] : this.children[i].filter((child) => this.isSeen(child));
      const columns = children.map((child) => place(child, level + 1));
      for (const label of this.stubs(i)) {
        stubs.push({ parent: i, x: column, level: level + 1, label });
        deepest = Math.max(deepest, level + 1);
        columns.push(column++);
      }
      const x = columns.length ? (columns[0] + columns.at(-1)) / 2 : column++;
      at.set(i, [x, level]);
      return x;
    };
    const top = this.roots[this.root];
    if (top !== undefined && this.isSeen(top)) place(top, 0);
    return { at, stubs, columns: Math.max(1, column), levels: deepest + 1 };
  }

  /** Wide enough for what is written below one another: values, moves, cut moves. */
  columnWidth(at, stubs) {
    let longest = stubs.reduce((most, stub) => Math.max(most, stub.label.length + 1), 0);
    for (const i of at.keys()) {
      const node = this.nodes[i];
      longest = Math.max(longest, nodeValue(node).length + 0.5, ((node.move?.length ?? 0) + 2) / 0.82);
    }
    return Math.max(NARROWEST, longest * LETTER + 8);
  }

  draw() {
    const { at, stubs, columns, levels } = this.layOut();
    const column = this.columnWidth(at, stubs);
    const px = ([x, level]) => [MARGIN + (x + 0.5) * column, MARGIN + level * LEVEL + 18];
    const [width, height] = [columns * column + 2 * MARGIN, (levels - 1) * LEVEL + 2 * MARGIN + 44];
    const lines = [];
    const shapes = [];
    const order = [...at.keys()].sort((a, b) => a - b);
    for (const i of order) {
      const node = this.nodes[i];
      if (node.parent !== null && at.has(node.parent))
        lines.push(this.edge(node, px(at.get(node.parent)), px(at.get(i))));
      shapes.push(this.shape(i, px(at.get(i))));
    }
    for (const stub of stubs) lines.push(this.stub(px(at.get(stub.parent)), px([stub.x, stub.level]), stub.label));
    const hadFocus = this.svg.contains(document.activeElement);
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.setAttribute('width', width);
    this.svg.setAttribute('height', height);
    this.svg.replaceChildren(s('g.edges', { 'aria-hidden': 'true' }, lines), s('g.nodes', { role: 'none' }, shapes));
    this.drawn = order;
    if (hadFocus) this.element(this.selected)?.focus({ preventScroll: true });
    this.drawPasses();
  }

  drawPasses() {
    this.passes.hidden = this.roots.length < 2;
    if (this.passes.hidden) return;
    const go = (to) => () => {
      this.root = to;
      this.select(this.roots[to]);
      this.draw();
    };
    fill(
      this.passes,
      h(
        'button.icon',
        { type: 'button', 'aria-label': 'The pass before', disabled: this.root <= 0, onclick: go(this.root - 1) },
        '◀',
      ),
      h('span', {}, `pass ${this.root + 1} of ${this.roots.length}`),
      h(
        'button.icon',
        {
          type: 'button',
          'aria-label': 'The next pass',
          disabled: this.root >= this.roots.length - 1,
          onclick: go(this.root + 1),
        },
        '▶',
      ),
    );
  }

  edge(node, [x1, y1], [x2, y2]) {
    const classes = ['edge'];
    if (node.on_line && this.step === this.steps) classes.push('on-line');
    if (node.bmom) classes.push('bmom');
    if (node.test) classes.push('test');
    if (!node.move) classes.push('none');
    const [x, y] = [x1 + (x2 - x1) * 0.82, y2 - 31];
    const who = this.nodes[node.parent].layer === 'any' && node.move ? `${node.player}:` : '';
    const texts = [s('text', { x, y: y + 10, class: 'move-text' }, node.move ? who + node.move : '–')];
    if (node.bmom) texts.push(s('text', { x, y: y - 2, class: 'mark' }, 'BMOM'));
    const passed = [...node.passed, ...(node.layer === 'max' ? node.passed_here : [])];
    if (passed.length)
      texts.push(s('text', { x, y: y - 2 - (node.bmom ? 10 : 0), class: 'mark pass' }, `pass ${passed.join(',')}`));
    return s('g', { class: classes.join(' ') }, s('line', { x1, y1: y1 + 14, x2, y2: y2 - 14 }), texts);
  }

  stub([x1, y1], [x2, y2], label) {
    const [x, y] = [x1 + (x2 - x1) * 0.72, y1 + (y2 - y1) * 0.72];
    return s('g.stub', {}, s('line', { x1, y1: y1 + 14, x2: x, y2: y }), s('text', { x, y: y + 13 }, `✕ ${label}`));
  }

  shape(i, [x, y]) {
    const node = this.nodes[i];
    const known = this.isKnown(i);
    const classes = ['node', node.layer ?? 'leaf'];
    if (node.leaf === 'over') classes.push('over');
    if (node.table === 'decided') classes.push('table');
    if (node.again) classes.push('again');
    if (node.test) classes.push('test');
    if (!known) classes.push('open');
    if (node.cut.length && known) classes.push('cut');
    if (i === this.selected) classes.push('selected');
    if (node.on_line && this.step === this.steps) classes.push('on-line');
    const isFolded = this.folded.has(i);
    const hasChildren = this.children[i].some((child) => this.isSeen(child));
    const parts = [];
    const value = known ? nodeValue(node) : '';
    if (node.layer) {
      const inner = node.layer === 'max' ? 'max' : node.layer === 'any' ? 'min' : String(node.chooser);
      const { fill: background, ink } = colour(this.tree.game, node.chooser ?? 0);
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
        tabindex: i === this.selected ? 0 : -1,
        'aria-level': this.depthOf(i) + 1,
        'aria-selected': i === this.selected ? 'true' : 'false',
        'aria-expanded': hasChildren ? String(!isFolded) : null,
        'aria-label': nodeWords(node),
      },
      parts,
    );
  }

  depthOf(i) {
    let depth = 0;
    for (let at = i; this.nodes[at].parent !== null; at = this.nodes[at].parent) depth += 1;
    return depth;
  }

  element(i) {
    return this.svg.querySelector(`[data-node="${i}"]`);
  }

  /** The moves from the root to a node: [{player, move}]. */
  line(i) {
    const line = [];
    for (let at = i; at !== null; at = this.nodes[at].parent) {
      if (this.nodes[at].move) line.unshift({ player: this.nodes[at].player, move: this.nodes[at].move });
    }
    return line;
  }

  toggle(i) {
    if (!this.children[i].length) return;
    if (!this.folded.delete(i)) this.folded.add(i);
    this.draw();
  }

  select(i, { focus = true } = {}) {
    if (i === null || i === undefined) return;
    for (const [index, on] of [
      [this.selected, false],
      [i, true],
    ]) {
      const element = index === null ? null : this.element(index);
      element?.classList.toggle('selected', on);
      element?.setAttribute('tabindex', on ? 0 : -1);
      element?.setAttribute('aria-selected', String(on));
    }
    this.selected = i;
    if (focus) this.element(i)?.focus({ preventScroll: true });
    this.reveal();
    this.describe();
    this.events.onselect?.(i, this.line(i));
  }

  reveal() {
    const element = this.selected === null ? null : this.element(this.selected);
    if (!element) return;
    const [box, frame] = [element.getBoundingClientRect(), this.frame.getBoundingClientRect()];
    if (box.left < frame.left + 20 || box.right > frame.right - 20)
      this.frame.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
    if (box.top < frame.top + 10 || box.bottom > frame.bottom - 10)
      this.frame.scrollTop += box.top + box.height / 2 - frame.top - frame.height / 2;
  }

  describe() {
    if (this.selected === null) {
      this.detail.textContent = '';
      return;
    }
    const node = this.nodes[this.selected];
    const words = this.isKnown(this.selected)
      ? nodeWords(node)
      : nodeWords({ ...node, value: null, values: null, games: null, cut: [] }).replace(
          'value not known',
          'not searched to the end yet',
        );
    this.detail.textContent = words[0].toUpperCase() + words.slice(1) + '.';
  }

  key(event) {
    const i = this.indexOf(event.target);
    if (i === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const seen = (list) => list.filter((child) => this.isSeen(child));
    const siblings = this.nodes[i].parent === null ? [i] : seen(this.children[this.nodes[i].parent]);
    const level = this.drawn.filter((other) => this.depthOf(other) === this.depthOf(i));
    const actions = {
      ArrowDown: () => {
        if (this.folded.has(i)) this.toggle(i);
        return seen(this.children[i])[0];
      },
      ArrowUp: () => this.nodes[i].parent,
      ArrowRight: () => siblings[siblings.indexOf(i) + 1] ?? level[level.indexOf(i) + 1],
      ArrowLeft: () => siblings[siblings.indexOf(i) - 1] ?? level[level.indexOf(i) - 1],
      Home: () => this.roots[this.root],
      End: () => siblings.at(-1),
      Enter: () => (this.toggle(i), i),
      ' ': () => (this.toggle(i), i),
      '*': () => (this.foldAll(false), i),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    const next = action();
    if (next !== undefined && next !== null) this.select(next);
  }
}

/** Buttons that step through a search as it went: to the start, back, play or pause, forth, to the end. */
export function player(view) {
  let timer = null;
  const slider = h('input', { type: 'range', min: 0, max: 1, value: 1, 'aria-label': 'Step of the search' });
  const count = h('span.quiet.small.step-count');
  const button = (label, sign, action, id) =>
    h('button.icon', { type: 'button', 'aria-label': label, title: label, 'data-step': id, onclick: action }, sign);
  const stop = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = '▶';
    play.setAttribute('aria-label', 'Play');
  };
  const go = (step) => view.goTo(step);
  const play = button(
    'Play',
    '▶',
    () => {
      if (timer) return stop();
      if (view.step >= view.steps) go(0);
      play.textContent = '❚❚';
      play.setAttribute('aria-label', 'Pause');
      const pace = Math.max(60, Math.min(650, 30000 / Math.max(1, view.steps)));
      timer = setInterval(() => {
        if (!play.isConnected || view.step >= view.steps) stop();
        else go(view.step + 1);
      }, pace);
      return undefined;
    },
    'play',
  );
  const element = h(
    'div.row.tree-player',
    { role: 'toolbar', 'aria-label': 'Steps of the search' },
    button(
      'To the start',
      '⇤',
      () => {
        stop();
        go(1);
      },
      'first',
    ),
    button(
      'One step back',
      '◀',
      () => {
        stop();
        go(view.step - 1);
      },
      'back',
    ),
    play,
    button(
      'One step forward',
      '▷',
      () => {
        stop();
        go(view.step + 1);
      },
      'forward',
    ),
    button(
      'To the end',
      '⇥',
      () => {
        stop();
        go(view.steps);
      },
      'last',
    ),
    slider,
    count,
  );
  slider.addEventListener('input', () => {
    stop();
    go(Number(slider.value));
  });
  return {
    element,
    stop,
    update() {
      slider.max = String(view.steps);
      slider.value = String(view.step);
      slider.setAttribute('aria-valuetext', `step ${view.step} of ${view.steps}`);
      count.textContent = `${view.step} / ${view.steps}`;
    },
  };
}

/** What the signs of a drawing mean. */
export function legend() {
  const item = (picture, text) =>
    h(
      'li',
      {},
      s('svg', { viewBox: '0 0 30 18', width: 30, height: 18, 'aria-hidden': 'true', class: 'search-tree' }, picture),
      text,
    );
  return h(
    'details.legend',
    {},
    h('summary', {}, 'What the signs mean'),
    h(
      'ul',
      {},
      item(
        s('g.node.max', {}, s('rect', { x: 7, y: 1, width: 16, height: 16, rx: 2 })),
        'the root player chooses (MAX)',
      ),
      item(
        s('g.node.min', {}, s('circle', { cx: 15, cy: 9, r: 8 })),
        'an opponent chooses (MIN), or a player for himself; the number says who',
      ),
      item(
        s('g.node.leaf', {}, s('rect', { x: 2, y: 2, width: 26, height: 14, rx: 5 })),
        'a leaf: the depth is used up, or (bold) the game is over',
      ),
      item(s('g.edge.on-line', {}, s('line', { x1: 2, y1: 9, x2: 28, y2: 9 })), 'the expected line'),
      item(
        s('g.edge.bmom', {}, s('line', { x1: 2, y1: 9, x2: 28, y2: 9 })),
        'BMOM: the first move of the ordering, by an opponent who does not search',
      ),
      item(
        s('g.edge.test', {}, s('line', { x1: 2, y1: 9, x2: 28, y2: 9 })),
        'a test: only on which side of a bound the value lies',
      ),
      item(s('g.stub', {}, s('line', { x1: 2, y1: 9, x2: 28, y2: 9 })), '✕ moves that were cut off'),
      h('li', {}, '≥ and ≤: the value is at least, at most this; ~: it may differ where that changes nothing above'),
      h('li', {}, 'pass 2,3: these players were passed over'),
      h(
        'li',
        {},
        'click a node: the board shows its position; double-click or Enter folds and unfolds it; arrow keys go about',
      ),
    ),
  );
}
