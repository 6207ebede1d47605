"""Games of the Alquerque family: rules, engine, endgame tables and learning environments.

>>> import quirkat
>>> board = quirkat.Game("lasca").board()
>>> board.push(board.legal_moves[0])
>>> board.turn
'second'
"""

from quirkat import pdn
from quirkat._quirkat import (
    ENCODING_VERSION,
    Board,
    Engine,
    Game,
    IllegalAction,
    IllegalMove,
    Move,
    Outcome,
    QuirkatError,
    Record,
    State,
    VecEnv,
    __version__,
    divide,
    games,
    perft,
    probe,
    solve,
    variants,
)

__all__ = [
    "ENCODING_VERSION",
    "Board",
    "Engine",
    "Game",
    "IllegalAction",
    "IllegalMove",
    "Move",
    "Outcome",
    "QuirkatError",
    "Record",
    "State",
    "VecEnv",
    "__version__",
    "divide",
    "games",
    "pdn",
    "perft",
    "probe",
    "solve",
    "variants",
]
