"""Matches: statistics, tables, data frames, resuming."""

import melee
import pandas
import polars
import pytest


@pytest.fixture(scope="module")
def match():
    return melee.play_match("connect4", ["pvs@d5", "greedy", "random"], games=12, seed=3, keep_moves=True)


def test_standings_are_of_the_games(match):
    standings = match.standings
    assert standings["games"] == 12 == len(match.games)
    names = [row["name"] for row in standings["algorithms"]]
    assert names == ["pvs", "greedy", "random"]
    for row in standings["algorithms"]:
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
        seats = [
            (game, seat) for game in match.games for seat in (1, 2) if game[f"seat{seat}_algorithm"] == row["name"]
        ]
        assert len(seats) == 8, "each sits equally often"
        assert sum(game[f"seat{seat}_points"] for game, seat in seats) == row["points"]
    assert names[0] in repr(match) and standings["algorithms"][0]["share"] > 0.5


def test_games_can_be_played_again(match):
    for game in match.games:
        position = melee.open("connect4").start()
        position.play(*game["moves"].split())
        assert position.outcome.points == [game["seat1_points"], game["seat2_points"]]
    assert len(match.moves) == sum(game["plies"] for game in match.games)
    assert match.moves[0]["move"] == match.games[0]["moves"].split()[0]


@pytest.mark.parametrize("table", ["standings", "games", "moves", "comparisons"])
def test_tables_are_data_frames(match, table):
    columns = match.columns(table)
    for frame in (match.to_pandas(table), match.to_polars(table)):
        assert isinstance(frame, pandas.DataFrame | polars.DataFrame)
        assert list(frame.columns) == list(columns)
        assert len(frame) == len(next(iter(columns.values()))) > 0
    with pytest.raises(melee.Error, match="unknown table"):
        match.columns("players")


def test_no_threads_are_refused_as_in_searches(match):
    with pytest.raises(melee.Error, match="threads 0: expected at least 1"):
        melee.play_match("connect4", ["pvs@d1", "random"], threads=0)
    with pytest.raises(melee.Error, match="threads 0: expected 1"):
        melee.open("connect4").start().search("pvs", depth=1, threads=0)


def test_threads_do_not_change_games(match):
    again = melee.play_match("connect4", ["pvs@d5", "greedy", "random"], games=12, seed=3, threads=1)
    assert [game["moves"] for game in again.games] == [game["moves"] for game in match.games]


def test_a_file_goes_on_where_it_was(tmp_path):
    arguments = {"depth": 2, "random_plies": 3, "out": tmp_path / "match.db"}
    first = melee.play_match("connect4", ["pvs", "random"], games=2, **arguments)
    both = melee.play_match("connect4", ["pvs", "random"], games=6, **arguments)
    assert len(both.games) == 6 and both.games[:2] == first.games
    with pytest.raises(melee.Error, match="holds another match"):
        melee.play_match("connect4", ["pvs", "greedy"], games=6, **arguments)


def test_a_match_has_the_options_and_starts_of_its_game():
    game = melee.open("abalone", start="belgian-daisy")
    match = melee.play_match(game, ["greedy", "random"], games=2, nodes=100, ply_cap=20)
    assert {row["start"] for row in match.games} == {"belgian-daisy"}
    assert {row["ending"] for row in match.games} == {"capped"}
    small = melee.play_match(melee.open("connect4", size="4x4"), ["greedy", "random"], games=2, nodes=100)
    assert all(row["plies"] <= 16 for row in small.games)
