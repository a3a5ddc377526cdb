// Analysis: one position, up to four algorithms side by side.

import { fill, h } from './dom.js';
import { title } from './games.js';
import { Pane } from './pane.js';
import { Session, placeOf } from './session.js';
import { whyPanel } from './tree.js';

export const page = {
  path: 'analyse',
  title: 'Analyse',
  async mount(root, params) {
    const session = new Session();
    const pane = new Pane(session);
    const why = h('section.why');
    const heading = h('h1');
    const onchange = () => {
      history.replaceState(null, '', `#/analyse?${session.params()}`);
      pane.board.arrows([]);
    };
    const load = async (from) => {
      const { place, moves, at } = placeOf(from);
      await session.load(place, moves, at);
      heading.textContent = `Analysis: ${title(place.game)}`;
    };
    session.addEventListener('change', onchange);
    await load(params);
    fill(root, h('div.head', {}, heading), h('div.table', {}, pane.element, h('aside.side', {}, h('section.card', {}, h('h2', {}, 'Moves'), pane.moves))), why);
    pane.update();
    const tree = whyPanel(why, session, { show: (line) => pane.imagine(line) });
    return {
      update: load,
      unmount() {
        tree?.unmount?.();
        pane.unmount();
      },
    };
  },
};
