// Answers that come when something else has been asked for: a session whose server is slow, without a browser.

import { afterEach, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { ifWanted } from '../../assets/js/model/wanted.js';

test('an answer that nobody wants any more is none, and neither is its failure', async () => {
  assert.equal(await ifWanted(Promise.resolve(5), () => true), 5);
  assert.equal(await ifWanted(Promise.resolve(5), () => false), null);
  const failed = () => Promise.reject(new Error('gone'));
  await assert.rejects(
    ifWanted(failed(), () => true),
    /gone/,
  );
  assert.equal(await ifWanted(failed(), () => false), null);
});

const GAME = { name: 'toy', starts: [], options: [], seats: [], look: { glyphs: [] } };
const VIEW = { game: 'toy', players: 2, to_move: 1, plies: [], outcome: null };
const given = { fetch: globalThis.fetch, document: globalThis.document, localStorage: globalThis.localStorage };
/** The positions that are asked for: [what is asked, its answer's resolve]. */
let asked = [];

beforeEach(() => {
  asked = [];
  const page = { getElementById: () => ({ hidden: true }), documentElement: { dataset: {} } };
  globalThis.document = /** @type {any} */ (page);
  globalThis.localStorage = /** @type {any} */ ({ getItem: () => null });
  globalThis.fetch = async (path, { body } = {}) => {
    if (path === '/api/games') return Response.json([GAME]);
    return new Promise((resolve) => asked.push([JSON.parse(body).place, resolve]));
  };
});
afterEach(() => Object.assign(globalThis, given));

/** A session that begins with a game. */
async function begun(place) {
  const { loadGames } = await import('../../assets/js/games.js');
  const { Session } = await import('../../assets/js/session.js');
  await loadGames();
  const session = new Session();
  const loaded = session.load(place);
  await settle();
  asked.pop()[1](Response.json(VIEW));
  assert.equal(await loaded, true);
  return session;
}

const refused = () => Response.json({ error: 'no such move' }, { status: 400 });

/** Lets everything happen that is not waited for. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a board that was overtaken and fails is not told', async () => {
  const session = await begun({ game: 'toy' });
  const first = session.load({ game: 'toy' }, ['x']);
  await settle();
  const second = session.load({ game: 'toy', start: 'other' });
  await settle();
  asked[1][1](Response.json(VIEW));
  assert.equal(await second, true);
  asked[0][1](refused());
  assert.equal(await first, false);
  assert.equal(session.place.start, 'other');
  // A move, too, when its position was left.
  const move = session.play('y');
  const back = session.load({ game: 'toy' });
  await settle();
  assert.deepEqual(asked[2][0].moves, ['y']);
  asked[3][1](Response.json(VIEW));
  await back;
  asked[2][1](refused());
  assert.equal(await move, false);
  // The last one is still told.
  const last = session.load({ game: 'toy' }, ['x']);
  await settle();
  asked[4][1](refused());
  await assert.rejects(last, /no such move/);
});

test('who looks around in a game until another is there gets the other', async () => {
  const session = await begun({ game: 'toy' });
  const other = session.load({ game: 'toy', start: 'other' });
  const back = session.first();
  await settle();
  asked[0][1](Response.json(VIEW));
  assert.equal(await other, true);
  assert.equal(session.place.start, 'other');
  // What comes even later is of a game that was left.
  await back;
  assert.equal(session.place.start, 'other');
});
