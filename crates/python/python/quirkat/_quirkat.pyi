"""Types of the extension module. `quirkat` re-exports its public names."""

import os
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

__version__: str
ENCODING_VERSION: int

_Path = str | os.PathLike[str]
_Side = Literal["first", "second"]

class QuirkatError(ValueError):
    """Invalid input, in the words of the command line."""

class IllegalMove(QuirkatError):
    """A text is no legal move. The message names the broken rule."""

class IllegalAction(QuirkatError):
    """An action is not legal in this state. The message names legal ones."""

class Game:
    """A game with its variant and its house rules: `Game("lasca", rules={"choice": "free"})`."""

    def __init__(
        self, name: str | None = None, rules: dict[str, Any] | list[str] | None = None, *, path: _Path | None = None
    ) -> None:
        """Selects a game of the catalogue by its title (`fanorona`, `fanorona:dimyand`), or the game file at `path`, whose
        variant `name` may be given."""
    @property
    def title(self) -> str:
        """Title of the game and its variant: `lasca:lasca`."""
    @property
    def rules(self) -> list[str]:
        """House rules, each as `key=value`."""
    @property
    def version(self) -> int:
        """Version of the rules."""
    @property
    def options(self) -> dict[str, str]:
        """Value of every option, by its key."""
    @property
    def points(self) -> list[str]:
        """Names of the points, in the order of their numbers."""
    @property
    def start_fen(self) -> str:
        """FEN of the start."""
    def options_in_words(self, lang: str = "en") -> list[tuple[str, str, str, str]]:
        """Options in words: `(key, value, subject, meaning)`."""
    def rules_in_words(self, lang: str = "en") -> str:
        """Rules in sentences with their sources, in lines of at most 80 columns."""
    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Rules as the JSON type `Rules`."""
    def board(self, fen: str | None = None) -> Board:
        """Board at the start, or in the position of a FEN or a setup diagram."""
    def state(self, fen: str | None = None, *, max_turns: int = 1000) -> State:
        """State for learning. A game of `max_turns` turns, throws included, is truncated."""
    @property
    def num_actions(self) -> int:
        """Number of actions of the learning encoding."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Shape of an observation: planes, rows, columns."""
    @property
    def planes(self) -> list[str]:
        """Names of the observation planes, in order."""
    @property
    def cells(self) -> list[tuple[int, int]]:
        """Row and column of each point in a plane, in the order of `points`."""
    @property
    def has_dice(self) -> bool:
        """Whether the rules throw dice."""
    @property
    def max_turn_actions(self) -> int:
        """Upper bound for the number of actions of one turn."""
    def action_to_string(self, action: int) -> str:
        """Name of an action: a point, `end`, `huff`, `claim`, `combat` or `roll 654`."""
    def string_to_action(self, name: str) -> int:
        """Action with this name."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Move:
    """A legal move. `str(move)` is its notation."""

    @property
    def text(self) -> str:
        """Notation, as the command line prints it."""
    @property
    def path(self) -> list[str]:
        """Names of the points of the moving piece: its start and every landing point."""
    @property
    def captures(self) -> list[str]:
        """Names of the captured points, in the order of the hops."""
    @property
    def drops(self) -> list[str]:
        """Names of the points where men enter from the hand."""
    @property
    def removed(self) -> list[str]:
        """Names of the points from which pieces are removed at the end."""
    @property
    def huff(self) -> str | None:
        """Name of the point that is huffed first."""
    @property
    def roll(self) -> list[int] | None:
        """Throw of the dice."""
    def to_dict(self) -> dict[str, Any]:
        """The JSON type `Turn`."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Outcome:
    """End of a game."""

    @property
    def winner(self) -> _Side | None:
        """Winner; `None` for a draw."""
    @property
    def result(self) -> str:
        """Score, White's first: `1-0`, `0-1` or `1/2-1/2`."""
    @property
    def reason(self) -> str:
        """Reason as one word."""
    @property
    def words(self) -> str:
        """English sentence."""

