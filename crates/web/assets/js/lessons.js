// The rules of a game and moves that show them. They are prose, most of what is said about a game, and asked for by
// those alone who read them.

import { onceAsked } from './api.js';
import { spoken } from './model/text.js';

/**
 * What is told about a game, in the language of the page if it is written in it.
 * @param {string} game
 * @returns {Promise<{rules: string, language: string, samples: {summary: string, place: any}[]}>}
 */
export const lessonOf = (game) => onceAsked('lesson', { game, language: spoken() });
