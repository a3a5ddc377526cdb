// Small helpers to build the page. Text is always set as text, never as markup.

import { number, t } from './model/text.js';

/** An element: h('button.primary', {onclick}, 'Go', child, ...). */
export function h(what, attributes = {}, ...children) {
  return build(document.createElement(what.split(/[.#]/)[0]), what, attributes, children);
}

/** The same for SVG. */
export function s(what, attributes = {}, ...children) {
  return build(
    document.createElementNS('http://www.w3.org/2000/svg', what.split(/[.#]/)[0]),
    what,
    attributes,
    children,
  );
}

function build(element, what, attributes, children) {
  for (const part of what.match(/[.#][^.#]+/g) ?? []) {
    if (part[0] === '.') element.classList.add(part.slice(1));
    else element.id = part.slice(1);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.classList.add(...value.split(' ').filter(Boolean));
    else if (name in element && !(element instanceof SVGElement) && typeof value !== 'string') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces what is inside an element. */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Is a key meant for a text field? */
export function isTyping(event) {
  return Boolean(event.target.closest?.('input, textarea, select, [contenteditable]'));
}

/** Says something to people who listen to the page. */
export function announce(text) {
  document.getElementById('live').textContent = text;
}

/** A short notice at the bottom of the page. */
export function toast(text, kind = 'info') {
  const note = h('p', { class: `toast ${kind}` }, text);
  document.getElementById('toasts').append(note);
  setTimeout(() => note.remove(), kind === 'error' ? 8000 : 3500);
}

/** A dialog with a title; closes on Escape, on its button and on a click beside it. Returns it. */
export function dialog(title, ...content) {
  const box = h(
    'dialog',
    { 'aria-label': title },
    h(
      'header',
      {},
      h('h2', {}, title),
      h('button.icon', { type: 'button', 'aria-label': t('frame.close'), onclick: () => box.close() }, '✕'),
    ),
    ...content.flat(),
  );
  box.addEventListener('close', () => box.remove());
  box.addEventListener('mousedown', (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** Asks before something is done that cannot be undone. */
export function sure(title, words, label) {
  return new Promise((resolve) => {
    let isSure = false;
    const agree = () => {
      isSure = true;
      box.close();
    };
    const cancel = () => box.close();
    const box = dialog(
      title,
      h('p', {}, words),
      h(
        'div.row',
        {},
        h('button.primary', { type: 'button', 'data-do': 'sure', onclick: agree }, label),
        h('button', { type: 'button', onclick: cancel }, t('frame.cancel')),
      ),
    );
    box.addEventListener('close', () => resolve(isSure));
  });
}

/** Words as a sentence. */
export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** Numbers as people read them: 345 or 1.2 M. */
export function short(value) {
  /** @type {[number, string][]} */
  const units = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ];
  for (const [size, unit] of units) {
    if (Math.abs(value) >= size) return `${number(value / size, Math.abs(value) >= 100 * size ? 0 : 1)} ${unit}`;
  }
  return number(value);
}
