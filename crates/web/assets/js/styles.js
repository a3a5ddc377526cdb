// The styles that the first page does without.

const LATER = ['engines', 'review', 'tree', 'learn', 'matches'];

const load = (name) =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `css/${name}.css` });
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      link.remove();
      reject(new TypeError(name));
    });
    document.head.append(link);
  });

const loaded = new Map();

/** All of them, once; what could not be had is asked for again the next time. */
export function styles() {
  for (const name of LATER) {
    if (!loaded.has(name))
      loaded.set(
        name,
        load(name).catch((error) => {
          loaded.delete(name);
          throw error;
        }),
      );
  }
  return Promise.all(loaded.values());
}
