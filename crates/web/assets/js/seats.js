// Who plays: a person, or an algorithm with a limit. In the address a seat is `human` or
// `SPEC@LIMIT`, the limit 500ms, 2s, n10000 (nodes) or d6 (depth).

import { once } from './api.js';
import { dialog, h } from './dom.js';

export const HUMAN = 'human';
export const LIMITS = [
  ['Time for a move', ['100ms', '300ms', '1s', '3s', '10s', '30s']],
  ['Nodes for a move', ['n100', 'n1000', 'n10000', 'n100000', 'n1000000']],
  ['Depth', ['d1', 'd2', 'd3', 'd4', 'd6', 'd8', 'd12']],
];

export const isHuman = (seat) => seat === HUMAN;

export function splitSeat(seat) {
  const at = seat.lastIndexOf('@');
  return at < 0 ? { algo: seat, limit: '1s' } : { algo: seat.slice(0, at), limit: seat.slice(at + 1) };
}

/** A limit as the server takes it. */
export function limitOf(text) {
  const number = Number.parseFloat(text.replace(/^[nd]/, ''));
  if (!(number > 0)) return { time: 1000 };
  if (text.startsWith('n')) return { nodes: Math.round(number) };
  if (text.startsWith('d')) return { depth: Math.round(number) };
  return { time: Math.round(text.endsWith('ms') ? number : number * 1000) };
}

export function limitText(text) {
  const limit = limitOf(text);
  if (limit.nodes) return `${limit.nodes.toLocaleString('en')} nodes`;
  if (limit.depth) return `depth ${limit.depth}`;
  return limit.time >= 1000 ? `${limit.time / 1000} s` : `${limit.time} ms`;
}

/** The algorithms a game of so many players has: [{name, spec, summary}]. */
export async function algorithmsFor(game, players) {
  const { algorithms, players: named } = await once('algorithms');
  const bare = ['random', 'greedy', 'mc', 'mcts', 'minimax', 'solve', 'sss', 'idsss', 'memsss', 'scout'];
  const list = algorithms.filter((algorithm) => players === 2 || !algorithm.two_players).flatMap(({ name, summary }) => {
    if (name === 'brs(s,m)') return ['brs(C-1,0)', 'brs(C-1,1)', 'brs(2,C-2)', 'brs(2,0)', 'brs(0,C)'].filter(() => players > 2).map((own) => ({ name: own, spec: `${own}:best`, summary }));
    return [{ name, spec: bare.includes(name) ? name : `${name}:best`, summary }];
  });
  const theses = named.filter(({ name }) => (name.startsWith('aiba') ? game === 'abalone' : game === 'connect4') && players === 2)
    .map(({ name, summary }) => ({ name, spec: name, summary }));
  const perfect = game === 'connect4' ? [{ name: 'perfect', spec: 'perfect', summary: 'the solver: never errs' }] : [];
  return [...list, ...theses, ...perfect];
}

export function defaultAlgorithm(players) {
  return players === 2 ? 'pvs:best' : 'brs+:best';
}

/** A choice of limits. */
export function limitSelect(value, onchange, label) {
  const known = LIMITS.some(([, list]) => list.includes(value));
  return h('select', { 'aria-label': label, onchange: (event) => onchange(event.target.value) },
    known ? null : h('option', { value, selected: true }, limitText(value)),
    LIMITS.map(([group, list]) => h('optgroup', { label: group }, list.map((limit) => h('option', { value: limit, selected: limit === value }, limitText(limit))))));
}

/** Asks for an algorithm with options of its own; null if nothing was given. */
async function askOptions(spec) {
  const { algorithms, options } = await once('algorithms');
  const field = h('input', { value: spec, 'aria-label': 'The algorithm and its options', style: 'width:100%;font-family:var(--mono)', spellcheck: false });
  const known = h('tbody');
  const list = () => {
    const name = field.value.split(':')[0].trim();
    const info = algorithms.find((algorithm) => algorithm.name === name) ?? (name.startsWith('brs(') ? algorithms.find((algorithm) => algorithm.name === 'brs(s,m)') : null);
    known.replaceChildren(...(info?.options ?? []).map((option) => {
      const { summary, example } = options.find((one) => one.name === option);
      return h('tr', {}, h('th', { scope: 'row' }, h('button', { type: 'button', onclick: () => {
        field.value += `${field.value.includes(':') ? ',' : ':'}${option}=${example}`;
        field.focus();
      } }, `${option}=${example}`)), h('td.small', {}, summary));
    }));
  };
  field.addEventListener('input', list);
  list();
  return new Promise((resolve) => {
    const form = h('form', { method: 'dialog' }, h('p.quiet', {}, 'NAME, NAME:best for its strongest setting, or NAME:OPTION=VALUE,OPTION=VALUE'), field,
      h('div.row', { style: 'margin:.7rem 0' }, h('button.primary', { type: 'submit' }, 'Take it')), h('table.options', {}, known));
    let given = null;
    form.addEventListener('submit', () => { given = field.value.trim() || null; });
    const box = dialog('Algorithm with own options', form);
    box.addEventListener('close', () => resolve(given));
  });
}

/** A choice of algorithms; `own` lets one write a specification. */
export async function algorithmSelect(game, players, value, onchange, { person = false, label } = {}) {
  const list = await algorithmsFor(game, players);
  const known = (person && value === HUMAN) || list.some(({ spec }) => spec === value);
  let chosen = value;
  const select = h('select', { 'aria-label': label, onchange: async () => {
    if (select.value === 'own') {
      const given = await askOptions(chosen === HUMAN ? defaultAlgorithm(players) : chosen);
      if (given && ![...select.options].some((option) => option.value === given)) select.prepend(h('option', { value: given }, given));
      select.value = given ?? chosen;
    }
    if (select.value === chosen) return;
    chosen = select.value;
    onchange(chosen);
  } },
  person ? h('option', { value: HUMAN, selected: value === HUMAN }, 'Person') : null,
  known ? null : h('option', { value, selected: true }, value),
  list.map(({ name, spec, summary }) => h('option', { value: spec, selected: spec === value, title: summary }, name)),
  h('option', { value: 'own' }, 'with own options …'));
  return select;
}
