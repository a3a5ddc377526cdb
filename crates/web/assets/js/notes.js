// What somebody notes about the position that is shown: a comment, and what is drawn on the board.

import { h } from './dom.js';
import { isNone, withComment, withoutMarks } from './model/notes.js';
import { t } from './model/text.js';

/** A card with a field for the comment. */
export function notesCard(session) {
  const field = h('textarea', {
    rows: 3,
    'aria-label': t('notes.comment'),
    placeholder: t('notes.comment'),
    'data-in': 'comment',
    oninput: () => session.annotate(withComment(session.at().notes, field.value)),
  });
  const clear = h(
    'button',
    { type: 'button', 'data-do': 'clear-marks', onclick: () => session.annotate(withoutMarks(session.at().notes)) },
    t('notes.clear'),
  );
  const show = () => {
    const { notes } = session.at();
    // Whoever is writing keeps his place in the text.
    if (field.value !== notes.comment) field.value = notes.comment;
    clear.hidden = !notes.marks.length;
    card.classList.toggle('has-notes', !isNone(notes));
  };
  const card = h(
    'section.card.notes-card',
    { 'aria-label': t('notes.title') },
    h('h2', {}, t('notes.title')),
    field,
    h('p.quiet.small', {}, t('notes.how')),
    clear,
  );
  session.addEventListener('change', show);
  show();
  return card;
}
