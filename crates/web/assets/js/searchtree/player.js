// Steps through a search: back, forth, and by itself.

import { h } from '../dom.js';
import { t } from '../model/text.js';

/** Buttons that step through a search as it went: to the start, back, play or pause, forth, to the end. */
export function player(view) {
  let timer = null;
  const slider = h('input', { type: 'range', min: 0, max: 1, value: 1, 'aria-label': t('steps.step') });
  const count = h('span.quiet.small.step-count');
  const button = (label, sign, action, id) =>
    h('button.icon', { type: 'button', 'aria-label': label, title: label, 'data-step': id, onclick: action }, sign);
  const stop = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = '▶';
    play.setAttribute('aria-label', t('steps.play'));
  };
  const go = (step) => view.goTo(step);
  const play = button(
    t('steps.play'),
    '▶',
    () => {
      if (timer) return stop();
      if (view.step >= view.steps) go(0);
      play.textContent = '❚❚';
      play.setAttribute('aria-label', t('steps.pause'));
      const pace = Math.max(60, Math.min(650, 30000 / Math.max(1, view.steps)));
      timer = setInterval(() => {
        if (!play.isConnected || view.step >= view.steps) stop();
        else go(view.step + 1);
      }, pace);
      return undefined;
    },
    'play',
  );
  const step = (label, sign, id, to) => {
    const action = () => {
      stop();
      go(to());
    };
    return button(label, sign, action, id);
  };
  const element = h(
    'div.row.tree-player',
    { role: 'toolbar', 'aria-label': t('steps.label') },
    step(t('steps.first'), '⇤', 'first', () => 1),
    step(t('steps.back'), '◀', 'back', () => view.step - 1),
    play,
    step(t('steps.forward'), '▷', 'forward', () => view.step + 1),
    step(t('steps.last'), '⇥', 'last', () => view.steps),
    slider,
    count,
  );
  slider.addEventListener('input', () => {
    stop();
    go(Number(slider.value));
  });
  return {
    element,
    stop,
    update() {
      slider.max = String(view.steps);
      slider.value = String(view.step);
      slider.setAttribute('aria-valuetext', t('steps.at', { step: view.step, steps: view.steps }));
      count.textContent = `${view.step} / ${view.steps}`;
    },
  };
}
