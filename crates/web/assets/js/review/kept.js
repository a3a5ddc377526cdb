// Reviews in the browser's storage. Where it keeps nothing, as in private browsing, they last as long as the page.

import { readReviews, reviewOf, withReview, writeReviews } from '../model/reviews.js';

const STORE = 'melee.reviews';
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
