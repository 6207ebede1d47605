"""Random and mutated calls: each succeeds or raises an exception that is no panic."""

import os
import random

import numpy as np

import quirkat

CALLS = int(os.environ.get("QUIRKAT_CALLS", "5000"))
ALLOWED = (quirkat.QuirkatError, TypeError, OverflowError)
TITLES = quirkat.variants()


def junk(chance):
    """A value of any kind."""
    kinds = [
        lambda: chance.randrange(-5, 800),
        lambda: chance.choice([2**31, 2**63, 2**64, 10**40, -(2**63)]),
        lambda: chance.choice([None, True, 0.5, float("nan"), float("inf"), b"\xff", [], {}, (1, 2), object()]),
        lambda: "".join(chr(chance.choice([0, 10, 32, 45, 58, 97, 120, 233, 0x1F600])) for _ in range(chance.randrange(40))),
        lambda: "x" * chance.choice([100, 10_000]),
        lambda: np.zeros(chance.randrange(3), chance.choice([np.int64, np.float32])),
    ]
    return chance.choice(kinds)()


def mutated(chance, text):
    """A text with a few characters changed, removed or repeated."""
    letters = list(text)
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(letters) + 1)
        letters[at : at + chance.randrange(3)] = chance.choice(["", "x", "-", ":", "K", "9", "(", "a1", "\n", "é"])
    return "".join(letters)


def test_no_call_panics():
    chance = random.Random(630)
    games = [quirkat.Game(title) for title in TITLES]
    states = [game.state(max_turns=30) for game in games]
    boards = [game.board() for game in games]
    engine = quirkat.Engine(1, memory=1)
    env = quirkat.VecEnv(games[0], 3)
    raised = 0
    for _ in range(CALLS):
        index = chance.randrange(len(games))
        game, state, board = games[index], states[index], boards[index]
        moves = board.legal_moves if chance.random() < 0.2 else []
        move = str(chance.choice(moves)) if moves else "a1-a2"
        calls = [
            lambda: state.apply(chance.choice(state.legal_actions() or [0])),
            lambda: state.apply(junk(chance)),
            lambda: state.undo(),
            lambda: state.play(mutated(chance, move)),
            lambda: state.observation(chance.choice([0, 1, junk(chance)])),
            lambda: state.action_to_string(junk(chance)),
            lambda: state.string_to_action(junk(chance)),
            lambda: quirkat.State.deserialize(game, mutated(chance, state.serialize())),
            lambda: quirkat.State._restore(1, game, mutated(chance, state.fen), chance.randrange(9), [junk(chance)]),
            lambda: board.push(move),
            lambda: board.push(mutated(chance, move)),
            lambda: board.push(junk(chance)),
            lambda: board.pop(),
            lambda: board.parse(mutated(chance, move)),
            lambda: board.why_not(mutated(chance, move), lang=chance.choice(["en", "es", "fr", "xx"])),
            lambda: game.board(mutated(chance, board.fen)),
            lambda: game.board(boards[chance.randrange(len(boards))].fen),
            lambda: game.board(junk(chance)),
            lambda: quirkat.Game(mutated(chance, game.title)),
            lambda: quirkat.Game(junk(chance), rules=junk(chance)),
            lambda: quirkat.Game(game.title.split(":")[0], rules={chance.choice(list(game.options)): junk(chance)}),
            lambda: quirkat.Game(path=f"/nowhere/{chance.random()}"),
            lambda: quirkat.Board._restore(mutated(chance, board.pdn())),
            lambda: [record.board() for record in quirkat.pdn.read(Text(mutated(chance, board.pdn())))],
            lambda: board.svg(side=junk(chance)),
            lambda: quirkat.perft(board, chance.choice([-1, 0, 1, 61, 2**70, "2", None]), count=chance.choice(["moves", "paths", junk(chance)])),
            lambda: engine.play(board, nodes=chance.choice([0, 10, -1]), depth=chance.choice([None, 0, 1])),
            lambda: engine.analyse(board, nodes=5, lines=chance.choice([0, 1, 101, junk(chance)])),
            lambda: env.step(chance.choice([env.sample(), junk(chance), np.full(3, chance.randrange(-2, 99))])),
            lambda: quirkat.VecEnv(game, chance.choice([-1, 0, 2, 10**12]), threads=chance.choice([0, 1, 999])),
            lambda: quirkat.probe(board, tables=chance.choice([None, "/nowhere"])),
        ]
        before = (board.fen, str(state))
        chosen = chance.choice(calls)
        try:
            chosen()
        except ALLOWED:
            raised += 1
            assert (board.fen, str(state)) == before
    assert raised > CALLS / 5


class Text:
    """An open file."""

    def __init__(self, text):
        self.text = text

    def read(self):
        return self.text
