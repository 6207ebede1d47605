"""Games, boards, moves, records, engine and tables."""

import copy
import io
import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import _thread
from pathlib import Path

import pytest
from conftest import play_randomly

import quirkat

# Two men that step to and fro without end.
LONG = {"placing": "no", "fly_at_three": "no", "repetition": "none"}
CRATES = Path(__file__).parents[2]
GAMES = CRATES / "rules" / "games"


def test_a_board_plays_moves_and_takes_them_back():
    board = quirkat.Game("lasca").board()
    start = board.fen
    assert board.turn == "first" and len(board.legal_moves) > 3 and board.outcome is None
    move = board.legal_moves[0]
    assert str(move) == move.text and len(move.path) == 2 and move.captures == [] and move.drops == []
    board.push(str(move))
    assert board.turn == "second" and [str(played) for played in board.history] == [str(move)]
    assert board.pop() == move and board.fen == start
    with pytest.raises(quirkat.QuirkatError, match="no move to take back"):
        board.pop()


def test_house_rules_change_the_game_and_are_told():
    free = quirkat.Game("alquerque", rules={"capture": "optional"})
    assert free.rules == ["capture=optional"] and free.options["capture"] == "optional"
    assert free != quirkat.Game("alquerque") and free == quirkat.Game("alquerque", rules=["capture=optional"])
    assert quirkat.Game("fanorona:dimyand").title == "fanorona:dimyand"
    assert "Quien" in quirkat.Game("alquerque").rules_in_words(lang="es")
    assert quirkat.Game("lasca").options_in_words()[0][0] == "first"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: quirkat.Game("chess"), "there is no game `chess`"),
        (lambda: quirkat.Game("lasca:mine"), "no variant `mine`"),
        (lambda: quirkat.Game("lasca", rules={"capture": "often"}), "`capture` cannot be `often`"),
        (lambda: quirkat.Game("lasca", path="/nowhere.toml"), "cannot read /nowhere.toml"),
        (lambda: quirkat.Game("lasca").board("W:Wz9:B"), "has no point `z9`"),
        (lambda: quirkat.Game("alquerque").board().push("b2-b3"), "b2-b3: b3 is occupied"),
        (lambda: quirkat.Game("lasca").rules_in_words("xx"), "unknown language"),
        (lambda: quirkat.Game("lasca").board().svg(side="north"), "allowed: first, second"),
        (lambda: quirkat.Game("lasca").state().apply(10**30), "is no action"),
        (lambda: quirkat.Game("lasca").state().apply(-1), "is no action"),
        (lambda: quirkat.Game("lasca").state().apply(25), "is not legal here; allowed:"),
        (lambda: quirkat.Game("lasca").state().observation(2), "allowed: 0"),
        (lambda: quirkat.Game("lasca").state(max_turns=0), "allowed: 1 to"),
        (lambda: quirkat.Engine(level=11), "allowed: 1 to 10"),
        (lambda: quirkat.Engine(threads=0), "threads cannot be 0"),
        (lambda: quirkat.Engine().play(quirkat.Game("lasca").board(), time=-1.0), "time cannot be -1"),
        (lambda: quirkat.perft(quirkat.Game("lasca").board(), 61), "depth cannot be 61"),
        (lambda: quirkat.VecEnv("lasca", 0), "n cannot be 0"),
        (lambda: quirkat.VecEnv("lasca", 1 << 20, observe=False), "games take too much memory; allowed: at most"),
        (lambda: quirkat.VecEnv("alquerque-de-nueve:dados", 2, max_turns=1), "max_turns cannot be 1; allowed: 2 to"),
        (lambda: quirkat.Game("lasca").action_to_string(10**30), "is no action"),
        (lambda: quirkat.Game("lasca").state(max_turns=10_000), "allowed: 1 to 9999"),
    ],
)
def test_bad_input_is_refused_in_words(call, words):
    with pytest.raises(quirkat.QuirkatError, match=".*") as refused:
        call()
    assert words in str(refused.value)


def test_a_refused_move_changes_nothing_and_names_its_rule():
    board = quirkat.Game("alquerque").board()
    board.push("b2-c3")
    before = board.fen
    with pytest.raises(quirkat.IllegalMove, match="a capture is compulsory"):
        board.push("a3-b2")
    assert board.fen == before
    why = board.why_not("a3-b2", lang="fr")
    assert why["rules"] and all(rule["text"] for rule in why["rules"]) and "grounds" in why["rules"][0]
    assert board.why_not(str(board.legal_moves[0])) is None


