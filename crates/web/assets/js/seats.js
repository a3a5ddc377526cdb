// The choice of who plays: what algorithms, options and limits there are, the server says.

import { once } from './api.js';
import { dialog, h } from './dom.js';
import { about, strongest } from './games.js';
import { ENDLESS, HUMAN, limitText } from './model/seat.js';
import { t } from './model/text.js';

/** The solver of a game takes the time it needs: it is written without a limit. */
export function joinSeat(game, who, limit) {
  return who === HUMAN || who === about(game).solver || limit === ENDLESS ? who : `${who}@${limit}`;
}

/** An algorithm that stands for a family with numbers in brackets, and members of it that are of use. */
const FAMILIES = {
  'brs(s,m)': ['brs(C-1,0)', 'brs(C-1,1)', 'brs(2,0)', 'brs(2,C-2)', 'brs(0,C)'],
  'opps(n,a,b)': ['opps(1,8,2)', 'opps(2,8,2)', 'opps(C,8,1)'],
};

/** The algorithms that play a game of so many players: [{name, summary, exact, ...}]. */
export async function algorithmsFor(game, players) {
  const { algorithms } = await once('algorithms');
  const playing = algorithms.filter(
    ({ name, two_players: two }) => about(game).algorithms.includes(name) && (players === 2 || !two),
  );
  return playing.flatMap((algorithm) => {
    const family = FAMILIES[algorithm.name];
    if (!family) return [algorithm];
    return players > 2 ? family.map((name) => ({ ...algorithm, name })) : [];
  });
}

/** An algorithm of another kind to compare the strongest with; null if there is none. */
export async function rivalOf(game, players) {
  const others = (await algorithmsFor(game, players)).filter(
    ({ name, exact }) => !exact && `${name}:best` !== strongest(game, players),
  );
  return others.length ? `${others.at(-1).name}:best` : null;
}

/** Each of these thinks otherwise of the others: who adds one wants to see what differs. */
const COMPARED = ['maxn', 'paranoid', 'brs+', 'pvs', 'mcts'];

/** The next algorithm to compare with those that are there. */
export async function anotherFor(game, players, taken) {
  const isTaken = (name) => taken.some((who) => who.split(':')[0] === name);
  const names = (await algorithmsFor(game, players)).filter(({ exact }) => !exact).map(({ name }) => name);
  const free = COMPARED.find((name) => names.includes(name) && !isTaken(name));
  return free ? `${free}:best` : strongest(game, players);
}

/** A choice of limits; `endless` offers none at all, too. */
export async function limitSelect(value, onchange, label, { endless = false } = {}) {
  const { limits: groups, longest } = await once('algorithms');
  const known = groups.some(({ limits }) => limits.includes(value)) || (endless && value === ENDLESS);
  const option = (limit) => h('option', { value: limit, selected: limit === value }, limitText(limit));
  return h(
    'select',
    { 'aria-label': label, onchange: (event) => onchange(event.target.value) },
    known ? null : option(value),
    endless
      ? h(
          'option',
          { value: ENDLESS, selected: value === ENDLESS, title: t('limit.longest', { seconds: longest }) },
          limitText(ENDLESS),
        )
      : null,
    groups.map(({ summary, limits }) => h('optgroup', { label: summary }, limits.map(option))),
  );
}

/** Asks for an algorithm with options of its own; null if nothing was given. */
async function askOptions(who) {
  const { algorithms } = await once('algorithms');
  const field = h('input', {
    value: who,
    'aria-label': t('setup.ownField'),
    style: 'width:100%;font-family:var(--mono)',
    spellcheck: false,
  });
  const known = h('tbody');
  const list = () => {
    const name = field.value.split(':')[0].trim();
    const family = Object.keys(FAMILIES).find((one) => one.split('(')[0] === name.split('(')[0] && name.includes('('));
    const info =
      algorithms.find((algorithm) => algorithm.name === name) ??
      algorithms.find((algorithm) => algorithm.name === family);
    known.replaceChildren(
      ...(info?.options ?? []).map(({ name: option, example, summary, values, default: usual }) => {
        const add = () => {
          field.value += `${field.value.includes(':') ? ',' : ':'}${option}=${example}`;
          field.focus();
        };
        return h(
          'tr',
          { title: t('setup.without', { values, usual: usual || t('setup.gamesOwn') }) },
          h('th', { scope: 'row' }, h('button', { type: 'button', onclick: add }, `${option}=${example}`)),
          h('td.small', {}, summary),
        );
      }),
    );
  };
  field.addEventListener('input', list);
  list();
  return new Promise((resolve) => {
    const form = h(
      'form',
      { method: 'dialog' },
      h('p.quiet', {}, t('setup.ownForm')),
      field,
      h('div.row', { style: 'margin:.7rem 0' }, h('button.primary', { type: 'submit' }, t('setup.take'))),
      h('table.options', {}, known),
    );
    let given = null;
    form.addEventListener('submit', () => {
      given = field.value.trim() || null;
    });
    const box = dialog(t('setup.ownTitle'), form);
    box.addEventListener('close', () => resolve(given));
  });
}

/** A choice of algorithms, each in its strongest setting; `own` lets one write a specification. */
export async function algorithmSelect(game, players, value, onchange, { label = '' } = {}) {
  const algorithms = (await algorithmsFor(game, players)).map(({ name, exact, summary }) => ({
    name,
    who: exact ? name : `${name}:best`,
    summary,
  }));
  const named = about(game).named_players.map(({ name, summary }) => ({ name, who: name, summary }));
  const list = [...algorithms, ...named];
  const known = list.some(({ who }) => who === value);
  let chosen = value;
  const select = h(
    'select',
    {
      'aria-label': label,
      onchange: async () => {
        if (select.value === 'own') {
          const given = await askOptions(chosen);
          if (given && ![...select.options].some((option) => option.value === given))
            select.prepend(h('option', { value: given }, given));
          select.value = given ?? chosen;
        }
        if (select.value === chosen) return;
        chosen = select.value;
        onchange(chosen);
      },
    },
    known ? null : h('option', { value, selected: true }, value),
    list.map(({ name, who, summary }) => h('option', { value: who, selected: who === value, title: summary }, name)),
    h('option', { value: 'own' }, t('setup.ownOptions')),
  );
  return select;
}
