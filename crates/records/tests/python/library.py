"""Random games of a draughts library for Python, and replays of games by it.

    library.py LIBRARY VARIANT write GAMES SEED [capture]
    library.py LIBRARY VARIANT read

LIBRARY is `py-draughts` or `pydraughts`, VARIANT a name of that library. Both are imported as `draughts`, so each needs a
virtual environment of its own.

`write` prints random games as the library writes them, with two more tags: `Final` is the FEN of the last position, `Won`
the winner: `W`, `B`, `draw`, or `no` if the game was broken off. With `capture` a move captures if one can.

`read` replays the games of its input, which an empty line separates, and prints a line for each: winner and FEN as above,
or `error` and the reason.
"""

import random
import re
import sys

# Games are broken off after this number of moves.
LONGEST = 300


class PyDraughts:
    """A game of py-draughts: https://pypi.org/project/py-draughts."""

    def __init__(self, variant):
        import draughts

        self.board = getattr(draughts, variant + "Board")()

    def turns(self):
        return self.board.legal_moves

    def captures(self):
        return [turn for turn in self.turns() if turn.captured_list]

    def play(self, turn):
        self.board.push(turn)

    def replay(self, pdn):
        self.board = type(self.board).from_pdn(pdn)

    def is_over(self):
        return self.board.game_over

    def winner(self):
        return {"1-0": "W", "0-1": "B", "1/2-1/2": "draw", "-": "no"}[self.board.result]

    def fen(self):
        return re.search('"(.*)"', self.board.fen)[1]

    def pdn(self):
        return self.board.pdn


class Pydraughts:
    """A game of pydraughts: https://pypi.org/project/pydraughts."""

    def __init__(self, variant):
        from draughts import Board

        self.board = Board(variant)

    def turns(self):
        return self.board.legal_moves()

    def captures(self):
        return [turn for turn in self.turns() if "x" in turn.pdn_move]

    def play(self, turn):
        self.board.push(turn)

    def replay(self, pdn):
        from draughts import Board, Move
        from draughts.PDN import PDNReader

        game = PDNReader(pdn).games[0]
        if "SetUp" in game.tags:
            self.board = Board(self.board.variant, game.tags["FEN"])
        for move in game.moves:
            self.play(Move(self.board, pdn_move=move))

    def is_over(self):
        return self.board.is_over()

    def winner(self):
        return {2: "W", 1: "B", 0: "draw", None: "no"}[self.board.winner()]

    def fen(self):
        return self.board.fen

    def pdn(self):
        from draughts.PDN import PDNWriter

        return PDNWriter("", self.board).pdn_text.strip()


LIBRARIES = {"py-draughts": PyDraughts, "pydraughts": Pydraughts}


def write(new_game, count, seed, must_capture):
    rng = random.Random(seed)
    for _ in range(count):
        game = new_game()
        for _ in range(LONGEST):
            if game.is_over():
                break
            game.play(rng.choice((must_capture and game.captures()) or game.turns()))
        print(f'[Final "{game.fen()}"]\n[Won "{game.winner()}"]\n{game.pdn()}\n')


def read(new_game):
    for pdn in re.split(r"\n\n(?=\[)", sys.stdin.read()):
        game = new_game()
        try:
            game.replay(pdn)
            print(game.winner(), game.fen())
        except Exception as error:
            print("error", repr(error))


def main():
    library, variant, task, *rest = sys.argv[1:]

    def new_game():
        return LIBRARIES[library](variant)

    if task == "write":
        write(new_game, int(rest[0]), int(rest[1]), "capture" in rest)
    else:
        read(new_game)


main()
