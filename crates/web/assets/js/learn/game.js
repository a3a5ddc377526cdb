// The rules of a game, with a first move to try.

import { streamUntilDone } from '../api.js';
import { fill, h, sentence, toast } from '../dom.js';
import { about, inGameWords, placeFor, seatText, strongest, usualPlayers } from '../games.js';
import { lessonOf } from '../lessons.js';
import { markdown } from '../markdown.js';
import { paramsOf } from '../model/address.js';
import { t } from '../model/text.js';
import { Pane } from '../pane.js';
import { Pictures } from '../pictures.js';
import { ROOT, Session } from '../session.js';

/** What a search comes to; a server that has gone meanwhile is asked again when it is back. */
async function resultOf(path, question, signal) {
  let answer = null;
  const hear = (event, data) => {
    if (event === 'done') answer = data;
    if (event === 'error') throw new Error(data.error);
  };
  await streamUntilDone(path, () => question, hear, { signal });
  return answer;
}

/** What a first move is worth: by the solver where there is one, else by what the strongest algorithm would play. */
async function verdict(session, start, move, signal) {
  const { game, players } = await session.viewOf(start);
  const place = { ...session.place, moves: session.moves(start) };
  const done = (path, question) => resultOf(path, { place, ...question }, signal);
  if (!about(game).solver) {
    const { best_move: best } = await done('think', { seat: `${strongest(game, players)}@20000+1500ms` });
    return best === move ? t('learn.agrees') : t('learn.differs', { move: best });
  }
  const { score: best, moves } = await done('solve', { session: session.id });
  const score = moves.find((one) => one.move === move)?.score ?? best;
  const end = (value) => t(value > 0 ? 'learn.win' : value < 0 ? 'learn.lose' : 'learn.draw');
  const good = moves.filter((one) => one.score === best).map((one) => one.move);
  if (score === best) return t(good.length === 1 ? 'learn.onlyBest' : 'learn.oneBest', { end: end(score) });
  const isSame = Math.sign(score) === Math.sign(best);
  const better = isSame ? t(best > 0 ? 'learn.sooner' : 'learn.later', { end: end(best) }) : end(best);
  return t('learn.worse', { end: end(score), moves: good.join(t('player.or')), best: better });
}

export async function gamePage(root, game, signal) {
  const { rules, language, samples } = await lessonOf(game.name);
  signal.throwIfAborted();
  const pictures = new Pictures(signal);
  const place = placeFor(game, usualPlayers(game));
  const figures = samples.map((sample) => {
    const { moves = [], ...start } = sample.place;
    const figure = h(
      'figure',
      {},
      h(
        'figcaption',
        {},
        h('span', {}, inGameWords(game.name, sample.summary)),
        ' ',
        h('a', { href: `#/play?${paramsOf(start, moves)}` }, t('learn.playOn')),
        '.',
      ),
    );
    pictures.draw(figure, sample.place);
    return figure;
  });
  const session = new Session();
  const answer = h('div.answer', { role: 'status' });
  const again = h('button', { type: 'button', 'data-do': 'again', onclick: () => begin() }, t('learn.tryAnother'));
  const reply = h(
    'button',
    { type: 'button', 'data-do': 'reply', onclick: () => engineReplies() },
    t('learn.letAnswer'),
  );
  let thinking = null;

  /** Asks something that the reader may turn away from. */
  async function ask(work) {
    thinking?.abort();
    thinking = new AbortController();
    const until = thinking.signal;
    try {
      await work(until);
    } catch (error) {
      if (!until.aborted) toast(error.message, 'error');
    }
  }

  const pane = new Pane(session, {
    mayMove: () => session.node === ROOT,
    onmove: async (move) => {
      await session.play(move);
      again.hidden = false;
      reply.hidden = Boolean(session.view.outcome);
      again.focus();
      const said = h('p', {}, h('b', {}, move), ' – …');
      fill(answer, said);
      await ask(async (until) => fill(said, h('b', {}, move), ' – ', await verdict(session, ROOT, move, until)));
    },
  });

  async function begin() {
    thinking?.abort();
    again.hidden = true;
    reply.hidden = true;
    await session.load(place);
    fill(answer, h('p', {}, t('learn.begin', { player: seatText(game.name, session.view.to_move) })));
    pane.update();
  }

  function engineReplies() {
    reply.hidden = true;
    const { to_move: who, players } = session.view;
    const question = {
      place: session.here,
      seat: `${strongest(game.name, players)}@20000+1500ms`,
      session: session.id,
    };
    return ask(async (until) => {
      const { best_move: move } = await resultOf('think', question, until);
      await session.play(move);
      const address = `#/play?${paramsOf(session.place, session.moves())}`;
      const go = h('a', { href: address, 'data-do': 'go-on' }, t('learn.playOn'));
      answer.append(h('p', {}, t('learn.answers', { player: who, move }), ' ', go, '.'));
    });
  }

  const facts = h(
    'div.row',
    {},
    h('a.button.primary', { href: `#/play?${paramsOf(place)}` }, t('page.play')),
    h('a.button', { href: `#/analyse?${paramsOf(place)}` }, t('page.analyse')),
  );
  fill(
    root,
    h(
      'article.lesson',
      {},
      h('p.crumbs', {}, h('a', { href: '#/learn' }, t('page.learn'))),
      h('div.head', {}, h('h1', {}, game.title), facts),
      rules ? h('div.prose.rules', { lang: language }, markdown(rules)) : h('p.prose', {}, sentence(game.summary)),
      figures.length ? [h('h2', {}, t('learn.samples')), h('div.figures', {}, figures)] : null,
      h('h2', {}, t('learn.first')),
      h('div.first-move', {}, pane.element, h('aside.card', {}, answer, h('div.row', {}, again, reply))),
    ),
  );
  signal.addEventListener('abort', () => {
    thinking?.abort();
    session.stop();
    pane.unmount();
  });
  await begin();
}
