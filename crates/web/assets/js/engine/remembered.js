// The algorithms that were compared last, by how many play: whoever comes back finds them again.

import { readSeat } from '../model/seat.js';

const STORE = 'melee.engines';

function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** Whatever stands in the store, seats are texts. */
export function rememberedSeats(players) {
  const seats = stored()[players];
  return Array.isArray(seats) ? seats.filter((seat) => typeof seat === 'string').map(readSeat) : [];
}

export function rememberSeats(players, seats) {
  try {
    localStorage.setItem(STORE, JSON.stringify({ ...stored(), [players]: seats }));
  } catch {
    /* private browsing */
  }
}
