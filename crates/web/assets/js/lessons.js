// The rules of a game and moves that show them. They are prose, most of what is said about a game, and asked for by
// those alone who read them.

import { post } from './api.js';
import { spoken } from './model/text.js';

/** @type {Map<string, Promise<{rules: string, language: string, samples: {summary: string, place: any}[]}>>} */
const told = new Map();

/** What is told about a game, in the language of the page if it is written in it. */
export function lessonOf(game) {
  const language = spoken();
  const key = `${language} ${game}`;
  const known = told.get(key);
  if (known) return known;
  const asked = post('lesson', { game, language });
  told.set(key, asked);
  asked.catch(() => told.delete(key));
  return asked;
}
