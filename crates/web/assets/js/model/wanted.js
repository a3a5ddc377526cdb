// Answers that come when something else has been asked for.

/**
 * What is found, if it is still wanted by then; null otherwise, even where it failed: nobody waits for it any more.
 * @template Found
 * @param {Promise<Found> | Found} found
 * @param {() => boolean} isWanted
 * @returns {Promise<Found | null>}
 */
export async function ifWanted(found, isWanted) {
  try {
    const answer = await found;
    return isWanted() ? answer : null;
  } catch (error) {
    if (isWanted()) throw error;
    return null;
  }
}
