// Reads server-sent events as their text arrives, in pieces of any size.

/**
 * @param {(event: string, data: any) => void} on is told of every event that has data
 * @returns {(text: string) => void} takes the next piece
 */
export function eventReader(on) {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      /** @param {string} name */
      const field = (name) => {
        const own = lines.filter((line) => line.startsWith(`${name}:`));
        return own.map((line) => line.slice(name.length + 1).trim()).join('\n');
      };
      const data = field('data');
      if (data) on(field('event') || 'message', JSON.parse(data));
    }
  };
}
