"""Game records in PDN, of this program and of others."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any

from quirkat._quirkat import Board, Record, read_records

__all__ = ["read", "write"]


def read(source: str | os.PathLike[str] | IO[Any]) -> list[Record]:
    """Reads all records of a file, given as a path or as an open file.

    The encoding is recognised. An error costs one game: its record has a `fault`.
    """
    if isinstance(source, (str, os.PathLike)):
        contents: str | bytes = Path(source).read_bytes()
    else:
        contents = source.read()
    return read_records(contents.encode() if isinstance(contents, str) else contents)


def write(
    target: str | os.PathLike[str] | IO[str],
    games: Board | Record | Iterable[Board | Record],
    tags: Mapping[str, str] | None = None,
) -> None:
    """Writes boards and records to a path or an open text file.

    The tags, such as `{"Event": "Club"}`, come first in the records of boards. Records are written as they were read.
    """
    if isinstance(games, (Board, Record)):
        games = [games]
    pairs = list((tags or {}).items())
    records = [game if isinstance(game, Record) else Record.of(game, pairs) for game in games]
    text = "\n".join(str(record) for record in records)
    if isinstance(target, (str, os.PathLike)):
        Path(target).write_text(text, encoding="utf-8")
    else:
        target.write(text)
