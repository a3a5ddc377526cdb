// "Why": the drawn search tree. whyPanel(host, session, {show}) fills host; `session` is the
// Session of the page (session.here is the place, 'change' events tell of moves), show(line) lets
// the board show the position after [{player, move}, ...] (an empty line: back to the game).

export function whyPanel() {
  return { unmount() {} };
}
