// The texts of the interface: the same in every language, all of them there, none of them idle.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import assert from 'node:assert/strict';
import './english.js';
import { short } from '../../assets/js/dom.js';
import { ALGORITHMS } from '../../assets/js/learn/algorithms.js';
import { refusedIn } from '../../assets/js/model/refused.js';
import { LANGUAGES, languageFor, number, phrase, speak, spoken, t } from '../../assets/js/model/text.js';

const assets = fileURLToPath(new URL('../../assets', import.meta.url));
const read = async (name) => (await import(`../../assets/js/texts/${name}.js`)).default;
const texts = Object.fromEntries(await Promise.all(LANGUAGES.map(async (name) => [name, await read(name)])));
const valuesOf = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

test('every language has a file, and every file is a language', () => {
  const files = readdirSync(join(assets, 'js/texts')).map((file) => file.replace('.js', ''));
  assert.deepEqual(files.sort(), [...LANGUAGES].sort());
});

test('all languages have the same keys, in the same order', () => {
  for (const name of LANGUAGES) assert.deepEqual(Object.keys(texts[name]), Object.keys(texts.en), name);
});

test('a text has the same values in every language', () => {
  // A word that depends on a number may be the same for all numbers elsewhere.
  const plain = (text) => valuesOf(text.replace(/\{\w+:[^}]*\}/g, ''));
  for (const name of LANGUAGES) {
    for (const [key, text] of Object.entries(texts[name])) {
      assert.deepEqual(plain(text), plain(texts.en[key]), `${name}: ${key}`);
      assert.ok(text.trim(), `${name}: ${key} is empty`);
    }
  }
});

test('every lesson about an algorithm is there in every language', async () => {
  const parts = (lesson) => Object.keys(lesson).filter((part) => ['title', 'summary', 'text', 'about'].includes(part));
  for (const name of LANGUAGES.filter((one) => one !== 'en')) {
    const { default: written } = await import(`../../assets/js/learn/lessons/${name}.js`);
    assert.deepEqual(
      Object.keys(written),
      ALGORITHMS.map((lesson) => lesson.name),
    );
    for (const lesson of ALGORITHMS) {
      const wanted = parts({ ...lesson, ...(lesson.demo.about && { about: lesson.demo.about }) });
      assert.deepEqual(parts(written[lesson.name]).sort(), wanted.sort(), lesson.name);
      // Names of settings and years of publications mean the same everywhere.
      const facts = (text) => (text.match(/\d{4}|\w+\([^)]*\)|\w+=\w+/g) ?? []).sort();
      assert.deepEqual(facts(written[lesson.name].text), facts(lesson.text), lesson.name);
    }
  }
});

test('every key that the page asks for is there, and every one that is there is asked for', () => {
  const files = readdirSync(assets, { recursive: true }).filter((file) => /(\.js|\.html)$/.test(String(file)));
  const source = files
    .filter((file) => !String(file).startsWith(join('js', 'texts')))
    .map((file) => readFileSync(join(assets, String(file)), 'utf8'))
    .join('\n');
  const known = new Set(Object.keys(texts.en));
  const asked = [...source.matchAll(/\bt\(\s*'([^']+)'|data-(?:text|label|title)="([^"]+)"/g)].map(
    ([, js, html]) => js ?? html,
  );
  assert.ok(asked.length > 200, `only ${asked.length} texts are asked for`);
  for (const key of asked) assert.ok(known.has(key), `there is no text ${key}`);
  // A key that is put together, such as `key.${name}.does`, asks for all that fit.
  const made = [...source.matchAll(/(?:\bt\(\s*|texts\[)(?:\/\*.*?\*\/\s*)?\(?`([^`]+)`/g)].map(
    ([, text]) => new RegExp(`^${text.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w -]+')}$`),
  );
  const idle = [...known].filter((key) => !source.includes(`'${key}'`) && !source.includes(`"${key}"`));
  assert.deepEqual(
    idle.filter((key) => !made.some((pattern) => pattern.test(key))),
    [],
    'nobody asks for these',
  );
});

test('values are put in, numbers as people write them', () => {
  assert.equal(t('home.played', { opponents: 'Alone.', moves: 1 }), 'Alone. 1 move played.');
  assert.equal(t('home.played', { opponents: 'Alone.', moves: 1234 }), 'Alone. 1,234 moves played.');
  assert.equal(number(1234.56, 1), '1,234.6');
  assert.equal(short(1_250_000), '1.3 M');
  speak('de', texts.de);
  assert.equal(number(1234.56, 1), '1.234,6');
  assert.equal(short(1_250_000), '1,3 M');
  assert.equal(t('home.played', { opponents: 'Allein.', moves: 1234 }), 'Allein. 1.234 Züge gespielt.');
  assert.equal(spoken(), 'de');
  speak('en', texts.en);
});

test('the language is the first of the browser that there is', () => {
  assert.equal(languageFor(['fr-FR', 'de-CH', 'en']), 'de');
  assert.equal(languageFor(['EN-gb']), 'en');
  assert.equal(languageFor(['fr']), 'en');
  assert.equal(languageFor([]), 'en');
});

test('what a game says is looked up, whatever the numbers in it', () => {
  const words = { 'swap with player #': 'mit Spieler # tauschen', stone: 'Stein' };
  assert.equal(phrase(words, 'swap with player 12'), 'mit Spieler 12 tauschen');
  assert.equal(phrase(words, 'stone'), 'Stein');
  assert.equal(phrase(words, 'unknown'), 'unknown');
  assert.equal(phrase(undefined, 'stone'), 'stone');
  assert.equal(phrase(words, undefined), undefined);
});

const crates = fileURLToPath(new URL('../../..', import.meta.url));
const refusals = (name) => import(`../../assets/js/refused/${name}.js`);

test('what is refused is said in every language, by the words of the program', async () => {
  const sources = readdirSync(crates)
    .map((crate) => join(crates, crate, 'src'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))))
    .filter((file) => file.endsWith('.rs'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    const { default: words } = await refusals(language);
    for (const [said, other] of Object.entries(words)) {
      assert.deepEqual(valuesOf(other), valuesOf(said), said);
      for (const part of said.split(/\{\w+\}/)) assert.ok(sources.includes(part), `nobody says “${part}”`);
    }
  }
});

test('a refusal is looked up with its reason, and what is not there stays as it is', async () => {
  const { default: words } = await refusals('de');
  assert.equal(refusedIn(words, "there is no match 'a (b)'"), 'es gibt keinen Wettkampf „a (b)“');
  assert.equal(
    refusedIn(words, "chess4: move 1 of the list: move 'h2h7' is not legal for player 1"),
    'chess4: Zug 1 der Liste: der Zug „h2h7“ ist für Spieler 1 nicht erlaubt',
  );
  for (const other of ['something else', 'connect4: column 2: a stone floats above an empty cell'])
    assert.equal(refusedIn(words, other), other);
});
