// The values of a search tree as people read them.

const WIN = 1_000_000_000;
const LONGEST = 1_000_000;

/** A value as people read it: 12, win 3, loss 4, 1.2 M. */
export function valueText(value) {
  if (value === null || value === undefined) return '?';
  const size = Math.abs(value);
  if (size > WIN - LONGEST) return `${value > 0 ? 'win' : 'loss'} ${WIN - size}`;
  if (size >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  return String(value).replace('-', '−');
}

const SIGNS = { exact: '', 'at-least': '≥', 'at-most': '≤', loose: '~' };

/** The value of a node with its bound; a vector where everybody has his own. */
export function nodeValue(node, games = true) {
  if (node.value === null) return '?';
  const sign = SIGNS[node.bound];
  if (node.games !== null && node.games !== undefined) {
    const share = `${(node.value / 1e4).toFixed(0)} %`;
    return games ? `${share} · ${node.games}` : share;
  }
  if (node.values) return `${sign}(${node.values.map(valueText).join(' ')})`;
  return sign + valueText(node.value);
}

const WORDS = { exact: '', 'at-least': 'at least ', 'at-most': 'at most ', loose: 'about ' };

function valueWords(node) {
  if (node.value === null) return 'not known';
  if (node.games !== null && node.games !== undefined)
    return `${(node.value / 1e4).toFixed(1)} % of the points in ${node.games} games`;
  if (node.values)
    return `${WORDS[node.bound]}${node.values.map((v, i) => `player ${i + 1} ${valueText(v)}`).join(', ')}`;
  return WORDS[node.bound] + valueText(node.value);
}

function chooserWords(node) {
  const texts = {
    max: `MAX (player ${node.chooser}) chooses`,
    min: `MIN (player ${node.chooser}) chooses`,
    any: 'any opponent chooses',
    own: `player ${node.chooser} chooses for himself`,
  };
  if (node.layer) return texts[node.layer];
  if (node.leaf === 'over') return 'the game is over';
  if (node.table === 'decided') return 'known from the table';
  return 'a leaf, evaluated';
}

const bound = (value, infinite) => (value === null ? infinite : valueText(value));

/** Everything about a node in words. */
export function nodeWords(node) {
  const parts = [];
  if (node.move)
    parts.push(`player ${node.player} plays ${node.move}${node.bmom ? ', his best move by the ordering' : ''}`);
  else if (node.parent !== null) parts.push('nobody moves');
  const passed = [...node.passed, ...node.passed_here];
  if (passed.length) parts.push(`${passed.length === 1 ? 'player' : 'players'} ${passed.join(' and ')} passed over`);
  parts.push(chooserWords(node));
  if (node.alpha !== null || node.beta !== null)
    parts.push(`window ${bound(node.alpha, '−∞')} to ${bound(node.beta, '∞')}${node.test ? ' (a test)' : ''}`);
  parts.push(`value ${valueWords(node)}`);
  if (node.again) parts.push('searched again');
  if (node.cut.length) {
    const count = `${node.cut.length} ${node.cut.length === 1 ? 'move' : 'moves'}`;
    parts.push(`${count} cut off: ${node.cut.slice(0, 12).join(' ')}${node.cut.length > 12 ? ' …' : ''}`);
  }
  if (node.untried) parts.push(`${node.untried} moves never tried`);
  return parts.join('; ');
}
