"""The MCP server."""

import json
import subprocess
import sys

import quirkat
from quirkat.mcp import Server


def call(server, name, **arguments):
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    answer = json.loads(server.handle(json.dumps(message)))
    return answer["result"]["content"][0]["text"], answer["result"]["isError"]


def test_a_model_plays_a_game_against_the_engine():
    server = Server()
    text, is_error = call(server, "new_game", game="alquerque", level=1)
    assert not is_error and "To move: first" in text
    moves, _ = call(server, "legal_moves")
    text, is_error = call(server, "play", move=moves.split("\n")[0])
    assert not is_error and "The engine plays" in text and "To move: first" in text
    text, is_error = call(server, "play", move="a1-e5")
    assert is_error and text


def test_the_engine_leaves_a_second_move_of_one_side_to_the_model():
    server = Server()
    call(server, "new_game", game="dablot", level=1, fen="W:Wa3:Ba7")
    text, is_error = call(server, "play", move="combat")
    assert not is_error and "The engine plays" not in text and "To move: first" in text
    text, _ = call(server, "play", move="a3-a5")
    assert "The engine plays a7xa3" in text and "The game is over" in text


def test_a_seed_renames_points_and_pieces_and_hides_the_game():
    server, other = Server(), Server()
    text, _ = call(server, "new_game", game="lasca", seed=4)
    again, _ = call(other, "new_game", game="lasca", seed=4)
    assert text == again and "lasca" not in text.lower() and "a1" not in text
    assert text != call(other, "new_game", game="lasca", seed=5)[0]
    moves, _ = call(server, "legal_moves")
    first = moves.split("\n")[0]
    assert not any(point in first.split("-") for point in quirkat.Game("lasca").points)
    start = first.split("-")[0]
    text, is_error = call(server, "play", move=f"{start}-{start}")
    assert is_error and start in text
    assert call(server, "rules")[1]
    for _ in range(30):
        moves, _ = call(server, "legal_moves")
        if not moves:
            break
        assert not call(server, "play", move=moves.split("\n")[-1])[1]


def test_malformed_messages_are_refused():
    server = Server()
    for line, code in [("{", -32700), ("[]", -32600), ('{"id": 1, "method": "x"}', -32601), ("[" * 9999, -32700)]:
        assert json.loads(server.handle(line))["error"]["code"] == code
    for params in [{}, {"name": "play"}, {"name": "play", "arguments": {"move": "x", "y": 1}}, {"name": "play", "arguments": 5}]:
        message = {"id": 1, "method": "tools/call", "params": params}
        assert json.loads(server.handle(json.dumps(message)))["error"]["code"] == -32602
    assert call(server, "play", move=7)[1] and call(server, "new_game", game="chess")[1]
    call(server, "new_game", game="lasca", level=1)
    for arguments in [{"level": 99}, {"game": "chess"}, {"game": "\ud800"}, {"fen": "\ud800"}, {"level": 1, "seed": -1}]:
        assert call(server, "new_game", **{"game": "lasca", **arguments})[1]
    assert call(server, "play", move="\ud800")[1]
    assert "The engine plays" in call(server, "play", move="c3-b4")[0]
    assert server.handle('{"method": "notifications/initialized"}') is None


def test_the_server_speaks_on_standard_input():
    lines = [{"id": 1, "method": "initialize", "params": {}}, {"id": 2, "method": "tools/list"}]
    text = b"\xff\n" + "\n".join(json.dumps(line) for line in lines).encode()
    done = subprocess.run([sys.executable, "-m", "quirkat.mcp"], input=text, capture_output=True, check=True)
    malformed, first, second = map(json.loads, done.stdout.splitlines())
    assert malformed["error"]["code"] == -32700
    assert first["result"]["serverInfo"]["name"] == "quirkat" and len(second["result"]["tools"]) == 6
