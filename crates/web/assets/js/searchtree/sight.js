// What is seen of a tree that is wider than its frame: it is zoomed and panned as boards are.

import { LEAST_DRAG, startPan } from '../board/pan.js';
import { Zoom } from '../board/zoom.js';
import { h } from '../dom.js';
import { t } from '../model/text.js';

/** Twice as large as it is drawn is large enough. */
const LARGEST = 2;
/** What is seen around a node. */
const MARGIN = 40;

export class TreeSight {
  constructor(svg) {
    this.svg = svg;
    /** Of the drawing; nothing is drawn yet. */
    this.width = 0;
    this.height = 0;
    // One unit of the drawing is one pixel: smaller, it is hard to read.
    this.zoom = new Zoom(this, { smallest: 1, closest: (size) => LARGEST / size });
    this.wasPanned = false;
    const button = (label, sign, action, id) =>
      h('button.icon', { type: 'button', 'aria-label': label, title: label, 'data-do': id, onclick: action }, sign);
    this.tools = h(
      'div.row.tree-zoom',
      { hidden: true },
      button(t('pane.zoomIn'), '+', () => this.zoom.in(), 'tree-larger'),
      button(t('pane.zoomOut'), '−', () => this.zoom.out(), 'tree-smaller'),
      button(t('tree.whole'), '⤢', () => this.zoom.by(1 / this.zoom.scale), 'tree-whole'),
    );
    const hears = {
      wheel: (event) => this.zoom.wheel(event) && event.preventDefault(),
      pointerdown: (event) => this.down(event),
      pointermove: (event) => this.touchMove(event),
      pointerup: (event) => this.zoom.lift(event),
      pointercancel: (event) => this.zoom.lift(event),
    };
    for (const [name, listener] of Object.entries(hears)) svg.addEventListener(name, listener, { passive: false });
    this.sizes = new ResizeObserver(() => this.width && this.show(this.width, this.height));
    this.sizes.observe(svg);
  }

  /** Another drawing, or another size of the frame: it stays as large as it was, as drawn to begin with. */
  show(width, height, middle = this.zoom.middle) {
    const pixels = this.width ? this.zoom.scale * this.zoom.cellSize : 1;
    [this.width, this.height] = [width, height];
    this.svg.style.setProperty('--natural-height', `${height}px`);
    this.zoom.whole = { left: 0, top: 0, width, height };
    this.zoom.scale = 1;
    const size = this.zoom.cellSize;
    const { isUseful } = this.zoom;
    if (isUseful) this.zoom.scale = Math.max(1, Math.min(pixels, LARGEST) / size);
    this.zoom.middle = middle;
    this.zoom.apply();
    this.tools.hidden = !isUseful;
    this.svg.classList.toggle('zoomable', isUseful);
  }

  /** A node comes into sight. */
  reveal([x, y]) {
    const { clientWidth, clientHeight } = this.svg;
    const pixels = this.zoom.scale * this.zoom.cellSize;
    if (!pixels) return;
    const [w, h] = [clientWidth / pixels / 2 - MARGIN, clientHeight / pixels / 2 - MARGIN];
    const [mx, my] = this.zoom.middle;
    const into = (middle, at, half) => Math.min(Math.max(middle, at - Math.max(half, 0)), at + Math.max(half, 0));
    this.zoom.middle = [into(mx, x, w), into(my, y, h)];
    this.zoom.apply();
  }

  down(event) {
    this.wasPanned = false;
    if (event.pointerType === 'touch') this.zoom.touch(event);
    else if (event.button === 0 && this.zoom.scale > 1) {
      startPan(event, this.zoom, {
        onpan: () => {
          this.wasPanned = true;
        },
        onend: () => {},
      });
    }
  }

  touchMove(event) {
    if (event.pointerType !== 'touch') return;
    if (!this.wasPanned && this.zoom.distance(event) < LEAST_DRAG) return;
    if (this.zoom.drag(event)) this.wasPanned = true;
  }
}
