// Follows a match as long as it runs. The server tells what is new; when it falls silent, it is asked how the match
// stands, again and again until it answers, so that nobody reads of a match that has long been over.

/**
 * What the feed needs of the world.
 * @typedef {object} World
 * @property {(hear: (event: string, data: any) => void, lost: () => void) => () => void} listen begins to listen, and
 *   returns what ends it; `lost` is called when the connection breaks
 * @property {() => Promise<any>} ask how the match stands
 * @property {(ms: number) => Promise<void>} wait
 */

/**
 * Who wants to know.
 * @typedef {object} Reader
 * @property {(detail: any) => void} detail how the match stands
 * @property {(boards: any[]) => void} boards what is played just now
 * @property {(detail: any) => void} end
 * @property {(message: string) => void} lost the server does not answer; it is asked again
 * @property {(message: string) => void} gone there is no such match any more
 */

/** Between two tries, in milliseconds: more after every one that failed. */
const [SHORTEST, LONGEST] = [500, 8000];

/** The status of an answer about what is not there. */
const NOT_FOUND = 404;

export class MatchFeed {
  /** @param {World} world @param {Reader} reader */
  constructor(world, reader) {
    this.world = world;
    this.reader = reader;
    /** @type {(() => void) | null} */
    this.silence = null;
    this.failures = 0;
    this.isClosed = false;
  }

  /**
   * Somebody knows how the match stands.
   * @param {any} detail
   */
  take(detail) {
    if (this.isClosed) return;
    this.reader.detail(detail);
    if (!detail.running) {
      this.stop();
      this.reader.boards([]);
    } else if (!this.silence) this.listen();
  }

  listen() {
    this.silence = this.world.listen(
      (event, data) => {
        this.failures = 0;
        if (event === 'boards') this.reader.boards(data);
        if (event === 'standings' || event === 'end') this.take(data);
        if (event === 'end') this.reader.end(data);
      },
      () => this.recover(),
    );
  }

  async recover() {
    this.stop();
    while (!this.isClosed) {
      if (this.failures > 0) await this.world.wait(Math.min(LONGEST, SHORTEST * 2 ** this.failures));
      this.failures += 1;
      try {
        const detail = await this.world.ask();
        this.take(detail);
        return;
      } catch (error) {
        if (this.isClosed) return;
        const message = error instanceof Error ? error.message : String(error);
        if (/** @type {any} */ (error)?.status === NOT_FOUND) {
          this.close();
          this.reader.gone(message);
          return;
        }
        this.reader.lost(message);
      }
    }
  }

  stop() {
    this.silence?.();
    this.silence = null;
  }

  close() {
    this.isClosed = true;
    this.stop();
  }
}
