// A game in an address: where it begins, its moves, which of them is shown, who plays, with what clock.

import { readSeat } from './seat.js';

/**
 * Where a game begins: its name, how many play, and the game's own options.
 * @typedef {{ game: string, players?: number, start?: string, pos?: string, [option: string]: any }} Place
 */

/** What an address holds beside the place; everything else in it are the game's own options. */
const NOT_OF_PLACE = ['moves', 'at', 'seats', 'clock'];

/**
 * Moves in an address: joined by a sign that none of them has. No move has a space in it.
 * @param {string[]} moves
 */
const joinMoves = (moves) =>
  moves.some((move) => move.includes('_')) ? moves.map((move) => `${move} `).join('') : moves.join('_');

/** @param {string} text */
const splitMoves = (text) => text.split(text.includes(' ') ? ' ' : '_').filter(Boolean);

/**
 * Reads an address; `usual` is the game of one that names none.
 * @param {URLSearchParams} params
 * @param {string} usual
 */
export function readAddress(params, usual) {
  /** @type {Place} */
  const place = { game: params.get('game') ?? usual };
  for (const [name, value] of params) if (!NOT_OF_PLACE.includes(name)) place[name] = value;
  if (place.players !== undefined) place.players = Number(place.players) || undefined;
  const moves = splitMoves(params.get('moves') ?? '');
  const at = params.has('at') ? Math.trunc(Number(params.get('at'))) || 0 : moves.length;
  const seats = params.get('seats')?.split('|').filter(Boolean).map(readSeat) ?? null;
  return { place, moves, at: Math.max(0, Math.min(moves.length, at)), seats, clock: params.get('clock') ?? '' };
}

/**
 * The address of a place.
 * @param {Place} place
 * @param {string[]} moves
 * @param {number} at
 */
export function paramsOf(place, moves = [], at = moves.length) {
  const { game, moves: _, ...rest } = place;
  const params = new URLSearchParams({ game });
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null) params.set(name, String(value));
  }
  if (moves.length) params.set('moves', joinMoves(moves));
  if (at !== moves.length) params.set('at', String(at));
  return params;
}

/**
 * The address of a game with these seats and this clock.
 * @param {Place & { moves?: string[] }} place
 * @param {readonly string[] | null} [seats]
 * @param {string | null} [clock]
 */
export function gameAddress(place, seats, clock, page = 'play') {
  const params = paramsOf(place, place.moves ?? []);
  if (seats) params.set('seats', seats.join('|'));
  if (clock) params.set('clock', clock);
  return `#/${page}?${params}`;
}

/**
 * The address of an analysis, with its name where this browser keeps it.
 * @param {URLSearchParams} params
 * @param {string | null} [id]
 */
export function analysisAddress(params, id) {
  const query = params.toString();
  return `#/analyse${id ? `/${id}` : ''}${query && `?${query}`}`;
}