def test_boards_are_copied_compared_hashed_and_pickled(title, chance):
    game = quirkat.Game(title)
    board = play_randomly(game.state(max_turns=20), chance, 60).board()
    for other in (copy.copy(board), copy.deepcopy(board), board.copy(), pickle.loads(pickle.dumps(board))):
        assert other == board and hash(other) == hash(board) and other.fen == board.fen
        assert [str(move) for move in other.history] == [str(move) for move in board.history]
        assert other.game == game
    assert pickle.loads(pickle.dumps(game)) == game
    if board.history:
        board.pop()
        assert board != other


def test_a_game_that_is_too_long_for_a_record_is_not_pickled():
    board = quirkat.Game("alquerque-de-tres:moving", rules=LONG).board("W:Wa1:Bc3")
    for _ in range(10_000):
        board.push(board.legal_moves[0])
    with pytest.raises(quirkat.QuirkatError, match="10000"):
        pickle.dumps(board)
    board.pop()
    assert pickle.loads(pickle.dumps(board)) == board


def test_a_pickle_of_another_version_is_refused():
    game = quirkat.Game("lasca")
    restore, (version, *rest) = game.__reduce__()
    with pytest.raises(quirkat.QuirkatError, match="has version"):
        restore(version + 1, *rest)
    restore, (version, *rest) = game.state().__reduce__()
    with pytest.raises(quirkat.QuirkatError, match="version 99 of the encoding"):
        restore(99, *rest)


def test_a_game_file_of_the_user_is_played_recorded_and_pickled(tmp_path, chance):
    toml = (GAMES / "zamma.toml").read_text(encoding="utf-8").replace('id = "zamma"', 'id = "mine"', 1)
    path = tmp_path / "mine.toml"
    path.write_text(toml)
    game = quirkat.Game(path=path)
    assert game.title.startswith("mine:")
    board = play_randomly(game.state(max_turns=8), chance).board()
    path.unlink()
    again = pickle.loads(pickle.dumps(board))
    assert again.fen == board.fen and again.game.title == game.title
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_board_is_drawn_described_and_shown_in_a_notebook():
    board = quirkat.Game("lasca").board()
    assert board.svg().startswith("<svg") and board._repr_svg_() == board.svg() != board.svg(side="second")
    assert "\n" in str(board) and board.in_words("fr") and repr(board).startswith("Board('lasca:")
    wire = board.to_dict()
    assert wire["game"] == "lasca:lasca"
    assert len(wire["legal"]) == len(board.legal_moves) and wire["toMove"] == "first"


def test_records_are_written_and_read(tmp_path, chance):
    boards = [play_randomly(quirkat.Game(name).state(max_turns=30), chance).board() for name in ("english", "buruj")]
    path = tmp_path / "games.pdn"
    quirkat.pdn.write(path, boards, {"Event": "Club"})
    records = quirkat.pdn.read(path)
    assert [record.board().fen for record in records] == [board.fen for board in boards]
    assert ("Event", "Club") in records[0].tags and records[1].number == 2
    text = io.StringIO()
    quirkat.pdn.write(text, records)
    assert [str(record) for record in quirkat.pdn.read(io.StringIO(text.getvalue()))] == [str(record) for record in records]
    broken = quirkat.pdn.read(io.BytesIO(b'[Event "x"]\n1. b2-c3 {open\n'))
    assert broken[0].fault
    with pytest.raises(quirkat.QuirkatError):
        broken[0].board()


def test_a_record_in_another_notation_gives_the_board_of_its_game():
    game = quirkat.Game("english")
    board = game.board()
    board.push("11-15")
    board.push("23-19")
    text = board.pdn().replace("11-15", "c3-d4").replace("23-19", "d6-c5")
    assert text != board.pdn()
    again = quirkat.pdn.read(io.StringIO(text))[0].board()
    assert again == board and again.game == game and again.pdn() == board.pdn()
    assert [str(move) for move in again.history] == ["11-15", "23-19"]


def test_custodial_captures_are_played_and_recorded(chance):
    for game in (
        quirkat.Game("alquerque", rules={"capture_by": "custodial"}),
        quirkat.Game(path=CRATES.parent / "examples" / "jul-gonu.toml"),
    ):
        board = game.board("W:Wa1,c2:Bb1,d4")
        captures = [move for move in board.legal_moves if move.captures]
        assert [(str(move), move.path, move.captures) for move in captures] == [("c2xc1", ["c2", "c1"], ["b1"])]
        state = board.state()
        assert state.play(captures[0]) >= 2
        board.push("c2xc1")
        assert state.board() == board
        for player in (0, 1):
            assert state.observation(player)[game.planes.index("own man")].sum() == (2, 1)[player]
        for _ in range(5):
            played = play_randomly(game.state(max_turns=60), chance)
            assert pickle.loads(pickle.dumps(played.board())).fen == played.fen
            assert [str(move) for move in played.board().history] == pdn_moves(played.board())


