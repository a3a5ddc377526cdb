// Matches: start, watch, stop, resume, browse. #/matches is the list, #/matches/NAME a match,
// #/matches/NAME/12 one of its games.

import { hasServer } from './api.js';
import { fill, h } from './dom.js';
import { t } from './model/text.js';
import { gamePage } from './matches/game.js';
import { listPage } from './matches/list.js';
import { matchPage } from './matches/match.js';
import { Shown } from './shown.js';

/** A page without a server has no matches, and says who has. */
function sayWhereTheyAre(root) {
  fill(root, h('h1', {}, t('page.matches')), h('p', {}, t('site.matches')), h('p', {}, t('site.how')));
}

export const page = {
  async mount(root, params, rest, signal) {
    if (!hasServer()) return sayWhereTheyAre(root);
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
