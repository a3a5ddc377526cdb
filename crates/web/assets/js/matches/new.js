// The form of a new match.

import { post } from '../api.js';
import { fill, h } from '../dom.js';
import { about, firstGame, playable, strongest } from '../games.js';
import { splitSeat } from '../model/seat.js';
import { t } from '../model/text.js';
import { ifWanted } from '../model/wanted.js';
import { algorithmSelect, joinSeat, limitSelect, rivalOf } from '../seats.js';
import { field, gameFields, placeOfWish, usualWish } from '../setup/fields.js';
import { link } from './common.js';

/** What a move may cost in a new match. */
const USUAL_LIMIT = '2000';
/** So many algorithms play in a match: more than there are seats meet in turns. */
const MOST_ENTRANTS = 16;

/** The form of a new match. */
export async function newMatch(signal) {
  let wish = usualWish(about(firstGame()));
  const form = h('form.match-form');
  const note = h('p.error', { role: 'alert' });
  const number = (label, name, value, min, max) =>
    field(
      label,
      h('input', {
        type: 'number',
        name,
        value: String(wish[name] ?? value),
        min,
        max,
        required: true,
        oninput: (event) => {
          wish[name] = Number(event.target.value);
        },
      }),
    );

  async function entrantRow(game, players, entrants, i) {
    const change = (part) => (value) => {
      const parts = { ...splitSeat(entrants[i]), [part]: value };
      entrants[i] = joinSeat(game, parts.who, parts.limit);
    };
    const { who, limit } = splitSeat(entrants[i]);
    const remove = () => {
      entrants.splice(i, 1);
      draw();
    };
    return h(
      'div.entrant',
      {},
      await algorithmSelect(game, players, who, change('who'), {
        label: t('match.algorithmNumber', { number: i + 1 }),
      }),
      await limitSelect(limit, change('limit'), t('match.limitNumber', { number: i + 1 })),
      h(
        'button.icon',
        {
          type: 'button',
          'aria-label': t('match.removeNumber', { number: i + 1 }),
          disabled: entrants.length <= 2,
          onclick: remove,
        },
        '✕',
      ),
    );
  }

  let draws = 0;
  async function draw() {
    draws += 1;
    const mine = draws;
    const info = about(wish.game);
    const look = async () => {
      const { game, entrants: chosen } = wish;
      const { players } = await post('position', { place: placeOfWish(wish) }, { signal });
      const best = strongest(game, players);
      const usual = async () => [best, (await rivalOf(game, players)) ?? best].map((who) => `${who}@${USUAL_LIMIT}`);
      const entrants = chosen ?? (await usual());
      const rows = await Promise.all(entrants.map((_, i) => entrantRow(game, players, entrants, i)));
      return { best: `${best}@${USUAL_LIMIT}`, entrants, rows };
    };
    // Something else may be chosen in the meantime.
    const looked = await ifWanted(look(), () => mine === draws);
    if (!looked) return;
    const { best, entrants, rows } = looked;
    wish.entrants = entrants;
    const choose = (event) => {
      wish = { ...usualWish(about(event.target.value)), name: wish.name };
      draw();
    };
    const add = () => {
      entrants.push(best);
      draw();
    };
    fill(
      form,
      h(
        'div.row',
        {},
        field(
          t('match.name'),
          h('input', {
            type: 'text',
            name: 'name',
            value: wish.name ?? `${wish.game}-${new Date().toISOString().slice(0, 10)}`,
            pattern: '[A-Za-z0-9][A-Za-z0-9_\\-]*',
            maxlength: 64,
            required: true,
            title: t('match.nameHint'),
            oninput: (event) => {
              wish.name = event.target.value;
            },
          }),
        ),
        field(
          t('match.game'),
          h(
            'select',
            { name: 'game', onchange: choose },
            playable().map((game) => h('option', { value: game.name, selected: game.name === wish.game }, game.title)),
          ),
        ),
        gameFields(wish, info, draw),
        number(t('match.games'), 'games', 20, 1, 100000),
        number(t('match.randomPlies'), 'random_plies', 2, 0, 50),
        number(t('match.seed'), 'seed', 1, 0, 1e9),
      ),
      h('h3', {}, t('match.who')),
      rows,
      h(
        'div.row',
        {},
        h(
          'button',
          { type: 'button', disabled: entrants.length >= MOST_ENTRANTS, 'data-do': 'add', onclick: add },
          t('analysis.add'),
        ),
        h('button.primary', { type: 'submit', 'data-do': 'start' }, t('match.start')),
      ),
      note,
    );
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    note.textContent = '';
    // Another game was chosen just now, and who plays it is not there yet.
    if (!wish.entrants) return;
    const data = new FormData(form);
    const numbers = Object.fromEntries(['games', 'random_plies', 'seed'].map((key) => [key, Number(data.get(key))]));
    try {
      const { name } = await post('matches', {
        name: data.get('name'),
        place: placeOfWish(wish),
        entrants: wish.entrants,
        ...numbers,
      });
      location.hash = link(name);
    } catch (error) {
      note.textContent = error.message;
    }
  });
  await draw();
  return h(
    'section.card',
    { 'aria-label': t('match.new') },
    h('h2', {}, t('match.new')),
    h('p.quiet.small', {}, t('match.newNote')),
    form,
  );
}
