// Games in and out: address, record, position, picture.

import { post } from './api.js';
import { dialog, fill, h, toast } from './dom.js';
import { about } from './games.js';
import { LARGEST, looksLikeRecord, readRecord, writeRecord } from './model/record.js';
import { t } from './model/text.js';
import { Session } from './session.js';
import { keep } from './store.js';

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('exchange.copied', { what }));
  } catch {
    toast(t('exchange.cannotCopy'), 'error');
  }
}

function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 5000);
}

/** Draws an SVG text on a canvas. */
async function png(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = h('canvas', { width: image.width * 2, height: image.height * 2 });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}

/** The server reads the games' own records, and takes no more at once. */
const LARGEST_OTHER = 400_000;

/** A record with side lines and notes: it is kept, and shown in the analysis. */
async function openLines(text, how) {
  const { place, lines } = readRecord(text);
  const session = new Session();
  await session.loadLines(place, lines, how);
  keep(session.game);
  location.hash = `#/analyse/${session.id}`;
}

/** The address for others: the name of a kept analysis means nothing to them. */
const addressForAll = () => location.href.replace(/(#\/\w+)\/[^?]*\?/, '$1?');

/** How far a record is read, with a way to give it up: {element, how, end()}. */
function readingSign() {
  const giveUp = new AbortController();
  const bar = h('progress', { max: 1, value: 0, 'aria-label': t('exchange.progress') });
  const words = h('span.small', { role: 'status' });
  const abort = h('button', { type: 'button', 'data-do': 'abort', onclick: () => giveUp.abort() }, t('exchange.abort'));
  const element = h('div.row', { 'data-reading': '' }, bar, words, abort);
  const tell = (done, all) => {
    [bar.max, bar.value] = [all, done];
    words.textContent = t('exchange.checking', { done, all });
  };
  return { element, how: { signal: giveUp.signal, tell }, end: () => giveUp.abort() };
}

/** Share, save and load the game of a session; `open(place, moves)` is called for a game that was read. */
export async function exchange(session, open) {
  const body = h('div');
  const box = dialog(t('table.exchange'), body);
  let out;
  try {
    out = await post('export', { place: session.here });
  } catch (error) {
    fill(body, h('p.error', {}, error.message));
    return;
  }
  const { game } = session.place;
  const save = () => download(`${game}.${about(game).record.extension}`, out.record, 'text/plain');
  const saveAll = () => {
    try {
      download(`${game}.melee.json`, writeRecord(session.place, session.game.lines), 'application/json');
    } catch (error) {
      toast(error.message, 'error');
    }
  };
  const text = (label, value, name) =>
    h(
      'div.field',
      {},
      h('span', {}, label),
      h(
        'div.row',
        {},
        h('input', {
          value,
          readonly: true,
          'aria-label': label,
          'data-out': name,
          style: 'flex:1;min-width:8rem',
          onfocus: (event) => event.target.select(),
        }),
        h('button', { type: 'button', onclick: () => copy(value, label) }, t('exchange.copy')),
      ),
    );
  const given = h('textarea', {
    rows: 5,
    'aria-label': t('exchange.given'),
    placeholder: t('exchange.paste'),
    'data-in': 'text',
  });
  const problem = h('p.error', { role: 'alert' });
  const reading = h('div');
  let sign = null;
  box.addEventListener('close', () => sign?.end());
  const loadLines = async (what) => {
    sign?.end();
    const mine = readingSign();
    sign = mine;
    fill(reading, mine.element);
    try {
      await openLines(what, mine.how);
      box.close();
    } finally {
      if (sign === mine) fill(reading);
    }
  };
  const loadGame = async (what) => {
    if (what.length > LARGEST_OTHER) throw new Error(t('exchange.tooLarge'));
    const { moves: _, ...start } = session.here;
    const { place, problem: trouble } = await post('import', { place: start, text: what });
    const { moves = [], ...rest } = place;
    if (trouble) toast(t('exchange.readTo', { problem: trouble }), 'error');
    box.close();
    open(rest, moves);
  };
  const load = async (what) => {
    problem.textContent = '';
    try {
      await (looksLikeRecord(what) ? loadLines(what) : loadGame(what));
    } catch (error) {
      if (error.name !== 'AbortError') problem.textContent = error.message;
    }
  };
  const file = h('input', {
    type: 'file',
    'aria-label': t('exchange.file'),
    onchange: async () => {
      const [chosen] = file.files;
      if (!chosen) return;
      if (chosen.size > 4 * LARGEST) problem.textContent = t('exchange.tooLarge');
      else load(await chosen.text());
    },
  });
  fill(
    body,
    text(t('exchange.address'), addressForAll(), 'address'),
    text(t('exchange.moves'), out.moves, 'moves'),
    text(t('exchange.position'), out.pos, 'position'),
    h(
      'div.row',
      {},
      h('button', { type: 'button', 'data-do': 'save', onclick: save }, t('exchange.save')),
      h('button', { type: 'button', 'data-do': 'save-all', onclick: saveAll }, t('exchange.saveAll')),
      h('button', { type: 'button', onclick: () => copy(out.record, t('exchange.record')) }, t('exchange.copyRecord')),
      h(
        'button',
        { type: 'button', onclick: () => download(`${game}.svg`, out.svg, 'image/svg+xml') },
        t('exchange.svg'),
      ),
      h(
        'button',
        { type: 'button', onclick: async () => download(`${game}.png`, await png(out.svg)) },
        t('exchange.png'),
      ),
    ),
    h('h3', {}, t('exchange.load')),
    given,
    problem,
    reading,
    h(
      'div.row',
      {},
      h(
        'button.primary',
        { type: 'button', 'data-do': 'load', onclick: () => load(given.value) },
        t('exchange.loadText'),
      ),
      file,
    ),
  );
}