def pdn_moves(board):
    return quirkat.Record.of(board).moves


@pytest.mark.parametrize(
    "work",
    [
        lambda board, folder: quirkat.Engine(level=10).play(board, time=600),
        lambda board, folder: quirkat.Engine(level=10, threads=2).analyse(board, time=600),
        lambda board, folder: quirkat.perft(board, 40),
        lambda board, folder: quirkat.divide(board, 40),
        lambda board, folder: quirkat.solve(board.game, 5, folder),
    ],
)
def test_ctrl_c_stops_work_without_bound(work, tmp_path):
    board = quirkat.Game("english").board()
    # Programs that a shell starts in the background ignore the signal.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work(board, tmp_path)
    finally:
        signal.signal(signal.SIGINT, handler)
    timer.join()
    assert quirkat.perft(board, 2) == 49


def test_the_engine_plays_and_analyses():
    board = quirkat.Game("alquerque").board()
    engine = quirkat.Engine(level=10, threads=2)
    assert engine.play(board, depth=4) in board.legal_moves
    analysis = engine.analyse(board, lines=3, nodes=20_000)
    assert len(analysis["lines"]) == 3 and analysis["depth"] >= 1 and analysis["lines"][0]["turns"]


def test_perft_is_counted_and_divided():
    board = quirkat.Game("english").board()
    assert quirkat.perft(board, 6, threads=2) == 36_768
    assert sum(count for _, count in quirkat.divide(board, 4)) == quirkat.perft(board, 4)


def test_endings_are_solved_and_probed(tmp_path):
    game = quirkat.Game("lasca")
    board = game.board("W:Wa1(W):Bg7(B)")
    assert quirkat.probe(board, tables=tmp_path) is None
    assert quirkat.solve(game, 2, tmp_path, threads=2)
    assert quirkat.solve(game, 2, tmp_path) == []
    assert quirkat.probe(board, tables=tmp_path)["category"] in ("win", "draw", "loss")


def test_a_folder_with_tables_of_other_rules_is_refused(tmp_path, monkeypatch):
    for name, rules in [("lasca", {"capture": "optional"}), ("alquerque", {"capture": "optional"})]:
        folder = tmp_path / name
        assert quirkat.solve(quirkat.Game(name), 2, folder)
        with pytest.raises(quirkat.QuirkatError, match="other rules|belongs to"):
            quirkat.solve(quirkat.Game(name, rules=rules), 2, folder)
    board = quirkat.Game("lasca").board("W:Wa1(W):Bg7(B)")
    folder = tmp_path / "later"
    folder.mkdir()
    assert quirkat.probe(board, tables=folder) is None
    monkeypatch.chdir(tmp_path)
    assert quirkat.solve(board.game, 2, "later") and quirkat.probe(board, tables=folder)


def test_the_catalogue_lists_all_variants():
    assert len(quirkat.variants()) >= 116
    assert [variant["id"] for game in quirkat.games() for variant in game["variants"]] == quirkat.variants()


def test_boards_need_no_numpy_and_learning_says_that_it_does(tmp_path):
    (tmp_path / "numpy.py").write_text("raise ImportError('hidden')")
    code = (
        "import quirkat; game = quirkat.Game('lasca'); game.board().push('c3-b4'); game.state().legal_actions()\n"
        "for call in (game.state().mask, lambda: game.state().observation(0), lambda: quirkat.VecEnv(game, 2)):\n"
        "    try: call()\n"
        "    except ImportError as error: print(error)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "NumPy is not installed; allowed: pip install quirkat[learn]\n" * 3


def test_the_package_of_tables_is_found_when_it_is_installed(tmp_path):
    package = tmp_path / "quirkat_tables"
    package.mkdir()
    shutil.copy(CRATES / "python" / "tables" / "quirkat_tables" / "__init__.py", package)
    shutil.copytree(CRATES / "endings" / "part1" / "tables" / "english.wcdf", package / "tables" / "english.wcdf")
    code = "import quirkat; print(quirkat.probe(quirkat.Game('english').board('B:WK1:BK10,K6'))['category'])"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "win\n" and "not used" not in done.stderr