class Board:
    """A game in progress: a position with its history. Boards are equal if rules and position are."""

    @property
    def game(self) -> Game:
        """The game of the board."""
    @property
    def legal_moves(self) -> list[Move]:
        """Legal moves, one for each path of a capture; empty if the game is over."""
    def push(self, move: str | Move) -> None:
        """Plays a move. Raises `IllegalMove` and changes nothing if it is not legal."""
    def pop(self) -> Move:
        """Takes back the last move and returns it."""
    def parse(self, text: str | Move) -> Move:
        """Legal move that a text denotes."""
    def why_not(self, move: str, lang: str = "en") -> dict[str, Any] | None:
        """Why a move is illegal: `text`, `reason`, and `rules`, sentences with their sources. `None` if it is legal."""
    @property
    def fen(self) -> str:
        """FEN of the position, with everything that the rules remember."""
    @property
    def turn(self) -> _Side:
        """Side to move."""
    @property
    def is_chance_node(self) -> bool:
        """Whether the next move is a throw of dice."""
    @property
    def outcome(self) -> Outcome | None:
        """End of the game; `None` while it goes on."""
    @property
    def key(self) -> int:
        """Hash of the position, 64 bits."""
    @property
    def history(self) -> list[Move]:
        """Moves played so far."""
    def svg(self, side: str = "first", lang: str = "en") -> str:
        """Drawing as SVG, seen from the `first` or the `second` side."""
    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """The JSON type `Legal`: game, rules, position, outcome and legal moves."""
    def in_words(self, lang: str = "en") -> str:
        """Position in sentences."""
    def pdn(self) -> str:
        """Record of the game in PDN."""
    def state(self, *, max_turns: int = 1000) -> State:
        """State for learning with the same history."""
    def copy(self) -> Board:
        """Copy with its history."""
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object) -> Board: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Engine:
    """The engine at a level from 1 to 10. `memory` is in MiB; `tables` is a folder of endgame tables, by default that of the
    package `quirkat-tables`, if it is installed."""

    def __init__(
        self, level: int = 10, threads: int = 1, *, memory: int = 16, tables: _Path | None = None, seed: int = 0
    ) -> None: ...
    def play(
        self, board: Board, *, time: float | None = None, depth: int | None = None, nodes: int | None = None
    ) -> Move | None:
        """The engine's move, or a throw of dice; `None` if the game is over. `time` is in seconds, `depth` in plies. Without
        a limit it thinks for a second."""
    def analyse(
        self,
        board: Board,
        *,
        lines: int = 1,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> dict[str, Any]:
        """The JSON type `Best`: the best lines with scores and chances, and table values."""

class Record:
    """A game record as it was written. Its moves have not been checked."""

    @staticmethod
    def of(board: Board, tags: list[tuple[str, str]] = ...) -> Record:
        """Record of a board. The tags come first."""
    @property
    def tags(self) -> list[tuple[str, str]]:
        """Names and values of the tags, in order."""
    @property
    def moves(self) -> list[str]:
        """Moves of the main line as written."""
    @property
    def result(self) -> str:
        """Result at the end of the record; empty if there is none."""
    @property
    def number(self) -> int:
        """Number of the game in its file, from 1."""
    @property
    def line(self) -> int:
        """Line of the file where the game begins, from 1."""
    @property
    def fault(self) -> str | None:
        """Error that ended the reading; `None` if the game was read to its end."""
    def board(self, game: Game | None = None) -> Board:
        """Plays the main line. A record that names no game is one of `game`."""

class State:
    """A game entered action by action; `docs/reference/python.md` documents actions and planes."""

    @property
    def game(self) -> Game:
        """The game of the state."""
    def legal_actions(self) -> list[int]:
        """Legal actions in ascending order; empty if the game is over."""
    def mask(self) -> NDArray[np.int8]:
        """1 for each legal action: int8 of shape `(num_actions,)`."""
    def apply(self, action: int) -> None:
        """Enters an action. Raises `IllegalAction` and changes nothing if it is not legal."""
    def play(self, move: str | Move) -> int:
        """Enters all actions of a move. Returns their number."""
    def undo(self) -> int:
        """Takes back the last action and returns it."""
    @property
    def is_terminal(self) -> bool:
        """Whether the game is over or truncated."""
    @property
    def is_truncated(self) -> bool:
        """Whether the game reached `max_turns`, or a position with too many moves to list. It counts as a draw."""
    @property
    def is_chance_node(self) -> bool:
        """Whether the dice act next."""
    @property
    def current_player(self) -> int:
        """0 for the first side, 1 for the second, −1 for the dice, −4 if the game is over."""
    def returns(self) -> list[float]:
        """1 for the winner, −1 for the loser, 0 for both in a draw or while the game goes on."""
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Throws with their probabilities, if the dice act next."""
    def observation(self, player: int) -> NDArray[np.float32]:
        """Planes, rows from the top, columns from the left, as player 0 or 1 sees them: float32 of shape
        `observation_shape`, from 0 to 1."""
    def action_to_string(self, action: int) -> str:
        """Name of an action."""
    def string_to_action(self, name: str) -> int:
        """Action with this name."""
    @property
    def actions(self) -> list[int]:
        """Actions entered since the start."""
    @property
    def turns(self) -> int:
        """Number of finished turns, throws included."""
    @property
    def max_turns(self) -> int:
        """Number of turns after which the game is truncated."""
    @property
    def is_mid_turn(self) -> bool:
        """Whether a turn has been entered in part."""
    @property
    def fen(self) -> str:
        """FEN of the position after the finished turns."""
    @property
    def outcome_in_words(self) -> str | None:
        """English sentence on the end of the game; `None` while it goes on."""
    def board(self) -> Board:
        """Board with the finished turns."""
    def clone(self) -> State:
        """Copy of the state."""
    def serialize(self) -> str:
        """Text from which `deserialize` restores the state."""
    @staticmethod
    def deserialize(game: Game, text: str) -> State:
        """Restores a state of `game`. Raises `QuirkatError` for a text of another version of the encoding."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: object) -> State: ...
    def __eq__(self, other: object) -> bool: ...

class VecEnv:
    """`n` games of one variant, stepped together; finished games start again, dice are thrown. Games with dice need
    `max_turns` of at least 2.

    The arrays belong to the environment and are overwritten by the next call.
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        *,
        threads: int = 1,
        observe: bool = True,
        max_turns: int = 1000,
        seed: int = 0,
    ) -> None: ...
    def reset(self, seed: int | None = None) -> None:
        """Returns all games to the start. With a seed, the dice and `sample` repeat."""
    def step(self, actions: NDArray[np.int64]) -> None:
        """Enters one action in each game: int64 of shape `(n,)`. If one is illegal, no game changes."""
    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game: int64 of shape `(n,)`."""
    @property
    def masks(self) -> NDArray[np.bool_]:
        """Legal actions of the player who acts next: bool of shape `(n, num_actions)`."""
    @property
    def players(self) -> NDArray[np.int8]:
        """Player who acts next, 0 or 1: int8 of shape `(n,)`."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """Rewards of both players for the last step: float32 of shape `(n, 2)`."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether the last step ended the game by the rules: bool of shape `(n,)`."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Whether the last step truncated the game: bool of shape `(n,)`."""
    @property
    def observations(self) -> NDArray[np.float32]:
        """Planes as the player who acts next sees them: float32 of shape `(n, planes, rows, columns)`; of shape `(0, …)`
        with `observe=False`."""
    @property
    def game(self) -> Game:
        """The game of the environment."""
    def board(self, index: int) -> Board:
        """Board of a game."""
    def __len__(self) -> int: ...

def games() -> list[dict[str, Any]]:
    """Games of the catalogue as the JSON type `Game`."""

def variants() -> list[str]:
    """Titles of all variants."""

def probe(board: Board, tables: _Path | None = None) -> dict[str, Any] | None:
    """The JSON type `Probed`: the values of a position and of its moves in endgame tables; `None` if no tables hold them."""

def read_records(contents: bytes) -> list[Record]:
    """Reads all records of a file's contents. An error costs one game."""

def perft(board: Board, depth: int, *, count: Literal["moves", "paths"] = "moves", threads: int = 1) -> int:
    """Counts sequences of `depth` moves: distinct next positions, or every path."""

def divide(board: Board, depth: int, *, count: Literal["moves", "paths"] = "moves") -> list[tuple[str, int]]:
    """Counts as `perft` does, after each first move."""

def solve(
    game: Game, pieces: int, folder: _Path, *, distances: bool = True, threads: int = 1, memory: int = 1
) -> list[str]:
    """Solves the endings with up to `pieces` pieces, hands included, and writes their tables into a folder. A folder with
    tables of other rules is refused. `memory` is in GiB. Returns the names of the new tables."""
