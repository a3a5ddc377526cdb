// The server, or the engine beside the page that stands in for it: JSON in, JSON out, and searches as streams of
// events.

import { eventReader } from './model/events.js';
import { refusedIn } from './model/refused.js';
import { spoken, t } from './model/text.js';

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The status of a server whose queue of searches is full; the page has words of its own for it. */
const TOO_MANY = 429;

async function refusal(response) {
  if (response.status === TOO_MANY) return new ApiError(TOO_MANY, t('server.busy'));
  let message = t('server.answered', { status: String(response.status) });
  try {
    message = (await response.json()).error ?? message;
  } catch {
    /* an answer that is not ours */
  }
  return new ApiError(response.status, await inWords(message));
}

/** The program speaks English; what it refuses most is there in other languages, loaded when it is needed. */
async function inWords(message) {
  if (spoken() === 'en') return message;
  try {
    const { default: words } = await import(`./refused/${spoken()}.js`);
    return refusedIn(words, message);
  } catch {
    return message;
  }
}

/** Between two tries to reach the server, in milliseconds. */
const WAITS = [400, 800, 1600, 3200, 5000];

/** How many requests wait to be made again. */
let waiting = 0;

/** Says that the server cannot be reached, as long as somebody tries. */
function tellConnection(isUp) {
  const note = document.getElementById('connection');
  if (note.hidden === isUp) return;
  note.hidden = isUp;
  note.textContent = isUp ? '' : t('server.lost');
}

/** Waits, unless it is given up, or was before. */
const pause = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) {
      resolve(null);
      return;
    }
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve(null);
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });

async function waitFor(tries, signal) {
  waiting += 1;
  tellConnection(false);
  await pause(WAITS[Math.min(tries, WAITS.length - 1)], signal);
  waiting -= 1;
}

/** The file of the engine that stands in for the server, in a page that has none. */
const engineFile = () => globalThis.document?.documentElement?.dataset.engine;

/** Is there a server? Matches need one. */
export const hasServer = () => !engineFile();

let local = null;

/** Carries a request to whoever answers it. */
async function carry(path, options) {
  if (hasServer()) return fetch(`/api/${path}`, options);
  local ??= import('./local/engine.js')
    .then(({ Engine }) => new Engine(engineFile()))
    .catch((error) => {
      local = null;
      throw error;
    });
  return (await local).fetch(path, options);
}

/** A request; a patient one is made again and again until the server can be reached. */
async function ask(path, options, isPatient) {
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await carry(path, options);
      tellConnection(true);
      if (!response.ok) throw await refusal(response);
      return response;
    } catch (error) {
      // Whoever gives up may have been the last who tried.
      if (error.name === 'AbortError' && !waiting) tellConnection(true);
      if (error instanceof ApiError || error.name === 'AbortError') throw error;
      if (!isPatient) throw new ApiError(0, t('server.unreachable'));
      await waitFor(tries, options.signal);
    }
  }
}

const json = (body, signal) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
  signal,
});

/** What is only asked may be asked again; what changes something is not done twice. */
const CHANGES = /^matches/;

/** GET /api/path as JSON. */
export async function get(path, { isPatient = true, signal = null } = {}) {
  return (await ask(path, { signal }, isPatient)).json();
}

/** POST /api/path with a JSON body, answered in JSON. */
export async function post(path, body, { isPatient = !CHANGES.test(path), signal = null } = {}) {
  return (await ask(path, json(body, signal), isPatient)).json();
}

/**
 * POST /api/path answered with server-sent events: calls on(event, data) for each until the stream
 * ends. Aborting the signal closes the connection, which ends the work on the server.
 */
export async function stream(path, body, on, signal) {
  const response = await ask(path, json(body, signal), true);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const read = eventReader(on);
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      throw error.name === 'AbortError' ? error : new ApiError(0, t('server.ended'));
    });
    if (done) return;
    read(value);
  }
}

/** A server that has no room for another search is asked again after so many milliseconds, one that has gone sooner. */
const [BUSY, GONE] = [1500, 400];

/**
 * A search that is asked for until it is there: a server that has no room, or has gone in the middle, is asked again,
 * with the question as it is then. `onwait(error)` hears of it, and what the server says begins anew.
 */
export async function streamUntilDone(path, question, on, { signal, onwait = (_error) => {} }) {
  for (;;) {
    try {
      let isEnded = false;
      const hear = (event, data) => {
        isEnded ||= event === 'done' || event === 'error';
        on(event, data);
      };
      await stream(path, question(), hear, signal);
      if (isEnded) return;
      throw new ApiError(0, t('server.ended'));
    } catch (error) {
      signal.throwIfAborted();
      if (error.status !== TOO_MANY && error.status !== 0) throw error;
      onwait(error);
      await pause(error.status === 0 ? GONE : BUSY, signal);
      signal.throwIfAborted();
    }
  }
}

const remembered = new Map();

/** An answer that stays as it is, asked for once. */
function remember(key, request) {
  if (!remembered.has(key)) {
    const forget = (error) => {
      remembered.delete(key);
      throw error;
    };
    remembered.set(key, request().catch(forget));
  }
  return remembered.get(key);
}

/** GET that is asked once: games, algorithms. */
export const once = (path) => remember(path, () => get(path));

/** POST that is asked once: rules, words. */
export const onceAsked = (path, body) => remember(`${path} ${JSON.stringify(body)}`, () => post(path, body));
