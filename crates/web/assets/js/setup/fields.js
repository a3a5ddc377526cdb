// Fields for what a new game is to be: how many play, from where, with what options.

import { h } from '../dom.js';
import { about, placeFor, playerCounts, startsFor, usualPlayers } from '../games.js';
import { capital, t } from '../model/text.js';

export const field = (label, control) => h('label.field', {}, h('span', {}, label), control);

/** A choice: [[value, text], ...]. */
export const choice = (value, list, set) =>
  h(
    'select',
    { onchange: (event) => set(event.target.value) },
    list.map(([key, text]) => h('option', { value: key, selected: key === value }, text)),
  );

/** The fields for a game's players, start and options; `wish` is changed, then `redraw` called. */
export function gameFields(wish, info, redraw) {
  const change = (values) => {
    Object.assign(wish, values);
    redraw();
  };
  const word = info.start_word;
  const lines = [];
  const counts = playerCounts(info);
  if (counts.length > 1) {
    lines.push(
      field(
        t('setup.players'),
        choice(
          String(wish.players),
          counts.map((n) => [String(n), String(n)]),
          (n) => change({ players: Number(n), start: undefined }),
        ),
      ),
    );
  }
  const starts = startsFor(info, wish.players);
  if (starts.length > 1) {
    lines.push(
      field(
        capital(word),
        choice(
          wish.start ?? starts[0].name,
          starts.map(({ name, summary }) => [name, `${name} – ${summary}`]),
          (start) => change({ start }),
        ),
      ),
    );
  }
  return [...lines, ...optionFields(wish, info, change)];
}

/** The fields for the options of which the game offers values; the first is what holds without it. */
export function optionFields(wish, info, change) {
  return info.options
    .filter(({ choices }) => choices.length)
    .map(({ name, label, choices }) => {
      const list = choices.map(({ value, summary }) => [
        value,
        summary.startsWith(value) ? summary : `${value} – ${summary}`,
      ]);
      const own = wish.options[name];
      if (own && choices.every(({ value }) => value !== own)) list.unshift([own, own]);
      return field(
        capital(label),
        choice(own ?? choices[0].value, list, (value) =>
          change({ options: { ...wish.options, [name]: value === choices[0].value ? undefined : value } }),
        ),
      );
    });
}

/** What is wished for, of a game as it usually is. */
export function usualWish(info) {
  return { game: info.name, players: usualPlayers(info), start: undefined, options: {} };
}

/** The place of a wish. */
export function placeOfWish(wish) {
  const info = about(wish.game);
  const place = wish.pos ? { game: wish.game, pos: wish.pos } : placeFor(info, wish.players, wish.start);
  for (const { name } of info.options) if (wish.options[name] !== undefined) place[name] = wish.options[name];
  return place;
}
