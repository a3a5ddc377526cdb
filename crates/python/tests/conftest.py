"""All games with all numbers of players they are for."""

import melee


def boards():
    """Names and options of every game and player count that can be opened."""
    found = []
    for info in melee.games():
        for players in info["players"]:
            try:
                melee.open(info["name"], players=players)
            except melee.Error:
                # Where every start is a game of its own, there may be none for so many.
                assert not any(start["players"] == players for start in info["starts"])
                continue
            found.append((info["name"], players))
    return found
