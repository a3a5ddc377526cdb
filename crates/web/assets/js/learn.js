// Learn: #/learn lists everything, #/learn/game/NAME the rules of a game with a first move to try,
// #/learn/algorithm/NAME an algorithm whose search one can step through.

import { once } from './api.js';
import { fill, h, sentence } from './dom.js';
import { LESSON_LANGUAGE, about, games, placeFor, playable, usualPlayers } from './games.js';
import { algorithmPage } from './learn/algorithm.js';
import { ALGORITHMS } from './learn/algorithms.js';
import { link } from './learn/common.js';
import { gamePage } from './learn/game.js';
import { spoken, t } from './model/text.js';
import { patiently } from './modules.js';
import { Pictures } from './pictures.js';
import { Shown } from './shown.js';

export const page = {
  async mount(root, params, rest, signal) {
    const shown = new Shown(signal);
    const open = async (_, [kind, name]) => {
      await shown.show((until) => part(root, kind, name, until));
      scrollTo(0, 0);
    };
    await open(params, rest);
    return { update: open };
  },
};

/** The page about a game or an algorithm, or the list of all. */
async function part(root, kind, name, signal) {
  const all = await lessons(signal);
  signal.throwIfAborted();
  const lesson = all.find((algorithm) => algorithm.name === name);
  if (kind === 'game' && games().some((game) => game.name === name)) return gamePage(root, about(name), signal);
  if (kind === 'algorithm' && lesson) return algorithmPage(root, lesson, all, signal);
  if (kind) throw new Error(t('learn.noPage', { name: name ?? kind }));
  return listPage(root, all, signal);
}

/** The lessons in another language than their own, by name: {title, summary, text, about}. */
async function translations(signal) {
  if (spoken() === LESSON_LANGUAGE) return {};
  const { default: all } = await patiently(() => import(`./learn/lessons/${spoken()}.js`), signal);
  return all;
}

/** A lesson in the language of the page, if it is written in it. */
function translated(lesson, words) {
  if (!words) return { ...lesson, language: LESSON_LANGUAGE };
  const { about: caption, ...rest } = words;
  return { ...lesson, ...rest, language: spoken(), demo: caption ? { ...lesson.demo, about: caption } : lesson.demo };
}

/** The lessons about algorithms that are there, and a plain one for each that has none. */
async function lessons(signal) {
  const [{ algorithms }, words] = await Promise.all([once('algorithms'), translations(signal)]);
  const own = ALGORITHMS.filter(({ name }) => algorithms.some((known) => known.name === name));
  const others = algorithms
    .filter(({ name }) => ALGORITHMS.every((lesson) => lesson.name !== name))
    .map((info) => ({
      name: info.name,
      group: 'more',
      title: info.name,
      summary: sentence(info.summary),
      text: '',
      // A solver keeps no tree.
      demo: info.exact ? null : { study: info.two_players ? 2 : 3, algos: [info.name], depth: 3, depths: [2, 3, 4] },
    }));
  return [...own, ...others].map((lesson) => ({
    ...translated(lesson, words[lesson.name]),
    options: algorithms.find(({ name }) => name === lesson.name).options,
  }));
}

function listPage(root, all, signal) {
  const pictures = new Pictures(signal);
  const card = (kind, { name, title: words, summary: about_, language = null }, board = null) =>
    h(
      'a.card',
      { href: link(kind, name), 'data-learn': name, lang: language },
      board,
      h('h3', {}, words),
      h('p', {}, sentence(about_)),
    );
  const gameCards = playable().map((game) => {
    const box = h('div');
    pictures.draw(box, game.sample ?? placeFor(game, usualPlayers(game)));
    return card('game', game, box);
  });
  const groups = [...new Set(all.map(({ group }) => group))];
  fill(
    root,
    h(
      'div.lesson',
      {},
      h('h1', {}, t('page.learn')),
      h('h2', {}, t('learn.games')),
      h('div.lesson-cards', {}, gameCards),
      h('h2', {}, t('learn.algorithms')),
      h('p.prose', {}, t('learn.intro')),
      groups.map((group) => [
        h('h3', {}, t(/** @type {any} */ (`learn.${group}`))),
        h(
          'div.lesson-cards',
          {},
          all.filter((lesson) => lesson.group === group).map((lesson) => card('algorithm', lesson)),
        ),
      ]),
    ),
  );
}
