// Play: #/play is the choice of games, #/play?game=... a game, #/play/ID goes on with one that this browser keeps.

import { home } from './play/home.js';

export const page = {
  async mount(root, params, rest) {
    const [id] = rest;
    if (!id && !params.has('game')) return home(root);
    // The first page is there sooner without what a table needs.
    const { PlayTable } = await import('./play/table.js');
    const table = new PlayTable(root);
    try {
      await table.load(params, id);
    } catch (error) {
      table.unmount();
      throw error;
    }
    return {
      update: (next, [other]) => (other || next.has('game') ? table.load(next, other) : false),
      unmount: () => table.unmount(),
    };
  },
};
