// How the games look. Rules come from the server; here are only names and colours.

const OKABE_ITO = [
  ['#d55e00', '#fff', 'orange-red'], ['#f0e442', '#000', 'yellow'], ['#0072b2', '#fff', 'blue'], ['#009e73', '#fff', 'green'],
  ['#cc79a7', '#000', 'pink'], ['#56b4e9', '#000', 'sky blue'], ['#e69f00', '#000', 'orange'], ['#999999', '#000', 'grey'],
];
const NOBODY = ['#6b6b6b', '#fff', 'neutral'];

const GAMES = {
  connect4: { title: 'Connect Four', turns: false, board: 'rack' },
  billabong: { title: 'Billabong', colours: [OKABE_ITO[0], OKABE_ITO[1], OKABE_ITO[6], ['#ffffff', '#000', 'white']] },
  abalone: { title: 'Abalone', colours: [['#2b2b2b', '#fff', 'black'], ['#fbfbf6', '#000', 'white'], OKABE_ITO[0]], board: 'dimples' },
  chess4: { title: 'Four-player chess', pieces: 'chess' },
  reversixt: { title: 'ReversiXT', board: 'felt' },
  uniform: { title: 'Uniform tree', turns: false },
};

/** What the page knows about a game: title, how it may be turned, its board style. */
export function look(game) {
  return { title: game, turns: true, board: 'plain', ...GAMES[game] };
}

/** Fill, ink and name of a player's colour; player 0 is nobody. */
export function colour(game, player) {
  const [fill, ink, name] = player === 0 ? NOBODY : (GAMES[game]?.colours ?? OKABE_ITO)[player - 1] ?? NOBODY;
  return { fill, ink, name };
}

export const title = (game) => look(game).title;

/** "player 2 (yellow)". */
export function playerName(game, player) {
  return player === 0 ? 'nobody' : `player ${player} (${colour(game, player).name})`;
}

const CHESS = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', '^': 'pawn', '>': 'pawn', v: 'pawn', '<': 'pawn' };
const REVERSI = { c: 'choice tile', i: 'inversion tile', b: 'bonus tile', x: 'expansion stone' };

/** What a piece is called by a screen reader. */
export function pieceName(game, owner, glyph) {
  if (owner === 0) return REVERSI[glyph] ?? `neutral ${glyph}`;
  const whose = `${colour(game, owner).name} (player ${owner})`;
  if (look(game).pieces === 'chess') return `${whose} ${CHESS[glyph] ?? glyph}`;
  if (game === 'billabong') return `${whose} piece${glyph === glyph.toUpperCase() ? ', crossed once' : ''}`;
  return `${whose} ${game === 'abalone' ? 'marble' : 'stone'}`;
}
