// The engine beside the page, for a page without a server: `fetch` answers as the server's would, so that nobody else
// has to know where the answers come from.

import { t } from '../model/text.js';
import { Pool } from './pool.js';

async function compile(file) {
  const response = await fetch(file);
  // As if there were no connection: it is asked for again.
  if (!response.ok) throw new TypeError(`${file}: ${response.status}`);
  // Not every host knows what kind of a file it is, and browsers compile on the way only what is told to them.
  const isTold = response.headers.get('content-type') === 'application/wasm';
  return isTold ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** @returns {import('./pool.js').Spawn} */
const spawner = (module) => (hear) => {
  const worker = new Worker(new URL('./thread.js', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data: [name, text] }) => hear(name, text));
  worker.addEventListener('error', ({ message }) => hear('failed', message));
  worker.postMessage(module);
  return {
    send: (path, body) => worker.postMessage(`{"path":${JSON.stringify(path)},"body":${body}}`),
    end: () => worker.terminate(),
  };
};

const broken = () => JSON.stringify({ error: t('site.broken') });

/** What happens to a request as the answer of a server: JSON, or a stream of events. */
class Answer {
  constructor(resolve, giveUp) {
    this.resolve = resolve;
    this.giveUp = giveUp;
    this.events = null;
  }

  hear(name, text) {
    if (name === 'answer') this.resolve(new Response(text));
    else if (name === 'refused') this.resolve(new Response(text, { status: JSON.parse(text).status }));
    else if (name === 'failed' && !this.events) this.resolve(new Response(broken(), { status: 500 }));
    else this.tell(name === 'failed' ? 'error' : name, name === 'failed' ? broken() : text);
  }

  tell(name, text) {
    this.events ??= this.begin();
    this.events.enqueue(`event: ${name}\ndata: ${text}\n\n`);
    if (name === 'done' || name === 'error') this.events.close();
  }

  begin() {
    let events;
    const stream = new ReadableStream({
      start: (controller) => {
        events = controller;
      },
      cancel: () => this.giveUp(),
    });
    this.resolve(new Response(stream.pipeThrough(new TextEncoderStream())));
    return events;
  }
}

export class Engine {
  /** @param {string} file */
  constructor(file) {
    this.file = file;
    this.loading = null;
  }

  pool() {
    this.loading ??= compile(this.file)
      .then((module) => new Pool(spawner(module)))
      .catch((error) => {
        this.loading = null;
        throw error;
      });
    return this.loading;
  }

  /**
   * @param {string} path
   * @param {{ body?: string, signal?: AbortSignal | null }} options
   * @returns {Promise<Response>}
   */
  async fetch(path, { body = 'null', signal = null } = {}) {
    signal?.throwIfAborted();
    // Who asks whether anybody is there wants to know of the place where the files come from.
    if (path === 'load') return fetch('manifest.webmanifest', { signal });
    const pool = await this.pool();
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const answer = new Answer(resolve, () => giveUp());
      const giveUp = pool.ask({
        path,
        body,
        session: JSON.parse(body)?.session,
        hear: (name, text) => answer.hear(name, text),
      });
      signal?.addEventListener(
        'abort',
        () => {
          giveUp();
          reject(signal.reason);
          answer.events?.error(signal.reason);
        },
        { once: true },
      );
    });
  }
}
