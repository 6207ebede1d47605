"""Python and the command line agree. QUIRKAT_PROGRAM names the program; without it these tests are skipped."""

import json
import os
import subprocess

import pytest
from conftest import play_randomly

import quirkat

PROGRAM = os.environ.get("QUIRKAT_PROGRAM")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="QUIRKAT_PROGRAM is not set")
DEPTH = 3


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_perft_is_the_same(title):
    for count in ("moves", "paths"):
        told = json.loads(run("perft", title, str(DEPTH), "--count", count, "--json"))
        assert quirkat.perft(quirkat.Game(title).board(), DEPTH, count=count) == told["nodes"]


def fen_after(path):
    """The last position of a record, as `quirkat play FILE` reaches it."""
    run("play", str(path))
    return run("show", str(path), "--fen").strip()


def test_games_played_here_replay_there(title, chance, tmp_path):
    board = play_randomly(quirkat.Game(title).state(max_turns=60), chance).board()
    path = tmp_path / "game.pdn"
    quirkat.pdn.write(path, board, {"White": "human", "Black": "human"})
    assert fen_after(path) == board.fen


def test_games_played_there_replay_here(chosen, tmp_path):
    path = tmp_path / "game.pdn"
    run("play", chosen, "--white", "engine:1", "--black", "engine:1", "--time", "1ms", "--seed", "1", "--save", str(path))
    assert quirkat.pdn.read(path)[0].board().fen == fen_after(path)


def test_refusals_have_the_words_of_the_command_line():
    done = subprocess.run([PROGRAM, "moves", "chess"], capture_output=True, text=True, check=False)
    with pytest.raises(quirkat.QuirkatError) as refused:
        quirkat.Game("chess")
    assert str(refused.value) in done.stderr
