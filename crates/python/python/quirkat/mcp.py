"""A small MCP server through which a language model plays: `python -m quirkat.mcp`.

It speaks JSON-RPC on standard input and output, one message a line. With a seed, points and pieces have other names in
every text, and the game is not named, so that a known game is not recognised.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable
from typing import Any, TypeGuard

import quirkat

__all__ = ["Server", "main"]

_PROTOCOL = "2025-06-18"
_MAX_MESSAGE = 1 << 20
_MAX_MOVES = 500
_NODES = 20_000
_LETTERS = "bcdfghjklmnpqrstvwyz"
# Pieces as `Position.pieces` of the wire JSON writes them.
_PIECES = ["w", "p", "W", "b", "q", "B"]


def _is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


class _Labels:
    """Names of points and pieces: those of the game, or others by a seed."""

    def __init__(self, game: quirkat.Game, seed: int | None) -> None:
        points = game.points
        self.is_hidden = seed is not None
        chance = random.Random(seed)
        names = points
        if self.is_hidden:
            names = [first + second for first in _LETTERS for second in "aeiou"]
            names = [name + third for third in _LETTERS[:6] for name in names]
            names = chance.sample(names, len(points))
        self._shown = dict(zip(points, names, strict=True))
        self._points = dict(zip(names, points, strict=True))
        letters = chance.sample("ABCDEFGHJKLMNPRSTUVXYZ", len(_PIECES)) if self.is_hidden else _PIECES
        self._pieces = dict(zip(_PIECES, letters, strict=True))
        self._show = self._pattern(points)
        self._read = self._pattern(names)

    @staticmethod
    def _pattern(names: list[str]) -> re.Pattern[str]:
        longest_first = sorted(names, key=len, reverse=True)
        # A move joins points by `x`, which no hidden name contains.
        return re.compile(r"(?<![0-9a-wyz])(" + "|".join(map(re.escape, longest_first)) + r")(?![0-9a-wyz])", re.IGNORECASE)

    def show(self, text: str) -> str:
        """Replaces the names of points in a text for the model."""
        return self._replace(self._show, self._shown, text)

    def read(self, text: str) -> str:
        """Replaces the names of points in a text of the model."""
        return self._replace(self._read, self._points, text)

    def _replace(self, pattern: re.Pattern[str], names: dict[str, str], text: str) -> str:
        if not self.is_hidden:
            return text
        return pattern.sub(lambda found: names.get(found[0], names.get(found[0].lower(), found[0])), text)

    def column(self, pieces: str) -> str:
        """Letters of the pieces on a point, from bottom to top."""
        return "".join(self._pieces[piece] for piece in pieces)


class Server:
    """The games of one connection. `handle` answers a JSON-RPC message."""

    def __init__(self) -> None:
        self._board: quirkat.Board | None = None
        self._labels: _Labels | None = None
        self._engine: quirkat.Engine | None = None
        self._tools: dict[str, tuple[str, dict[str, Any], Callable[..., str]]] = {
            "list_games": ("Lists the titles of all variants.", {}, self.list_games),
            "new_game": (
                "Starts a game. `level` (1 to 10) lets the engine answer each move; `seed` gives points and pieces other "
                "names and hides the name of the game.",
                {
                    "game": {"type": "string", "description": "title, such as `lasca` or `fanorona:dimyand`"},
                    "level": {"type": "integer", "minimum": 1, "maximum": 10},
                    "seed": {"type": "integer", "minimum": 0},
                    "fen": {"type": "string"},
                },
                self.new_game,
            ),
            "show": ("Shows the board as text.", {}, self.show),
            "rules": ("States the rules in sentences; not for a game with a seed.", {}, self.rules),
            "legal_moves": ("Lists the legal moves.", {}, self.legal_moves),
            "play": ("Plays a move. A refusal names the broken rule.", {"move": {"type": "string"}}, self.play),
        }
        self._required = {"new_game": ["game"], "play": ["move"]}

    def list_games(self) -> str:
        return "\n".join(quirkat.variants())

    def new_game(self, game: str, level: int | None = None, seed: int | None = None, fen: str | None = None) -> str:
        chosen = quirkat.Game(game)
        board = chosen.board(fen)
        engine = None if level is None else quirkat.Engine(level, memory=1, seed=seed or 0)
        self._board, self._labels, self._engine = board, _Labels(chosen, seed), engine
        self._throw_dice()
        return self.show()

    def _game(self) -> tuple[quirkat.Board, _Labels]:
        if self._board is None or self._labels is None:
            raise quirkat.QuirkatError("there is no game; allowed: new_game")
        return self._board, self._labels

    def show(self) -> str:
        board, labels = self._game()
        wire = board.to_dict()
        if labels.is_hidden:
            shape = board.game.to_dict()["board"]["lines"]
            lines = [" ".join(labels.show(point) for point in line) for line in shape]
            pieces = wire["position"]["pieces"].items()
            stand = [f"{labels.show(point)}: {labels.column(column)}" for point, column in pieces]
            text = "Lines of the board:\n" + "\n".join(lines) + "\nPieces, from bottom to top:\n" + "\n".join(stand)
        else:
            text = str(board)
        hands = wire["position"]["hand"]
        if any(hands):
            text += f"\nIn hand: first {hands[0]}, second {hands[1]}"
        return f"{text}\n{self._status(board)}"

    def _status(self, board: quirkat.Board) -> str:
        outcome = board.outcome
        if outcome is None:
            return f"To move: {board.turn}"
        result = f"{outcome.winner} wins" if outcome.winner else "a draw"
        return f"The game is over: {result} ({outcome.reason})"

    def rules(self) -> str:
        board, labels = self._game()
        if labels.is_hidden:
            raise quirkat.QuirkatError("the rules of a game with a seed are hidden; allowed: legal_moves, play")
        return board.game.rules_in_words()

    def legal_moves(self) -> str:
        board, labels = self._game()
        moves = [labels.show(str(move)) for move in board.legal_moves]
        more = f"\n… and {len(moves) - _MAX_MOVES} more" if len(moves) > _MAX_MOVES else ""
        return "\n".join(moves[:_MAX_MOVES]) + more

    def play(self, move: str) -> str:
        board, labels = self._game()
        mover = board.turn
        try:
            board.push(labels.read(move))
        except quirkat.QuirkatError as refused:
            raise quirkat.QuirkatError(labels.show(str(refused))) from refused
        lines: list[str] = []
        self._throw_dice()
        while self._engine is not None and board.outcome is None and board.turn != mover:
            answer = self._engine.play(board, nodes=_NODES)
            assert answer is not None, "the game goes on"
            board.push(answer)
            lines.append(f"The engine plays {labels.show(str(answer))}")
            self._throw_dice()
        return "\n".join([*lines, self.show()])

    def _throw_dice(self) -> None:
        board, _ = self._game()
        while board.is_chance_node:
            board.push(random.choice(board.legal_moves))

    def _call(self, params: dict[str, Any]) -> dict[str, Any]:
        name = params.get("name")
        arguments: dict[str, Any] = params.get("arguments") or {}
        if not isinstance(name, str) or name not in self._tools:
            raise _Failure(-32602, f"there is no such tool; allowed: {', '.join(self._tools)}")
        _, properties, tool = self._tools[name]
        missing = [key for key in self._required.get(name, []) if key not in arguments]
        unknown = [key for key in arguments if key not in properties]
        if missing or unknown:
            raise _Failure(-32602, f"{name} lacks {missing} and does not know {unknown}; allowed: {list(properties)}")
        try:
            text, is_error = tool(**arguments), False
        except (ValueError, TypeError, OverflowError) as error:
            text, is_error = str(error), True
        return {"content": [{"type": "text", "text": text}], "isError": is_error}

    def _schemas(self) -> list[dict[str, Any]]:
        def schema(name: str, properties: dict[str, Any]) -> dict[str, Any]:
            return {"type": "object", "properties": properties, "required": self._required.get(name, [])}

        return [
            {"name": name, "description": about, "inputSchema": schema(name, properties)}
            for name, (about, properties, _) in self._tools.items()
        ]

    def _result(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        match method:
            case "initialize":
                info = {"name": "quirkat", "version": quirkat.__version__}
                return {"protocolVersion": _PROTOCOL, "capabilities": {"tools": {}}, "serverInfo": info}
            case "ping":
                return {}
            case "tools/list":
                return {"tools": self._schemas()}
            case "tools/call":
                return self._call(params)
            case _:
                raise _Failure(-32601, f"there is no method {method}")

    def handle(self, line: str) -> str | None:
        """Answers one message; `None` for a notification."""
        identifier: Any = None
        try:
            if len(line) > _MAX_MESSAGE:
                raise _Failure(-32600, f"the message is too long; allowed: {_MAX_MESSAGE} characters")
            try:
                message: Any = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise _Failure(-32700, f"the message is no JSON: {error}") from error
            if not _is_object(message) or not isinstance(message.get("method"), str):
                raise _Failure(-32600, "the message is no request; allowed: an object with `method`")
            if "id" not in message:
                return None
            identifier = message["id"]
            params: Any = message.get("params") or {}
            if not _is_object(params) or not _is_object(params.get("arguments") or {}):
                raise _Failure(-32602, "the parameters are no object")
            answer: dict[str, Any] = {"result": self._result(message["method"], params)}
        except _Failure as failure:
            answer = {"error": {"code": failure.code, "message": str(failure)}}
        return json.dumps({"jsonrpc": "2.0", "id": identifier, **answer})


class _Failure(Exception):
    """A message that cannot be answered, with the code of JSON-RPC."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


def main() -> None:
    """Answers the messages of standard input until it ends."""
    server = Server()
    for line in sys.stdin.buffer:
        if line.strip() and (answer := server.handle(line.decode(errors="replace"))) is not None:
            print(answer, flush=True)


if __name__ == "__main__":
    main()
