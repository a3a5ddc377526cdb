// What is seen of a tree that is wider than its frame: it is zoomed and panned as boards are.

import { LEAST_DRAG, startPan } from '../board/pan.js';
import { Zoom } from '../board/zoom.js';
import { h } from '../dom.js';
import { t } from '../model/text.js';

/** Twice as large as it is drawn is large enough. */
const LARGEST = 2;
/** What is seen around a node. */
const MARGIN = 40;

/** A frame shows as much as it has room for, whatever the shape of the tree. */
class TreeZoom extends Zoom {
  /** How large a unit of the drawing is: that stays when the frame changes. */
  pixels = 1;

  apply() {
    super.apply();
    this.pixels = this.scale * this.cellSize || this.pixels;
  }

  get seen() {
    const { clientWidth, clientHeight } = this.board.svg;
    const pixels = this.scale * this.cellSize;
    return pixels ? [clientWidth / pixels, clientHeight / pixels] : super.seen;
  }
}

export class TreeSight {
  constructor(svg) {
    this.svg = svg;
    /** Of the drawing; nothing is drawn yet. */
    this.width = 0;
    this.height = 0;
    // One unit of the drawing is one pixel: smaller, it is hard to read.
    this.zoom = new TreeZoom(this, { smallest: 1, closest: (size) => LARGEST / size, margin: MARGIN });
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

  unmount() {
    this.sizes.disconnect();
    this.panning?.abort();
  }

  /** Another drawing, or another size of the frame: it stays as large as it was, as drawn to begin with. */
  show(width, height, middle = this.zoom.middle) {
    const { pixels } = this.zoom;
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

  down(event) {
    this.wasPanned = false;
    if (event.pointerType === 'touch') this.zoom.touch(event);
    else if (event.button === 0 && this.zoom.scale > 1) {
      this.panning = startPan(event, this.zoom, {
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
