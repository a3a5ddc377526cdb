// Matches: start, watch, stop, resume, browse. #/matches is the list, #/matches/NAME a match,
// #/matches/NAME/12 one of its games.

import { gamePage } from './matches/game.js';
import { listPage } from './matches/list.js';
import { matchPage } from './matches/match.js';

export const page = {
  path: 'matches',
  async mount(root, params, rest) {
    let shown = null;
    const open = async (_, [name, game]) => {
      shown?.unmount?.();
      shown = null;
      if (name && game !== undefined) shown = await gamePage(root, name, game);
      else if (name) shown = await matchPage(root, name);
      else shown = await listPage(root);
    };
    await open(params, rest);
    return { update: open, unmount: () => shown?.unmount?.() };
  },
};
