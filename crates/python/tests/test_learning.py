"""The learning encoding, states and vectors of games."""

import copy
import os
import pickle
from pathlib import Path

import numpy as np
import pytest
from conftest import TITLES, play_randomly

import quirkat


def test_a_state_is_entered_undone_and_serialised(title, chance):
    game = quirkat.Game(title)
    state = game.state(max_turns=15)
    assert len(game.planes) == game.observation_shape[0] and len(set(game.cells)) == len(game.points)
    play_randomly(state, chance)
    for player in (0, 1):
        planes = state.observation(player)
        assert planes.shape == game.observation_shape and planes.dtype == np.float32
        assert 0 <= planes.min() and planes.max() <= 1
    assert state.legal_actions() == [] and state.mask().sum() == 0 and sum(state.returns()) == 0
    for other in (pickle.loads(pickle.dumps(state)), quirkat.State.deserialize(game, state.serialize()), copy.copy(state)):
        assert other == state and other.fen == state.fen and other.returns() == state.returns()
    assert state.board().fen == state.fen
    again = state.board().state(max_turns=15)
    assert (again.fen, again.returns()) == (state.fen, state.returns())
    names = [state.action_to_string(action) for action in state.actions]
    assert [state.string_to_action(name) for name in names] == state.actions
    while state.actions:
        state.undo()
        assert state.legal_actions() == [int(action) for action in np.flatnonzero(state.mask())]
    assert state == game.state(max_turns=15) != game.state(max_turns=16)


def test_a_board_of_a_state_follows_actions_that_are_taken_back(chosen, chance):
    game = quirkat.Game(chosen)
    state = game.state(max_turns=30)
    for _ in range(60):
        if state.is_terminal or (state.actions and chance.random() < 0.4):
            state.undo()
        else:
            state.apply(chance.choice(state.legal_actions()))
        board, again = state.board(), quirkat.State.deserialize(game, state.serialize()).board()
        assert board == again and [str(move) for move in board.history] == [str(move) for move in again.history]


def test_a_state_plays_whole_moves():
    state = quirkat.Game("alquerque").state()
    assert state.play("b2-c3") == 2 and state.current_player == 1
    assert state.play(state.board().legal_moves[0]) >= 2
    with pytest.raises(quirkat.IllegalMove):
        state.play("a1-e5")
    state.apply(state.legal_actions()[0])
    with pytest.raises(quirkat.IllegalMove, match="in part"):
        state.play("b2-c3")


def test_dice_are_thrown_by_chance(chance):
    games = [title for title in TITLES if quirkat.Game(title).has_dice]
    assert games
    for title in games:
        state = quirkat.Game(title).state()
        throws = play_until_chance(state, chance).chance_outcomes()
        assert len(throws) == 216 and abs(sum(probability for _, probability in throws) - 1) < 1e-9
        assert state.current_player == -1 and state.action_to_string(throws[0][0]) == "roll 111"


