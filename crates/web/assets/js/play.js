// Play: #/play is the choice of games, #/play?game=... a game, #/play/ID goes on with one that this browser keeps.

import { patiently, withStyles } from './modules.js';
import { home } from './play/home.js';

export const page = {
  async mount(root, params, rest, signal) {
    const [id] = rest;
    if (!id && !params.has('game')) return home(root, signal);
    // The first page is there sooner without what a table needs.
    const { PlayTable } = await patiently(() => withStyles(import('./play/table.js')), signal);
    signal.throwIfAborted();
    const table = new PlayTable(root);
    signal.addEventListener('abort', () => table.unmount());
    await table.load(params, id);
    return { update: (next, [other]) => (other || next.has('game') ? table.load(next, other) : false) };
  },
};
