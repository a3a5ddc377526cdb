// Keeps the game of a session in this browser, and follows what other tabs do with it.

import { toast } from './dom.js';
import { title } from './games.js';
import { isWorthKeeping } from './model/stored.js';
import { t } from './model/text.js';
import { keep, kept, whenPlayedElsewhere } from './store.js';

/** In milliseconds. */
const A_MOMENT = 300;

/** Nothing that somebody may look for goes without a word. */
function tellForgotten(games) {
  const names = games.map(({ place }) => title(place.game)).join(', ');
  toast(t('kept.forgotten', { count: games.length, names }), 'error');
}

export class Keeper {
  /** `isReady()` says whether the session shows a game that is to be kept. */
  constructor(session, isReady, signal) {
    this.session = session;
    this.isReady = isReady;
    addEventListener('pagehide', () => this.keep(), { signal });
    // A page that comes back as it was left has heard nothing in the meantime.
    addEventListener('pageshow', ({ persisted }) => persisted && this.wake(), { signal });
    whenPlayedElsewhere(
      (id) => id === this.session.id && this.isReady(),
      (game) => this.hear(game),
      signal,
    );
  }

  /** Keeps it when nothing has changed for a moment. */
  keepSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), A_MOMENT);
  }

  keep() {
    clearTimeout(this.timer);
    const { game, view } = this.session;
    // Who only looks on must not write over what is played.
    if (!this.isReady() || !view || game.watching) return;
    // What was worth it once is kept as it is now.
    if (!isWorthKeeping(game) && !kept(game.id)) return;
    const later = keep(game, { onforget: tellForgotten, onlack: () => this.tellLack() });
    if (later) this.follow(later);
  }

  /** Once for a game: it is kept after every move. */
  tellLack() {
    const { id } = this.session;
    if (this.lacking !== id) toast(t('kept.noRoom'), 'error');
    this.lacking = id;
  }

  follow(game) {
    this.show(this.session.follow(game));
  }

  /** What somebody else has done comes into sight, unless it is overtaken. */
  async show(change) {
    try {
      await change;
    } catch (error) {
      if (error.name !== 'AbortError') toast(error.message, 'error');
    }
  }

  /** Another tab has stored this game; one that had not heard of the latest change hears of it now. */
  hear(game) {
    if (game.revision < this.session.game.revision) this.keep();
    else this.follow(game);
  }

  wake() {
    const own = kept(this.session.id);
    if (!this.isReady() || !own || own.revision < this.session.game.revision) return;
    this.show(this.session.resume(own));
  }
}
