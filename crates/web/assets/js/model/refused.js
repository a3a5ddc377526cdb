// What the program refuses, in other words than its own.

/**
 * A pattern of what is said, with a name in braces for everything that differs.
 * @param {string} said
 */
const patternOf = (said) => {
  const plain = said.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${plain.replace(/\{(\w+)\}/g, '(?<$1>.+?)')}$`, 's');
};

/**
 * A refusal as somebody else would say it, or as it is; a reason within it is one, too.
 * @param {Record<string, string>} words by what the program says
 * @param {string} message
 * @returns {string}
 */
export function refusedIn(words, message) {
  for (const [said, other] of Object.entries(words)) {
    const found = patternOf(said).exec(message);
    if (!found) continue;
    const { reason, ...values } = found.groups ?? {};
    return other.replace(/\{(\w+)\}/g, (_, name) => (name === 'reason' ? refusedIn(words, reason) : values[name]));
  }
  return message;
}
