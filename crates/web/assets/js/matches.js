// Matches: start, watch, stop, resume, browse. #/matches is the list, #/matches/NAME a match,
// #/matches/NAME/12 one of its games.

import { gamePage } from './matches/game.js';
import { listPage } from './matches/list.js';
import { matchPage } from './matches/match.js';
import { Shown } from './shown.js';

export const page = {
  async mount(root, params, rest, signal) {
    const shown = new Shown(signal);
    const open = (_, [name, game]) =>
      shown.show((until) => {
        if (name && game !== undefined) return gamePage(root, name, game, until);
        return name ? matchPage(root, name, until) : listPage(root, until);
      });
    await open(params, rest);
    return { update: open };
  },
};
