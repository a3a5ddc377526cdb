// Which language the page speaks: the one that was chosen, else the first of the browser's that there is. Whoever
// imports this waits until its texts are there. If they cannot be had, the page speaks English.

import { LANGUAGES, languageFor, speak, spoken, t } from './model/text.js';
import { prefs } from './prefs.js';

const name = LANGUAGES.includes(prefs.language) ? prefs.language : languageFor(navigator.languages);
const learn = async (one) => speak(one, (await import(`./texts/${one}.js`)).default);
// A page in another language is better than none.
await learn(name).catch(() => learn('en'));
document.documentElement.lang = spoken();

// What the frame of the page says stands in its HTML by key.
for (const [attribute, put] of Object.entries({
  'data-text': (element, text) => element.replaceChildren(text),
  'data-label': (element, text) => element.setAttribute('aria-label', text),
  'data-title': (element, text) => element.setAttribute('title', text),
})) {
  for (const element of document.querySelectorAll(`[${attribute}]`))
    put(element, t(/** @type {any} */ (element.getAttribute(attribute))));
}
