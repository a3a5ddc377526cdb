// The server: JSON in, JSON out, and searches as streams of events.

import { eventReader } from './model/events.js';
import { t } from './model/text.js';

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function refusal(response) {
  let message = t('server.answered', { status: String(response.status) });
  try {
    message = (await response.json()).error ?? message;
  } catch {
    /* an answer that is not ours */
  }
  return new ApiError(response.status, message);
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(`/api/${path}`, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, t('server.unreachable'));
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

const json = (body, signal) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
  signal,
});

/** GET /api/path as JSON. */
export async function get(path, signal) {
  return (await ask(path, { signal })).json();
}

/** POST /api/path with a JSON body, answered in JSON. */
export async function post(path, body, signal) {
  return (await ask(path, json(body, signal))).json();
}

/**
 * POST /api/path answered with server-sent events: calls on(event, data) for each until the stream
 * ends. Aborting the signal closes the connection, which ends the work on the server.
 */
export async function stream(path, body, on, signal) {
  const response = await ask(path, json(body, signal));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const read = eventReader(on);
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    read(value);
  }
}

const remembered = new Map();
/** GET that is asked once: games, algorithms. */
export function once(path) {
  if (!remembered.has(path)) {
    remembered.set(
      path,
      get(path).catch((error) => {
        remembered.delete(path);
        throw error;
      }),
    );
  }
  return remembered.get(path);
}
