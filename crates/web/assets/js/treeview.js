// A search tree as SVG: squares where the root player chooses, circles where others do, cut branches
// grey. `tree` is what POST /api/tree answers. Knows nothing of games but their colours.
//
//   const view = new TreeView(host, { onselect(index, line), onstep(step) });
//   view.show(tree);            // all of it
//   view.goTo(17);              // as it stood after 17 steps of the search

import { fill, h, s } from './dom.js';
import { capital, t } from './model/text.js';
import { columnWidth, layOut } from './searchtree/layout.js';
import { edge, shape, stub } from './searchtree/shapes.js';
import { TreeSight } from './searchtree/sight.js';
import { nodeWords } from './searchtree/words.js';

const LEVEL = 86;
const MARGIN = 26;
/** More nodes than this are not drawn at once: what lies deep is folded. */
const MOST_DRAWN = 140;
export class TreeView {
  constructor(host, events = {}) {
    this.events = events;
    this.svg = s('svg.search-tree', { role: 'tree', 'aria-label': t('tree.label') });
    this.sight = new TreeSight(this.svg);
    this.frame = h('div.tree-frame', { role: 'region', 'aria-label': t('tree.scrolls'), tabindex: -1 }, this.svg);
    this.passes = h('div.row.passes');
    this.detail = h('p.tree-detail', { 'aria-live': 'polite' });
    host.append(this.passes, this.sight.tools, this.frame, this.detail);
    this.svg.addEventListener('click', (event) => {
      const index = this.indexOf(event.target);
      // The click that ends a drag is part of it.
      if (index === null || this.sight.wasPanned) return;
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

  draw() {
    const { at, stubs, columns, levels } = layOut(this);
    const column = columnWidth(this, at, stubs);
    /** @returns {[number, number]} */
    const px = ([x, level]) => [MARGIN + (x + 0.5) * column, MARGIN + level * LEVEL + 18];
    const [width, height] = [columns * column + 2 * MARGIN, (levels - 1) * LEVEL + 2 * MARGIN + 44];
    const lines = [];
    const shapes = [];
    const order = [...at.keys()].sort((a, b) => a - b);
    for (const i of order) {
      const node = this.nodes[i];
      if (node.parent !== null && at.has(node.parent))
        lines.push(edge(this, node, px(at.get(node.parent)), px(at.get(i))));
      shapes.push(shape(this, i, px(at.get(i))));
    }
    for (const { parent, x, level, label } of stubs) lines.push(stub(px(at.get(parent)), px([x, level]), label));
    const hadFocus = this.svg.contains(document.activeElement);
    this.svg.replaceChildren(s('g.edges', { 'aria-hidden': 'true' }, lines), s('g.nodes', { role: 'none' }, shapes));
    this.drawn = order;
    const top = at.get(this.roots[this.root]);
    this.places = new Map(order.map((i) => [i, px(at.get(i))]));
    this.sight.show(width, height, this.sight.width ? undefined : top && px(top));
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
    const button = (label, sign, to) => {
      const disabled = to < 0 || to >= this.roots.length;
      return h('button.icon', { type: 'button', 'aria-label': label, disabled, onclick: go(to) }, sign);
    };
    fill(
      this.passes,
      button(t('tree.passBefore'), '◀', this.root - 1),
      h('span', {}, t('tree.pass', { number: this.root + 1, all: this.roots.length })),
      button(t('tree.passNext'), '▶', this.root + 1),
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
    const place = this.selected === null ? null : this.places.get(this.selected);
    if (place) this.sight.zoom.reveal(place);
  }

  describe() {
    if (this.selected === null) {
      this.detail.textContent = '';
      return;
    }
    const node = this.nodes[this.selected];
    const words = this.isKnown(this.selected) ? nodeWords(node) : nodeWords({ ...node, cut: [] }, t('tree.unfinished'));
    this.detail.textContent = `${capital(words)}.`;
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
      '+': () => (this.sight.zoom.in(), i),
      '-': () => (this.sight.zoom.out(), i),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    const next = action();
    if (next !== undefined && next !== null) this.select(next);
  }

  unmount() {
    this.sight.unmount();
  }
}
