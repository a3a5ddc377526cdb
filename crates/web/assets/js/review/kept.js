// Reviews in the browser's storage. Where it keeps nothing, as in private browsing, they last as long as the page.

import { readReviews, reviewOf, withReview, writeReviews } from '../model/reviews.js';

const STORE = 'melee.reviews';
/** Of this tab alone. */
const BEGUN = 'melee.review';
let inMemory = [];

/** All of them, those of other tabs among them. */
function all() {
  try {
    const text = localStorage.getItem(STORE);
    return text === null ? inMemory : readReviews(text);
  } catch {
    return inMemory;
  }
}

export const keptReview = (subject) => reviewOf(all(), subject);

export function keepReview(subject, review) {
  inMemory = withReview(all(), { subject, review });
  // Games are dearer than reviews: these take what room there is.
  for (let kept = inMemory; kept.length; kept = kept.slice(0, Math.floor(kept.length / 2))) {
    try {
      localStorage.setItem(STORE, writeReviews(kept));
      return;
    } catch {
      /* fewer may fit */
    }
  }
}

/** Calls when another tab has kept one. */
export function whenReviewed(call, signal) {
  addEventListener('storage', ({ key, newValue }) => key === STORE && newValue !== null && call(), { signal });
}

/** Remembers what this tab looks at, {subject, who, limit}, for when it is loaded again in the middle. */
export function noteBegun(begun) {
  try {
    if (begun) sessionStorage.setItem(BEGUN, JSON.stringify(begun));
    else sessionStorage.removeItem(BEGUN);
  } catch {
    /* then it is not begun again */
  }
}

export function begunReview() {
  try {
    return JSON.parse(sessionStorage.getItem(BEGUN) ?? 'null');
  } catch {
    return null;
  }
}
