// The rules of a game as Markdown: headings, paragraphs, lists, **bold**, *emphasis*, `code`. Everything becomes
// elements with text in them; no markup of the text reaches the page.

import { h } from './dom.js';

/** The elements of a text. */
export function markdown(text) {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .flatMap(elements);
}

/** A block may have a list right under its paragraph. */
function elements(block) {
  const parts = [];
  for (const line of block.split('\n').map((one) => one.trim())) {
    const [, heading, item] = /^(?:(#+)\s|([-*]|\d+\.)\s)?/.exec(line);
    const last = parts.at(-1);
    if (heading) parts.push({ tag: heading.length === 1 ? 'h2' : 'h3', text: line.replace(/^#+\s+/, '') });
    else if (item) {
      const tag = /\d/.test(item) ? 'ol' : 'ul';
      const words = line.slice(item.length).trim();
      if (last?.tag === tag) last.items.push(words);
      else parts.push({ tag, items: [words] });
    } else if (last?.items) last.items.push(`${last.items.pop()} ${line}`);
    else if (last?.tag === 'p') last.text += ` ${line}`;
    else parts.push({ tag: 'p', text: line });
  }
  return parts.map(({ tag, text, items }) =>
    h(tag, {}, items ? items.map((item) => h('li', {}, inline(item))) : inline(text)),
  );
}

/** Words with emphasis. Stars in code are stars, and so is one behind a word. */
export function inline(text) {
  const tags = { '`': 'code', '**': 'b', '*': 'em' };
  const parts = [];
  let rest = text;
  while (rest) {
    const found = /(`)([^`]+)`|(\*\*)(.+?)\*\*|(?<![\w*])(\*)([^*\s](?:[^*]*[^*\s])?)\*/.exec(rest);
    if (!found) break;
    const sign = found[1] ?? found[3] ?? found[5];
    const words = found[2] ?? found[4] ?? found[6];
    parts.push(rest.slice(0, found.index), h(tags[sign], {}, sign === '`' ? words : inline(words)));
    rest = rest.slice(found.index + found[0].length);
  }
  return [...parts, rest];
}
