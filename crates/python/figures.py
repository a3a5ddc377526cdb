"""The figures of docs/python.md: what a call costs beyond the search, and random plies a second.

Medians of single calls, and processor time, so that other programs on the machine count as little as possible.
"""

import copy
import random
import statistics
import time

import melee


def overhead(search, calls=5000):
    """Microseconds of a call that were not spent in the search itself."""
    beyond = []
    for _ in range(calls):
        begin = time.perf_counter()
        report = search()
        beyond.append(time.perf_counter() - begin - report.seconds)
    return 1e6 * statistics.median(beyond)


def plies_a_second(name, plies=200_000):
    """Random plies by `legal_actions` and `apply_action`, new games included."""
    game, rng = melee.open(name), random.Random(1)
    start = game.new_initial_state()
    state, begin = start.clone(), time.process_time()
    for _ in range(plies):
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            state = start.clone()
    return plies / (time.process_time() - begin)


def microseconds(call, calls=20_000):
    begin = time.process_time()
    for _ in range(calls):
        call()
    return 1e6 * (time.process_time() - begin) / calls


def main():
    print(f"melee {melee.__version__}, for newer processors: {melee.is_for_newer_processors}")
    position = melee.open("connect4").start()
    engine = position.game.engine("pvs")
    print(f"engine.search beyond the search: {overhead(lambda: engine.search(position, depth=1)):.1f} us")
    print(f"position.search beyond the search: {overhead(lambda: position.search('pvs', depth=1)):.1f} us")
    for name in ("connect4", "chess4", "abalone"):
        print(f"{name}: {plies_a_second(name, 200_000 if name == 'connect4' else 10_000):,.0f} random plies a second")
    for name in ("connect4", "chess4"):
        state, rng = melee.open(name).start(), random.Random(2)
        for _ in range(20):
            state.apply_action(rng.choice(state.legal_actions()))
        print(f"{name} after 20 plies: a copy takes {microseconds(lambda state=state: copy.copy(state)):.2f} us")
    deep = melee.open("connect4").start()
    begin = time.process_time()
    nodes = deep.search("pvs", depth=12).nodes
    print(f"connect4, pvs to depth 12: {nodes / (time.process_time() - begin):,.0f} nodes a second")


if __name__ == "__main__":
    main()
