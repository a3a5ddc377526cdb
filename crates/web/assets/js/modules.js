// Modules that are loaded when they are needed. A server that cannot be reached then is waited for.

import { get } from './api.js';
import { styles } from './styles.js';

/** When the page was last loaded anew for a module's sake, and how soon that does not help again, in milliseconds. */
const [KEY, SOON] = ['melee.reloaded', 20_000];

/** Some browsers keep a module that could not be had as missing: only a new page asks again. */
function isReloading() {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < SOON) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** `load` imports a module. The connection that is lost is told, and the module asked for again when it is back. */
export async function patiently(load, signal = null) {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      if (isAgain && isReloading()) return new Promise(() => {});
      if (isAgain) throw error;
      await get('load', { signal });
    }
  }
}

/** A module of something else than the first page, with how it looks. */
export async function withStyles(module) {
  const [loaded] = await Promise.all([module, styles()]);
  return loaded;
}
