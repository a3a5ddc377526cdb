// Matches: start, watch, stop, resume, browse. #/matches is the list, #/matches/NAME a match,
// #/matches/NAME/12 one of its games.

import { gamePage } from './matches/game.js';
import { listPage } from './matches/list.js';
import { matchPage } from './matches/match.js';
import { Shown } from './shown.js';

export const page = {
  async mount(root, params, rest) {
    const shown = new Shown();
    const open = (_, [name, game]) => {
      if (name && game !== undefined) return shown.show(gamePage(root, name, game));
      return shown.show(name ? matchPage(root, name) : listPage(root));
    };
    await open(params, rest);
    return { update: open, unmount: () => shown.unmount() };
  },
};
