// The rules of the games, short, with pictures, and a first move to try. Positions are ordinary ones of
// the game; the server draws them.

const KINGS = (rows) => `R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-${rows.join('/')}`;

export const GAMES = {
  connect4: {
    summary: 'Four in a row, down a rack: stones fall to the lowest free place of a column.',
    place: { game: 'connect4' },
    moves: ['4', '4', '4', '3', '5', '2'],
    sections: [
      { title: 'The rules', text: ['Two players in turn drop a stone into one of seven columns; it falls to the lowest free row. A full column takes no more.',
        'Four own stones in a row win at once: across, up, or along a diagonal. A full board without four is a draw.'],
      figures: [
        { moves: ['4', '3', '4', '3', '4', '3', '4'], caption: 'Four up: the first player has won.' },
        { moves: ['4', '4', '5', '5', '6', '6'], caption: 'Three across with room on both sides: the move at 3 or 7 wins.' }] },
      { title: 'What is known', text: ['The game is solved: who begins in the middle wins with his very last stone, whatever the other does. Beginning beside the middle draws, further out loses.'] },
    ],
    first: {
      task: 'You have the first move. Click a column.',
      say: (move) => {
        const score = { 1: -2, 2: -1, 3: 0, 4: 1, 5: 0, 6: -1, 7: -2 }[move];
        if (score > 0) return 'the only winning first move: with perfect play you win with your very last stone.';
        if (score === 0) return 'a draw with perfect play on both sides; the middle column would win.';
        return `with perfect play the second player now wins${score === -2 ? ', even a stone earlier' : ' with his very last stone'}. The middle column would have won.`;
      },
    },
    notation: ['A move is its column, 1 to 7 from the left. A position is the columns played: 44453.'],
  },
  abalone: {
    summary: 'Push six of the other’s marbles off a board of sixty-one fields.',
    place: { game: 'abalone' },
    sections: [
      { title: 'Moving', text: ['Black begins. One, two or three own marbles in a line move one field together: along their line, or sideways (a broadside) if all new fields are free.'],
        figures: [{ caption: 'The standard start: fourteen marbles each.' }, { place: { start: 'belgian-daisy' }, caption: 'The Belgian daisy, which leads to more open games.' }] },
      { title: 'Pushing', text: ['A line that moves along itself may push the other’s marbles if it has more of them: two push one, three push one or two (a sumito). Behind the pushed marbles must be a free field or the edge. What is pushed over the edge is lost.', 'Own marbles are never pushed, and a broadside pushes nothing.', 'Who has lost six marbles has lost the game. In Melee the third repetition of a position and 200 plies are draws.'],
        figures: [
          { place: { pos: '5/6/7/8/2bbbww2/8/7/6/5 b 0 0' }, caption: 'Three against two: Black may push.' },
          { place: { pos: '5/6/7/8/2bbbww2/8/7/6/5 b 0 0' }, moves: ['E3E4'], caption: 'E3E4: the whole row has gone one field on.' },
          { place: { pos: '5/6/7/8/4bbbww/8/7/6/5 b 0 0' }, moves: ['E5E6'], caption: 'E5E6 at the edge: a white marble is off the board.' }] },
    ],
    first: {
      task: 'You are Black. Click a marble, then the field it goes to; for a line click its rearmost marble, for a broadside both ends of the row and then the new field.',
      say: (move) => (move.length > 4 ? 'a broadside: the row has gone sideways.' : 'the line has gone one field forward. Strong players bring their marbles to the middle and keep them together.'),
    },
    notation: ['Rows are A to I from below, diagonals 1 to 9. A move along a line is the field of its rearmost marble and the one it goes to: A1B2. A broadside is first and last field of the row and the new field of the first: C3C5D3.'],
  },
  billabong: {
    summary: 'A race of kangaroos around a lake, by steps and long jumps.',
    place: { game: 'billabong', players: 3 },
    sections: [
      { title: 'The race', text: ['Two to four players have five kangaroos each. First everybody in turn puts his on free tiles, anywhere but in the lake. Then they race clockwise around the lake: over the starting line below it, once around, and over the line again. A piece that has crossed it twice leaves the board. The first without pieces wins.'],
        figures: [{ place: { pos: 'i2:0,j3:0,k2:0,l4:0,m3:0|i4:0,j5:0,k4:0,m5:0,n2:0|j2:0,l2:0,k5:0,n4:0,o3:0 1' }, caption: 'All pieces placed to the right of the line, ready to race.' }] },
      { title: 'Steps and jumps', text: ['A step goes to one of the eight tiles around. A jump is one or more leaps: in a straight line over the first piece on the way, which may be far off, to the tile just as far behind it. All other tiles on the way must be free, and a leap never crosses the lake. One may leap over any piece, one’s own included.', 'During a jump the referee takes the tile where it began: it can be leapt over too.', 'A piece may cross the line backwards only if it has crossed it forwards before.'],
        figures: [{ place: { players: 2, pos: 'h5:0,x4|g5:0,f7:0,h11:0,x2 1' }, caption: 'The piece on h5 can leap over g5, f7 and h11 in one move.' },
          { place: { players: 2, pos: 'h5:0,x4|g5:0,f7:0,h11:0,x2 1' }, moves: ['h5-j13'], caption: 'h5-j13: by f5 and f9, almost half way around.' }] },
    ],
    first: {
      place: { pos: 'i2:0,j3:0,k2:0,l4:0,m3:0|i4:0,j5:0,k4:0,m5:0,n2:0|j2:0,l2:0,k5:0,n4:0,o3:0 1' },
      task: 'The race begins, and you have the first move. Click one of your pieces to see where it can go; long jumps run through the crowd.',
      say: (move) => (move.includes('+') ? 'over the line: this piece has its first crossing.' : 'on the way. Pieces in a row make ladders for long jumps – for everybody.'),
    },
    notation: ['Tiles are a1 to p14. Placing: j3. Racing: l5-k4; + and − mark crossings of the line, i2-h2+; i2-off finishes.'],
  },
  chess4: {
    summary: 'Chess for four, everybody against everybody, by the Paderborn rules.',
    place: { game: 'chess4' },
    sections: [
      { title: 'Board and turns', text: ['The board has 14 by 14 squares without the four corners. South begins, then West, North and East. Pieces move as in chess; the king stands to the right of the queen.', 'You may never leave your king attacked by anybody.'] , figures: [{ caption: 'The start.' }] },
      { title: 'Pawns bend', text: ['A pawn that stands on one of the two long diagonals may turn to a side if that is as near to promotion; it decides by the move it makes. It promotes on the back row of any opponent.', 'En passant works against every pawn that has just made a double step, until its owner moves again.'],
        figures: [{ place: { pos: KINGS(['6,yK,7', '14', '14', '14', '14', '14', '13,gK', 'bK,13', '14', '14', '10,rP,3', '14', '14', '7,rK,6']) }, caption: 'The pawn on K4 may go to K5 or to J4.' }] },
      { title: 'Out of the game', text: ['Who is mated when his turn comes is out, and his pieces leave the board. The same happens to a king that is attacked by the player whose turn begins: he “hangs”, and need not even be taken. Who has no move and is not in check must pass; with two left that is a draw.', 'The last one wins. Fifty rounds without capture or pawn move and the third repetition are draws, shared by those who are left.'] },
    ],
    first: {
      task: 'You are South, at the bottom. Make your first move: click a piece, then its square, or drag it.',
      say: (move) => (/^[hg]2/.test(move) ? 'careful: West and East look along the diagonals at your king and queen.' : 'well. Three answers come before your next move: keep an eye on all of them.'),
    },
    notation: ['From square to square in small letters, h2h3; a promotion adds the piece, b7c8q; a forced pass is pass.'],
  },
  reversixt: {
    summary: 'Reversi for two to eight on maps with tricks, and bombs at the end.',
    place: { game: 'reversixt' },
    sections: [
      { title: 'Stones', text: ['Put a stone so that in at least one direction a line of other stones lies between it and one of your own: they become yours. Who cannot move is skipped.', 'Maps have holes, and transitions that lead from one edge to another: lines go on through them.'], figures: [{ caption: 'A map at the start.' }] },
      { title: 'Special tiles', text: [['Inversion (i): all stones go to the next player.', 'Choice (c): swap all your stones with those of a player you choose.', 'Bonus (b): take one more bomb or override stone.', 'Expansion (x): a neutral stone that can be caught, or overridden.'], 'With an override stone you may also put a stone on an occupied tile.'] },
      { title: 'Bombs', text: ['When nobody can put a stone any more, everybody throws his bombs in turn. A bomb makes holes of all tiles within its radius. Then stones are counted: the most stones win.'] },
    ],
    first: {
      task: 'Dots show where you can put a stone. Click one.',
      say: (move, view) => `you now have ${view.pieces.filter(([, owner]) => owner === (view.plies.at(-1)?.player ?? 1)).length} stones. Corners and edges, which cannot be caught again, are worth more than many stones in the middle.`,
    },
    notation: ['x,y counted from 0 at the top left; x,y,special for a choice (1 to 8) or a bonus (20 a bomb, 21 an override stone).'],
  },
};
