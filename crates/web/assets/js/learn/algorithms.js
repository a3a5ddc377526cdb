// What the algorithms do, in words (Markdown), and a small tree for each. The texts follow docs/algorithms.md and
// the modules' own headers. Trees are of the game for studying searches, or of a sample of a game that people play:
// both are found in what the server says about its games.

const two = (algos, extra = {}) => ({ study: 2, algos, depth: 3, depths: [2, 3, 4], ...extra });
const several = (algos, extra = {}) => ({ study: 3, algos, depth: 4, depths: [2, 3, 4, 5], ...extra });
const sample = (algos, extra = {}) => ({ study: null, algos, depth: 1, ...extra });

export const ALGORITHMS = [
  {
    name: 'minimax',
    group: 'two',
    title: 'Minimax',
    summary: 'Looks at every move of every node.',
    text: `
      The root player, MAX, takes the child with the highest value; his opponent, MIN, the one with the lowest. Leaves
      are evaluated for MAX. Everything else on these pages gives the same value with less work.

      The work grows as the number of moves to the power of the depth. Watch how often a value is computed that could
      not have changed anything.`,
    demo: two(['minimax']),
  },
  {
    name: 'solve',
    group: 'two',
    title: 'Solve',
    summary: 'Minimax that looks no further once a side has a move that wins.',
    text: `
      Nothing can be better than to win, so the moves that are left need not be looked at. It takes any win, so it may
      report a slower one than minimax finds (Pantel 1997, Figure 2.2).`,
    demo: sample(['solve', 'minimax'], { depth: 2, depths: [1, 2, 3] }),
  },
  {
    name: 'alphabeta',
    group: 'two',
    title: 'Alpha-beta',
    summary: 'Skips what cannot matter.',
    text: `
      Every node gets a window: alpha, what MAX has for sure elsewhere, and beta, what MIN has. As soon as a node is
      seen to be worth at least beta, MIN will never let the game come there, and the moves that are left are cut off.
      They are grey in the drawing.

      A value at the edge of the window is only a bound: ≥ after a cut, ≤ where no move reached alpha. With perfect
      ordering the tree shrinks to about the square root.

      In Melee alpha-beta is the two-player case of one kernel that also is paranoid and best-reply search.`,
    demo: two(['alphabeta', 'alphabeta:prune=off', 'alphabeta:tt=deep/1MiB,deepen=on', 'alphabeta:killers=2']),
  },
  {
    name: 'pvs',
    group: 'two',
    title: 'Principal-variation search',
    summary: 'Alpha-beta that believes in its first move.',
    text: `
      The first move gets the whole window. Every other is only tested with a null window: is it better at all? Mostly
      it is not, and the test is cheap. If it is, it is searched again with the real window (Marsland and Campbell
      1982). Tests are dashed; nodes searched again have a thick frame.`,
    demo: two(['pvs']),
  },
  {
    name: 'scout',
    group: 'two',
    title: 'Scout',
    summary: 'Evaluates the first child, tests the others, evaluates again only those that pass.',
    text: `
      Two functions: Eval gives the value, Test only answers whether a value is greater than v. One child above v is
      enough for MAX, one that is not for MIN (Pearl 1980; Pantel 1997, Figure 3.5).`,
    demo: two(['scout']),
  },
  {
    name: 'sss',
    group: 'two',
    title: 'SSS*',
    summary: 'Best first: always expands the most promising partial solution.',
    text: `
      A list holds nodes with a merit: an upper bound on every solution that contains them. The best is taken,
      leftmost first, and replaced by its successors until the root is solved (Stockman 1979). It never visits a leaf
      that alpha-beta skips, at the price of the list.

      Step through it: the search jumps about in the tree. Values of inner nodes are the merits with which they were
      solved, so they are upper bounds.`,
    demo: two(['sss', 'idsss']),
  },
  {
    name: 'idsss',
    group: 'two',
    title: 'IDSSS*',
    summary: 'SSS* depth by depth, the last line first.',
    text: `
      Each iteration tries the line of the one before first, so that good solutions are found early. Every pass below
      is one depth.`,
    demo: two(['idsss']),
  },
  {
    name: 'memsss',
    group: 'two',
    title: 'MemSSS*',
    summary: 'SSS* with a memory of bounded size.',
    text: `
      The tree is kept explicitly. When the memory is full the least promising node off the current path is forgotten;
      its bound stays with its parent, and should it become the best again it is grown anew. With enough memory the
      leaves and their order are those of SSS*; with little the work grows, the value stays right.`,
    demo: two(['memsss', 'memsss:memory=4']),
  },
  {
    name: 'mtd(+inf)',
    group: 'two',
    title: 'MTD(+∞)',
    summary: 'Repeated yes-no questions from above; SSS* in a new dress.',
    text: `
      A memory-enhanced test asks: is the value at least this? A table remembers the bounds found so far. From above,
      each “no” lowers the bound until the answer is “yes” (Plaat et al. 1994). It visits the leaves of SSS* in the
      same order, without the list.

      Every pass is one question. Nodes known from the table have a dashed frame.`,
    demo: two(['mtd(+inf):tt=deep/1MiB']),
  },
  {
    name: 'mtd(-inf)',
    group: 'two',
    title: 'MTD(−∞)',
    summary: 'The same questions from below.',
    text: `
      From below it is the dual of SSS*: each “yes” raises the bound until the answer is “no”.`,
    demo: two(['mtd(-inf):tt=deep/1MiB']),
  },
  {
    name: 'mtd(f)',
    group: 'two',
    title: 'MTD(f)',
    summary: 'The same questions, starting from a guess.',
    text: `
      The value of the iteration before, or the evaluation of the root, is mostly near the truth: a few questions
      around it are enough.`,
    demo: two(['mtd(f):tt=deep/1MiB', 'mtd(f):tt=deep/1MiB,deepen=on']),
  },
  {
    name: 'maxn',
    group: 'many',
    title: 'Max^n',
    summary: 'Every player maximises his own score.',
    text: `
      A value is a vector, one number per player. Each takes the child that is best for himself; of equal ones the one
      that is worse for the root player is expected, then the first of the generator (Luckhardt and Irani 1986; Gras
      2012, 4.6.1).

      Pruning works only where scores have a constant sum. Shallow pruning asks the parent alone and hardly ever skips
      anything with three players; last-branch and speculative pruning add up the bounds of all players on the way
      (Sturtevant 2003). With scores=share every evaluation has a constant sum.`,
    demo: several(['maxn', 'maxn:scores=share,prune=off', 'maxn:scores=share,prune=speculative'], { depth: 3 }),
  },
  {
    name: 'paranoid',
    group: 'many',
    title: 'Paranoid search',
    summary: 'All opponents are one, against the root player.',
    text: `
      Everybody but the root player minimises the root player’s value. That is too dark a view of the others, but it
      allows alpha-beta in full. With two players it is alpha-beta.`,
    demo: several(['paranoid', 'paranoid:prune=off']),
  },
  {
    name: 'brs',
    group: 'many',
    title: 'Best-reply search',
    summary: 'Between two turns of the root player only one opponent moves.',
    text: `
      The one with the best reply against the root player moves, the others pass. A round is two plies whatever the
      number of players, so the root player sees more of his own moves. The positions in which somebody passed cannot
      be reached by the rules; that is the price (Schadd and Winands 2011).

      Edges marked “pass 3” say who was passed over.`,
    demo: several(['brs', 'brs:prune=off'], { depth: 3 }),
  },
  {
    name: 'brs+',
    group: 'many',
    title: 'BRS+',
    summary: 'One opponent searches, the others play their best move by the ordering.',
    text: `
      Nobody passes, so every position is legal: exactly one opponent in a round chooses among all his moves, the
      others play their best move-ordering move, the BMOM. All choices of who searches are tried; the child of the
      BMOM keeps the right to search for those who come after (Esser 2012; Gras 2012, Figure 4.9).`,
    demo: several(['brs+', 'brs+:prune=off', 'brs+:bmoms=2']),
  },
  {
    name: 'brs(s,m)',
    group: 'many',
    title: 'The BRS family',
    summary: 's opponents search, the rest pass or play their BMOM.',
    text: `
      Paranoid and best-reply search are one search under different policies. Between two turns of the root player
      exactly s of the C living opponents choose; the others pass (m = 0) or play their BMOM (m = C − s).

      - brs(C-1,0): all but one search, one passes.
      - brs(C-1,1): all but one search, one plays his BMOM (Gras 2012, Figure 4.12).
      - brs(2,0) and brs(2,C-2): two search.
      - brs(0,C): nobody searches; the opponents are predicted.

      Walking a round needs two numbers: how many opponents are still to act, and how many of them may still search.`,
    demo: several(['brs(C-1,0)', 'brs(C-1,1)', 'brs(2,0)', 'brs(2,C-2)', 'brs(0,C)'], { study: 4, depths: [3, 4, 5] }),
  },
  {
    name: 'opps(n,a,b)',
    group: 'many',
    title: 'Opponent pruning',
    summary: 'n opponents choose among their first a moves, the others among their first b.',
    text: `
      Between BRS+ and paranoid there is room: at most n opponents of a round look at their first a moves of the
      ordering, all others at their first b. A move among the first b keeps the right to search for those who come
      after, any other uses it up (Baier and Kaisers 2020).

      - opps(1,inf,1) is BRS+.
      - opps(C,inf,inf) is paranoid search.
      - opps(1,8,2) leaves out what opponents will hardly play, and so sees further.`,
    demo: several(['opps(1,2,1)', 'opps(1,inf,1)', 'opps(2,2,1)', 'opps(C,inf,inf)'], { study: 4, depths: [3, 4, 5] }),
  },
  {
    name: 'mpmix',
    group: 'many',
    title: 'MP-Mix',
    summary: 'Who stands how decides how to search.',
    text: `
      A root player who is clearly ahead expects all others against him and searches paranoid. If another is clearly
      ahead, the root player holds him down. Otherwise everybody plays for himself, as in max^n (Zuckerman, Felner and
      Kraus 2009). How much is clear is a share of what a won game is worth.`,
    demo: several(['mpmix', 'mpmix:defend=0%,attack=0%', 'mpmix:defend=100%,attack=100%']),
  },
  {
    name: 'probmaxn',
    group: 'many',
    title: 'Prob-max^n',
    summary: 'Opponents may play for themselves or against you: how likely each is decides.',
    text: `
      Max^n takes every opponent for somebody who plays for himself, paranoid search for somebody who plays against the
      root player. Who does not know takes both for likely: what an opponent's position is worth is the mean of what he
      would choose as the one and as the other (Sturtevant, Zinkevich and Bowling 2006).

      - With 0 % it is max^n, with 100 % paranoid search.
      - Everybody looks for his share of the point, so that a mean makes sense. Nothing can be pruned.`,
    demo: several(['probmaxn:against=0%', 'probmaxn:against=30%', 'probmaxn:against=100%']),
  },
  {
    name: 'ubfm',
    group: 'many',
    title: 'Best-first minimax',
    summary: 'Always expands the end of the line that everybody would choose now.',
    text: `
      There is neither depth nor window. The leaf of the best line is expanded, its children are evaluated, and the
      values are taken up to the root; then again. What is seen to the end of the game is solved and left alone, and a
      solved root ends the search (Korf and Chickering 1996; Cohen-Solal 2020).`,
    demo: sample(['ubfm:memory=100', 'ubfm:memory=1000', 'ubfm:memory=300,backup=paranoid']),
  },
  {
    name: 'greedy',
    group: 'many',
    title: 'Greedy',
    summary: 'The best evaluation after one ply.',
    text: `
      No search at all: every move is made once and the position after it evaluated. Of equal moves the first of the
      static order.`,
    demo: sample(['greedy']),
  },
  {
    name: 'mc',
    group: 'chance',
    title: 'Flat Monte-Carlo',
    summary: 'The same number of random games after every move.',
    text: `
      The move with the best mean is played. Nothing is learned about what the opponent would answer, but no
      evaluation is needed either.`,
    demo: sample(['mc:playouts=50', 'mc:playouts=500'], {
      about: 'Each node shows the mean points of the root player and how many random games went through it.',
    }),
  },
  {
    name: 'mcts',
    group: 'chance',
    title: 'Monte-Carlo tree search',
    summary: 'Grows a tree where random games look promising.',
    text: `
      Each simulation goes down the tree by UCT, which weighs what is good against what is little known, adds one
      node, plays a random game and notes everybody’s points on the way back (Kocsis and Szepesvári 2006).

      For several players moves are chosen for the mover (backup=maxn), against the root player (paranoid) or by one
      opponent a round (brs).`,
    demo: sample(['mcts:playouts=100', 'mcts:playouts=1000', 'mcts:playouts=300,backup=paranoid'], {
      about:
        'The tree in the end, the most visited nodes first: each shows the mean points of the root player ' +
        'and how many games went through it.',
    }),
  },
];
