// The texts of the interface: t('home.title') in the language of the reader. A text may have values in it: {name}, or
// one of two words by a number, {moves:move|moves}.

/** @typedef {keyof typeof import('../texts/en.js').default} Key */
/** @typedef {Record<Key, string>} Texts */

/** The languages there are, each with a file of its own in texts/. */
export const LANGUAGES = ['en', 'de'];

/** A file of texts is loaded and spoken before anything is said; without one a key stands for its text. */
let texts = /** @type {Texts} */ ({});
let language = 'en';

/**
 * From now on everything is said in this language.
 * @param {string} name
 * @param {Texts} its
 */
export function speak(name, its) {
  language = name;
  texts = its;
}

export const spoken = () => language;

/**
 * The first of the languages that somebody understands.
 * @param {readonly string[]} wanted the best first, as in en-GB
 */
export function languageFor(wanted) {
  const known = wanted.map((name) => name.toLowerCase().split('-')[0]).find((name) => LANGUAGES.includes(name));
  return known ?? 'en';
}

/**
 * How numbers are written: to make such a thing takes longer than everything else in a text.
 * @type {Map<string, Intl.NumberFormat>}
 */
const formats = new Map();

/** @param {number | undefined} digits */
function formatFor(digits) {
  const key = `${language} ${digits}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(key, made);
  return made;
}

/**
 * A number as people write it, 12,345 or 12.345; with as many digits behind the point as are wanted.
 * @param {number} value
 * @param {number} [digits]
 */
export const number = (value, digits) => formatFor(digits).format(value);

/**
 * @param {Key} key
 * @param {Record<string, unknown>} values
 */
export function t(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, more) => {
    const value = values[name];
    if (one !== undefined) return value === 1 ? one : more;
    return typeof value === 'number' ? number(value) : String(value);
  });
}

/**
 * A text as a sentence begins.
 * @param {string} text
 */
export const capital = (text) => text && text[0].toUpperCase() + text.slice(1);

/**
 * What a game says, in other words: numbers stay as they are.
 * @param {Record<string, string> | undefined} words by what is said in English, with # for a number
 * @param {string | undefined} text
 */
export function phrase(words, text) {
  const found = text && words?.[text.replace(/\d+/g, '#')];
  if (!found) return text;
  const numbers = text.match(/\d+/g) ?? [];
  return found.replace(/#/g, () => numbers.shift() ?? '');
}

/**
 * The colour of a seat; a game may have others than the page knows.
 * @param {string} name
 */
export const colourText = (name) => texts[/** @type {Key} */ (`colour.${name}`)] ?? name;
