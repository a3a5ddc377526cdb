import js from '@eslint/js';
import globals from 'globals';
import looseText from './tests/lint/loose-text.js';

const rules = {
  'max-len': ['error', { code: 120, ignoreUrls: true }],
  'max-lines': ['error', 300],
  'no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
  ],
  'no-var': 'error',
  'prefer-const': 'error',
  eqeqeq: 'error',
  'no-implicit-globals': 'error',
  'no-restricted-globals': ['error', 'event', 'name', 'status'],
};

export default [
  { ignores: ['src/', 'node_modules/'] },
  js.configs.recommended,
  { files: ['assets/js/**/*.js'], languageOptions: { globals: globals.browser }, rules },
  {
    files: ['assets/js/**/*.js'],
    // Lessons and refusals are texts as a whole.
    ignores: [
      'assets/js/texts/*.js',
      'assets/js/refused/*.js',
      'assets/js/learn/algorithms.js',
      'assets/js/learn/lessons/*.js',
    ],
    plugins: { page: { rules: { 'loose-text': looseText } } },
    rules: { 'page/loose-text': 'error' },
  },
  { files: ['assets/worker.js'], languageOptions: { globals: globals.serviceworker }, rules },
  // One file a language, however much is said.
  { files: ['assets/js/texts/*.js'], rules: { 'max-lines': 'off' } },
  // What is tested without a browser must not ask for one.
  {
    files: ['assets/js/model/**/*.js'],
    languageOptions: { globals: { ...off(globals.browser), URLSearchParams: 'readonly' } },
  },
  {
    files: ['tests/**/*.js', 'e2e/**/*.mjs', '*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules,
  },
];

function off(names) {
  return Object.fromEntries(Object.keys(names).map((name) => [name, 'off']));
}
