// The form of a new match.

import { post } from '../api.js';
import { fill, h } from '../dom.js';
import { about, firstGame, playable, strongest } from '../games.js';
import { splitSeat } from '../model/seat.js';
import { t } from '../model/text.js';
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

  async function entrantRow(seat, i, players) {
    const change = (part) => (value) => {
      const parts = { ...splitSeat(wish.entrants[i]), [part]: value };
      wish.entrants[i] = joinSeat(wish.game, parts.who, parts.limit);
    };
    const { who, limit } = splitSeat(seat);
    const remove = () => {
      wish.entrants.splice(i, 1);
      draw();
    };
    return h(
      'div.entrant',
      {},
      await algorithmSelect(wish.game, players, who, change('who'), {
        label: t('match.algorithmNumber', { number: i + 1 }),
      }),
      await limitSelect(limit, change('limit'), t('match.limitNumber', { number: i + 1 })),
      h(
        'button.icon',
        {
          type: 'button',
          'aria-label': t('match.removeNumber', { number: i + 1 }),
          disabled: wish.entrants.length <= 2,
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
    const { players } = await post('position', { place: placeOfWish(wish) }, { signal });
    // Something else was chosen in the meantime.
    if (mine !== draws) return;
    const best = `${strongest(wish.game, players)}@${USUAL_LIMIT}`;
    wish.entrants ??= [best, `${(await rivalOf(wish.game, players)) ?? strongest(wish.game, players)}@${USUAL_LIMIT}`];
    const entrants = await Promise.all(wish.entrants.map((seat, i) => entrantRow(seat, i, players)));
    const choose = (event) => {
      wish = { ...usualWish(about(event.target.value)), name: wish.name };
      draw();
    };
    const add = () => {
      wish.entrants.push(best);
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
      entrants,
      h(
        'div.row',
        {},
        h(
          'button',
          { type: 'button', disabled: wish.entrants.length >= MOST_ENTRANTS, 'data-do': 'add', onclick: add },
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
