"""Every variant as an AEC environment of PettingZoo.

`lasca_v0.env()` is the default variant of lasca, `lasca_lasca_v0.env()` a named one. `env(quirkat.Game(…))` takes house
rules and game files. `environments()` lists all names.
"""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import quirkat

__all__ = ["QuirkatAEC", "env", "environments", "raw_env"]

Observation = dict[str, NDArray[Any]]

_VERSION = "v0"
_AGENTS = ["player_0", "player_1"]
_RENDER_MODES = ["ansi", "svg"]


def environments() -> dict[str, str]:
    """Returns the title of the variant by the name of each environment."""
    names: dict[str, str] = {}
    for title in quirkat.variants():
        game, variant = title.split(":")
        names.setdefault(f"{game}_{_VERSION}".replace("-", "_"), title)
        names[f"{game}_{variant}_{_VERSION}".replace("-", "_")] = title
    return names


class QuirkatAEC(AECEnv[str, Observation, int]):
    """A game of two agents, who act point by point. Dice are thrown by the environment."""

    def __init__(
        self, game: quirkat.Game | str, *, max_turns: int = 1000, render_mode: str | None = None, name: str | None = None
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in _RENDER_MODES:
            raise quirkat.QuirkatError(f"render_mode cannot be `{render_mode}`; allowed: {', '.join(_RENDER_MODES)}")
        self.game = quirkat.Game(game) if isinstance(game, str) else game
        self.max_turns = max_turns
        self.render_mode = render_mode
        self.metadata = {
            "name": name or f"{self.game.title.replace(':', '_').replace('-', '_')}_{_VERSION}",
            "render_modes": _RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = _AGENTS[:]
        spaces = gymnasium.spaces
        # The types of dictionaries are invariant: pyright wants the exact types of the base class.
        self.observation_spaces = {  # pyright: ignore[reportAttributeAccessIssue]
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
                }
            )
            for agent in _AGENTS
        }
        self.action_spaces = {  # pyright: ignore[reportAttributeAccessIssue]
            agent: spaces.Discrete(self.game.num_actions) for agent in _AGENTS
        }
        self._dice = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game. The option `fen` sets the position."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.state_of_game = self.game.state((options or {}).get("fen"), max_turns=self.max_turns)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = _AGENTS[0]
        self._go_on()

    def _go_on(self) -> None:
        """Throws the dice, and selects the next agent or ends the game."""
        state = self.state_of_game
        while state.is_chance_node:
            state.apply(int(self._dice.choice(state.legal_actions())))
        if not state.is_terminal:
            self.agent_selection = _AGENTS[state.current_player]
            return
        for agent, value in zip(_AGENTS, state.returns()):
            self.rewards[agent] = int(value)
            self.terminations[agent] = not state.is_truncated
            self.truncations[agent] = state.is_truncated

    def step(self, action: int | None) -> None:
        """Enters the action of the selected agent. An illegal action raises `IllegalAction` and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            # PettingZoo wants None here, against its annotation.
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]
            return
        if action is None:
            raise quirkat.IllegalAction("None is no action while the game goes on")
        self.state_of_game.apply(int(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()
        if self.state_of_game.is_terminal:
            self.agent_selection = _AGENTS[0]

    def observe(self, agent: str) -> Observation:
        """Returns the planes as the agent sees them. Only the selected agent has legal actions."""
        state, player = self.state_of_game, _AGENTS.index(agent)
        is_to_act = state.current_player == player
        mask = state.mask() if is_to_act else np.zeros(self.game.num_actions, np.int8)
        return {"observation": state.observation(player), "action_mask": mask}

    def render(self) -> str | None:
        """Returns the board as characters (`ansi`) or as a picture (`svg`)."""
        if self.render_mode is None:
            gymnasium.logger.warn("no render_mode was given, so render() draws nothing")
            return None
        board = self.state_of_game.board()
        return board.svg() if self.render_mode == "svg" else str(board)

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""


def raw_env(game: quirkat.Game | str, **options: Any) -> QuirkatAEC:
    """Returns the environment without wrappers."""
    return QuirkatAEC(game, **options)


def env(game: quirkat.Game | str, **options: Any) -> AECEnv[str, Observation, int]:
    """Returns the environment with the wrapper that checks the order of calls."""
    return wrappers.OrderEnforcingWrapper(QuirkatAEC(game, **options))


def __getattr__(name: str) -> SimpleNamespace:
    title = environments().get(name) if name.endswith(f"_{_VERSION}") else None
    if title is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return SimpleNamespace(env=partial(env, title, name=name), raw_env=partial(raw_env, title, name=name))


def __dir__() -> list[str]:
    return [*__all__, *environments()]
