"""Games and positions: moves and actions, copies, undoing, texts, errors."""

import copy
import pickle
import random
import threading
import time

import melee
import pytest
from conftest import boards

BOARDS = boards()


def test_there_are_the_games_of_the_program():
    names = {name for name, _ in BOARDS}
    assert names == {info["name"] for info in melee.games()}
    assert {"connect4", "chess4", "billabong", "abalone", "reversixt", "blokus"} <= names
    assert len(BOARDS) > len(names) + 10
    assert any(info["name"] == "brs+" for info in melee.algorithms())


@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_random_games_keep_the_laws_of_actions(name, players):
    rng = random.Random(7)
    state = melee.open(name, players=players).new_initial_state()
    count = state.num_distinct_actions()
    assert state.num_players() == players
    texts = [state.text]
    for _ in range(150):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        assert actions == sorted(set(actions)), "ascending, and none twice"
        assert all(0 <= action < count for action in actions)
        moves = [state.action_to_string(action) for action in actions[:10]]
        assert set(moves) <= set(state.moves()) and len(actions) == len(state.moves())
        action = rng.choice(actions)
        assert state.string_to_action(state.action_to_string(action)) == action
        child = state.child(action)
        before = state.text
        state.apply_action(action)
        assert child == state
        assert before == texts[-1], "a child leaves its parent alone"
        texts.append(state.text)
    assert len(state.played) == state.move_number() == len(state.history()) == len(texts) - 1
    if state.is_terminal():
        assert state.current_player() == -4 and state.to_move is None
        assert sum(state.returns()) == pytest.approx(0) and sum(state.outcome.points) == pytest.approx(1)
        assert state.legal_actions() == []
        with pytest.raises(melee.Error, match="the game is over"):
            state.apply_action(0)
    for text in reversed(texts):
        assert state.text == text
        if state.move_number():
            state.undo()
    with pytest.raises(melee.Error, match="1 plies to take back, 0 were played"):
        state.undo()


@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_copies_are_equal_and_apart(name, players):
    rng = random.Random(3)
    state = melee.open(name, players=players).start()
    for _ in range(12):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    copies = [copy.copy(state), copy.deepcopy(state), state.clone(), pickle.loads(pickle.dumps(state))]
    for twin in copies:
        assert twin == state and twin.played == state.played and twin.key == state.key and twin.game == state.game
        twin.undo()
        assert twin != state
        assert len(state.played) == len(twin.played) + 1
    assert pickle.loads(pickle.dumps(state.game)) == state.game


@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_boards_are_drawn_and_seen(name, players):
    state = melee.open(name, players=players).start()
    assert state.svg().startswith("<svg") and state._repr_svg_() == state.svg()
    assert state.svg(legal=True).count("<") >= state.svg().count("<")
    for player in range(players):
        seen = state.observation(player)
        assert seen == sorted(set(seen)) and all(place < state.game.observation_size for place in seen)
        tensor = state.observation_tensor(player)
        assert len(tensor) == state.game.observation_size and sum(tensor) == len(seen)
    with pytest.raises(melee.Error, match=f"player {players}: expected 0 to {players - 1}"):
        state.observation(players)


def test_perft_is_the_published_count():
    assert melee.open("connect4").start().perft(7) == 823536
    assert melee.open("chess4").start().perft(2) == 395


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (lambda: melee.open("go"), "unknown game 'go'"),
        (lambda: melee.open("connect4", players=3), "--players 3: the game is for 2 players"),
        (lambda: melee.open("connect4", sise="7x6"), "the game has no option --sise"),
        (lambda: melee.open("connect4").position("9"), "connect4: "),
        (lambda: melee.open("connect4").start().play("x"), "connect4: "),
        (lambda: melee.open("connect4").start().search("pvs:nonsense=1", depth=1), "nonsense"),
        (lambda: melee.open("connect4").start().search("human", depth=1), "'human' is no search"),
        (lambda: melee.open("connect4").start().search("pvs", depth=0), "depth 0: expected 1 to 250"),
        (lambda: melee.open("connect4").start().search("pvs", time=-1), "expected seconds, more than 0"),
        (lambda: melee.open("connect4").start().search("pvs", time="soon"), "time 'soon'"),
        (lambda: melee.open("connect4").start().search("pvs", depth=3, lines=0), "lines 0"),
        (lambda: melee.open("connect4").start().search("pvs", depth=3, moves=["8"]), "connect4: "),
        (lambda: melee.open("connect4").start().search("pvs", depth=3, threads=0), "threads 0"),
        (lambda: melee.open("chess4").start().search("pvs", depth=1), "players"),
        (lambda: melee.open("chess4").start().solve(), "there is no solver for this game"),
        (lambda: melee.open("connect4").start().apply_action(-1), "action -1 is not legal"),
        (lambda: melee.open("connect4").start().action_to_string(99), "action 99 is not legal"),
        (lambda: melee.open("connect4").named_start("nowhere"), "unknown start 'nowhere'"),
        (lambda: melee.open("connect4").start().perft(1000), "depth 1000"),
        (lambda: melee.open("python"), "opened as an object"),
        (lambda: melee.open("connect4").engine("pvs").search(melee.open("rolit").start(), depth=1), "another game"),
        (lambda: melee.play_match("connect4", ["pvs", "pvs@banana"], depth=1), "'banana' is not a limit"),
        (lambda: melee.play_match("connect4", ["pvs", "human"], depth=1), "not by people"),
        (lambda: melee.play_match("connect4", ["pvs", "pvs"]), "give a limit"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(call, line):
    with pytest.raises(melee.Error) as raised:
        call()
    assert line in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_move_without_a_number_has_none_in_the_history():
    state = melee.open("reversixt", players=3).start()
    state.play("dq:2")
    for ask in (state.history, lambda: state.after("dq:1").history(), lambda: state.string_to_action("dq:1")):
        with pytest.raises(melee.Error, match=r"'dq:[12]' has no number"):
            ask()


def test_a_position_that_is_being_played_elsewhere_can_be_compared_later():
    position = melee.open("connect4").start()
    twin, engine, said = position.clone(), position.game.engine("pvs"), set()
    thread = threading.Thread(target=lambda: engine.play(position, time=1))
    thread.start()
    while thread.is_alive():
        try:
            said.add(twin == position)
        except RuntimeError as error:
            said.add(str(error))
        time.sleep(0.005)
    assert any("borrowed" in str(word) for word in said)
    assert twin != position
