"""Endgame tables for the package quirkat, which finds them when this package is installed."""

from pathlib import Path

__all__ = ["FOLDER"]

FOLDER = Path(__file__).parent / "tables"
