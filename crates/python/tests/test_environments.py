"""The tests of PettingZoo, OpenSpiel and Gymnasium themselves."""

import random
import unittest

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quirkat

MAX_TURNS = 40
LIMITED = {"max_turns": MAX_TURNS}

pyspiel = pytest.importorskip("pyspiel")
pettingzoo_test = pytest.importorskip("pettingzoo.test")

from open_spiel.integration_tests import api_test as openspiel_api  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402

import quirkat.gymnasium  # noqa: E402
import quirkat.openspiel  # noqa: E402
import quirkat.pettingzoo  # noqa: E402


def test_pettingzoo_accepts_the_environment(chosen, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def env():
        return quirkat.pettingzoo.env(chosen, max_turns=MAX_TURNS)

    pettingzoo_test.api_test(env(), num_cycles=200, verbose_progress=False)
    pettingzoo_test.seed_test(env, num_cycles=20)
    pettingzoo_test.test_save_obs(env())


def test_pettingzoo_names_every_variant():
    names = quirkat.pettingzoo.environments()
    assert set(names.values()) == set(quirkat.variants())
    env = quirkat.pettingzoo.lasca_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert env.metadata["name"] == "lasca_v0" and "\n" in env.render()
    with pytest.raises(AttributeError):
        quirkat.pettingzoo.chess_v0
    fen = env.unwrapped.state_of_game.fen
    with pytest.raises(quirkat.IllegalAction):
        env.step(env.unwrapped.game.num_actions + 7)
    assert env.unwrapped.state_of_game.fen == fen


def test_openspiel_simulates_the_game(chosen):
    game = pyspiel.load_game(quirkat.openspiel.name_of(chosen), LIMITED)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_openspiel_enforces_its_api(chosen):
    name = quirkat.openspiel.name_of(chosen)
    game = pyspiel.load_game(name, LIMITED)
    case = type("Case", (openspiel_api.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 4
    assert not result.errors and not result.failures, (result.errors + result.failures)[0][1]


def test_openspiel_structs_and_parameters():
    game = pyspiel.load_game("quirkat", {"game": "lasca", "rules": "choice=free", "max_turns": 20})
    assert game.game == quirkat.Game("lasca", rules={"choice": "free"})
    assert pyspiel.load_game("quirkat", {"game": "fanorona", "variant": "dimyand"}).game.title == "fanorona:dimyand"
    state = game.new_initial_state()
    chance = random.Random(1)
    for _ in range(6):
        state.apply_action(chance.choice(state.legal_actions()))
    again = game.new_initial_state(state.to_struct())
    assert again.state == state.state and str(again) == str(state)
    action = state.legal_actions()[0]
    struct = state.action_to_struct(state.current_player(), action)
    assert state.struct_to_actions(struct) == [action]
    with pytest.raises(Exception, match="is no action|is not legal|not legal"):
        state.apply_action_with_legality_check(4000)


@pytest.mark.parametrize("name", ["lasca", "buruj", "konane", "bagh-chal"])
def test_openspiels_mcts_plays_to_the_end(name):
    title = next(title for title in quirkat.variants() if title.startswith(f"{name}:"))
    game = pyspiel.load_game(quirkat.openspiel.name_of(title), LIMITED)
    rollout = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 2, rollout, random_state=np.random.RandomState(2))
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert state.is_terminal() and sum(state.returns()) == 0


def test_gymnasium_accepts_the_environment(chosen):
    env = quirkat.gymnasium.QuirkatEnv(chosen, level=1, nodes=100, max_turns=MAX_TURNS, render_mode="ansi")
    check_env(env, skip_render_check=False)


def test_the_engine_answers_in_gymnasium(chance):
    env = quirkat.gymnasium.QuirkatEnv("lasca", side=None, nodes=100, illegal_reward=None)
    observation, _ = env.reset(seed=3)
    with pytest.raises(quirkat.IllegalAction):
        env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    is_over = False
    while not is_over:
        action = chance.choice(np.flatnonzero(observation["action_mask"]).tolist())
        observation, reward, terminated, truncated, _ = env.step(action)
        is_over = terminated or truncated
    assert reward in (-1, 0, 1)
    assert isinstance(env.action_space, gymnasium.spaces.Discrete)
