// Workers that answer requests where there is no server. What is soon answered has a worker of its own, so that it
// never waits for a search; searches run side by side in others. Nothing reaches a worker while it thinks: who gives a
// search up ends its worker, and the next one gets another.

/** Requests that may take long. */
const LONG = new Set(['think', 'review', 'solve', 'tree']);

/** So many searches run at once; more wait. */
const MOST = 5;

/** After these nothing more is said about a request. */
const LAST = new Set(['answer', 'refused', 'done', 'error', 'failed']);

/**
 * A request; `hear` is told of everything that happens to it: a name and, as JSON, what there is to say.
 * @typedef {{ path: string, body: string, session?: string, hear: (name: string, text: string) => void }} Job
 */

/**
 * Starts a worker that tells what it says, and returns how to talk to it.
 * @typedef {(hear: (name: string, text: string) => void) =>
 *   { send: (path: string, body: string) => void, end: () => void }} Spawn
 */

/** A worker and what it is to do, in this order. */
class Thread {
  /** @param {Spawn} spawn @param {(thread: Thread, isBroken: boolean) => void} onfree */
  constructor(spawn, onfree) {
    /** @type {Job[]} */
    this.jobs = [];
    /** Whose engines it has kept. */
    this.session = undefined;
    this.worker = spawn((name, text) => {
      const [job] = this.jobs;
      if (LAST.has(name)) this.jobs.shift();
      job?.hear(name, text);
      // One that has failed is of no use to those who still wait for it.
      if (name === 'failed') for (const other of this.jobs.splice(0)) other.hear(name, text);
      if (LAST.has(name)) onfree(this, name === 'failed');
    });
  }

  /** @param {Job} job */
  give(job) {
    this.session = job.session;
    this.jobs.push(job);
    this.worker.send(job.path, job.body);
  }
}

export class Pool {
  /** @param {Spawn} spawn */
  constructor(spawn) {
    this.spawn = spawn;
    /** @type {Thread | null} */
    this.quick = null;
    /** @type {Thread[]} */
    this.thinkers = [];
    /** @type {Job[]} */
    this.waiting = [];
  }

  /**
   * Takes a request; the answer is a function that gives it up.
   * @param {Job} job
   */
  ask(job) {
    if (!LONG.has(job.path)) return this.answer(job);
    this.waiting.push(job);
    this.assign();
    return () => this.giveUp(job);
  }

  /** @param {Job} job */
  answer(job) {
    this.quick ??= new Thread(this.spawn, (thread, isBroken) => {
      if (!isBroken) return;
      thread.worker.end();
      this.quick = null;
    });
    const own = { ...job };
    this.quick.give(own);
    // It is soon done: nobody listens, that is all.
    return () => {
      own.hear = () => {};
    };
  }

  /** Gives those who wait to whoever has time, and tells the others how many are before them. */
  assign() {
    while (this.waiting.length) {
      const free = this.free(this.waiting[0].session);
      if (!free) break;
      free.give(/** @type {Job} */ (this.waiting.shift()));
    }
    this.waiting.forEach((job, ahead) => job.hear('queued', JSON.stringify({ ahead })));
  }

  /**
   * Somebody with time, who has the session's engines if there is such a one.
   * @param {string | undefined} session
   */
  free(session) {
    const idle = this.thinkers.filter(({ jobs }) => !jobs.length);
    const known = idle.find((thread) => session !== undefined && thread.session === session) ?? idle[0];
    if (known || this.thinkers.length >= MOST) return known;
    const thread = new Thread(this.spawn, (freed, isBroken) => {
      if (isBroken) this.dismiss(freed);
      this.assign();
    });
    this.thinkers.push(thread);
    return thread;
  }

  /** @param {Thread} thread */
  dismiss(thread) {
    thread.worker.end();
    this.thinkers = this.thinkers.filter((other) => other !== thread);
  }

  /** @param {Job} job */
  giveUp(job) {
    this.waiting = this.waiting.filter((other) => other !== job);
    const busy = this.thinkers.find(({ jobs }) => jobs.includes(job));
    if (busy) this.dismiss(busy);
    this.assign();
  }
}
