// Keeps the latest of many things under their names.

/** @template Value */
export class Cache {
  /** @param {number} most */
  constructor(most) {
    this.most = most;
    /** @type {Map<string | number, Value>} */
    this.kept = new Map();
  }

  /** @param {string | number} name */
  get(name) {
    const known = this.kept.get(name);
    if (known === undefined) return null;
    this.set(name, known);
    return known;
  }

  /**
   * What was used longest ago goes first.
   * @param {string | number} name
   * @param {Value} value
   */
  set(name, value) {
    this.kept.delete(name);
    this.kept.set(name, value);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.most) break;
      this.kept.delete(oldest);
    }
  }
}