def play_until_chance(state, chance):
    while not state.is_chance_node:
        state.apply(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("threads", [1, 3])
def test_a_vector_of_games_equals_its_states(threads, title):
    game = quirkat.Game(title)
    if threads > 1 and game.has_dice:
        pytest.skip("the dice of a vector are its own")
    n = 200 if threads > 1 else 3
    env = quirkat.VecEnv(game, n, threads=threads, max_turns=6, seed=5)
    states = [game.state(max_turns=6) for _ in range(n)]
    assert len(env) == n and env.masks.shape == (n, game.num_actions)
    for _ in range(12 if threads > 1 else 30):
        actions = env.sample()
        if not game.has_dice:
            for index, state in enumerate(states):
                assert (env.masks[index] == state.mask().astype(bool)).all()
                assert env.players[index] == state.current_player
                if index % 20 == 0:
                    assert (env.observations[index] == state.observation(state.current_player)).all()
                state.apply(int(actions[index]))
        env.step(actions)
        if not game.has_dice:
            for index, state in enumerate(states):
                ended = state.is_terminal
                assert ended == (env.terminated[index] or env.truncated[index])
                assert env.rewards[index].tolist() == state.returns()
                if ended:
                    states[index] = game.state(max_turns=6)
        assert all(env.masks.any(axis=1))


def test_an_illegal_action_in_a_vector_changes_no_game():
    env = quirkat.VecEnv("lasca", 4)
    masks = env.masks.copy()
    actions = env.sample().copy()
    actions[2] = 999
    with pytest.raises(quirkat.IllegalAction, match="game 2: 999 is no action"):
        env.step(actions)
    actions[2] = int(np.flatnonzero(~env.masks[2])[0])
    with pytest.raises(quirkat.IllegalAction, match="game 2: action"):
        env.step(actions)
    with pytest.raises(quirkat.QuirkatError, match="3 actions for 4 games"):
        env.step(actions[:3].copy())
    assert (env.masks == masks).all()
    env.reset(seed=1)
    first = env.sample().copy()
    env.reset(seed=1)
    assert (env.sample() == first).all() and env.board(0) == quirkat.Game("lasca").board()


@pytest.mark.parametrize("name", ["masks", "players", "rewards", "terminated", "truncated", "observations"])
def test_a_vector_refuses_arrays_that_cannot_be_written(name):
    env = quirkat.VecEnv("lasca", 4)
    actions, board = env.sample().copy(), env.board(0)
    getattr(env, name).setflags(write=False)
    with pytest.raises(quirkat.QuirkatError, match="cannot be written"):
        env.step(actions)
    getattr(env, name).setflags(write=True)
    getattr(env, name).resize((1,), refcheck=False)
    with pytest.raises(quirkat.QuirkatError, match=f"`{name}` has been resized; allowed: "):
        env.step(actions)
    assert env.board(0) == board


def test_a_vector_may_step_by_the_array_of_its_sample():
    env = quirkat.VecEnv("lasca", 4)
    env.step(env.sample())
    sampled = env.sample()
    sampled.setflags(write=False)
    with pytest.raises(quirkat.QuirkatError, match="cannot be written"):
        env.sample()


PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
STEPS = 16
LISTED = 8


def playthrough(title):
    """A short game by a fixed choice, one line an action: player, legal actions, choice, sums of both observations."""
    game = quirkat.Game(title)
    lines = [f"{title}, encoding {quirkat.ENCODING_VERSION}", f"{game.num_actions} actions", f"shape {game.observation_shape}"]
    lines += [f"planes {', '.join(game.planes)}", ""]
    state = game.state()
    for step in range(STEPS):
        legal = state.legal_actions()
        if not legal:
            break
        chosen = legal[(7 * step + 3) % len(legal)]
        names = [state.action_to_string(action) for action in legal]
        more = f" … {len(names)}" if len(names) > LISTED else ""
        sums = [f"{float(state.observation(player).astype(np.float64).sum()):.3f}" for player in (0, 1)]
        lines.append(f"{state.current_player}: {' '.join(names[:LISTED])}{more} → {state.action_to_string(chosen)} | {' '.join(sums)}")
        state.apply(chosen)
    return "\n".join([*lines, str(state), ""])


def test_a_playthrough_stays_as_it_was(title):
    path = PLAYTHROUGHS / f"{title.replace(':', '.')}.txt"
    found = playthrough(title)
    if os.environ.get("QUIRKAT_BLESS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")


def test_the_reference_lists_the_size_of_every_encoding():
    """Writes the table with QUIRKAT_BLESS."""
    path = Path(__file__).parents[3] / "docs" / "reference" / "python.md"
    rows = ["| variant | actions | observation |", "|---|---|---|"]
    for title in TITLES:
        game = quirkat.Game(title)
        rows.append(f"| {title} | {game.num_actions} | {' × '.join(map(str, game.observation_shape))} |")
    text = path.read_text(encoding="utf-8")
    begin, end = (text.index(f"<!-- {word} of the table -->") for word in ("begin", "end"))
    begin += len("<!-- begin of the table -->\n")
    table = "\n" + "\n".join(rows) + "\n\n"
    if os.environ.get("QUIRKAT_BLESS"):
        path.write_text(text[:begin] + table + text[end:], encoding="utf-8")
    else:
        assert text[begin:end] == table
