#!/usr/bin/env python3
"""Lets `quirkat match` play against an older Quirkat that has no UCI front end, such as commit f13ccf9.

    quirkat match lasca --a engine:10 --b 'uci:python3 lab/uci-adapter.py ../f13ccf9/target/release/quirkat' --nodes 20000

The argument is the older program. It searches each position with `best --json`, in a new process for each move, so it
has no transposition table from earlier moves and does not see repetitions. The current `quirkat`, which must be in
PATH, sets up positions: it replays the moves and prints the position as FEN. The two processes take up to 0.4 s per
move, so use a limit of nodes, or a time much longer than that.
"""

import json
import subprocess
import sys
import tempfile

OLD = sys.argv[1]
LIMITS = {"depth": "--depth", "nodes": "--nodes", "movetime": "--time"}


def output(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def game_words(game, rules):
    return [game] + [word for rule in rules for word in ("--rule", rule)]


def position(game, rules, start, moves):
    """Returns the position after the moves as FEN; the start position as None."""
    if not moves:
        return start
    tags = {"Variant": game, "Rules": " ".join(rules)}
    if start:
        tags["FEN"] = start
    with tempfile.NamedTemporaryFile("w", suffix=".pdn") as record:
        for tag, value in tags.items():
            if value:
                record.write(f'[{tag} "{value}"]\n')
        record.write("\n" + " ".join(move.replace("_", " ") for move in moves) + " *\n")
        record.flush()
        return output("quirkat", "show", record.name, "--fen").strip()


def best_move(game, rules, fen, go):
    words = [OLD, "best", *game_words(game, rules), "--json"]
    if fen:
        words += ["--position", fen]
    for name, option in LIMITS.items():
        if name in go:
            words += [option, go[go.index(name) + 1] + ("ms" if name == "movetime" else "")]
    lines = json.loads(output(*words))["lines"]
    if not lines:
        return "(none)"
    # The older program names the moves of a line `moves`, the current one `turns`.
    moves = lines[0].get("moves") or lines[0]["turns"]
    return moves[0]["text"].replace(" ", "_")


def main():
    catalogue = json.loads(output("quirkat", "games", "--json"))
    games = [variant["id"] for game in catalogue for variant in game["variants"]]
    game, rules, start, moves = games[0], [], None, []
    for line in sys.stdin:
        words = line.split()
        match words:
            case ["uci"]:
                print(f"id name adapter of {OLD}")
                print(f"option name UCI_Variant type combo default {game} var " + " var ".join(games))
                print("option name Rules type string default <empty>")
                print("uciok")
            case ["isready"]:
                print("readyok")
            case ["setoption", "name", "UCI_Variant", "value", value]:
                game = value
            case ["setoption", "name", "Rules", "value", *values]:
                rules = [value for value in values if value != "<empty>"]
            case ["position", *rest]:
                moves = rest[rest.index("moves") + 1:] if "moves" in rest else []
                start = rest[1] if rest[0] == "fen" else None
            case ["go", *limits]:
                print("bestmove", best_move(game, rules, position(game, rules, start, moves), limits))
            case ["quit"]:
                return
        sys.stdout.flush()


main()
