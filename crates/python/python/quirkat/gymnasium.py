"""A variant as a Gymnasium environment of one player against a level of the engine."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import quirkat

__all__ = ["QuirkatEnv"]

Observation = dict[str, NDArray[Any]]

_SIDES = {"first": 0, "second": 1}


class QuirkatEnv(gymnasium.Env[Any, Any]):
    """One player enters turns point by point; the engine answers.

    `side` is `first`, `second` or `None`, which draws lots at each reset. The engine searches `nodes` positions at most. The
    reward is 1 for a win, −1 for a loss, else 0. An illegal action changes nothing: it costs `illegal_reward`, and
    `info["illegal"]` has the reason. With `illegal_reward=None` it raises `IllegalAction`.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 2}

    def __init__(
        self,
        game: quirkat.Game | str,
        *,
        level: int = 1,
        side: str | None = "first",
        nodes: int = 10_000,
        max_turns: int = 1000,
        illegal_reward: float | None = -0.1,
        render_mode: str | None = None,
    ) -> None:
        if side is not None and side not in _SIDES:
            raise quirkat.QuirkatError(f"side cannot be `{side}`; allowed: first, second, None")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise quirkat.QuirkatError(f"render_mode cannot be `{render_mode}`; allowed: ansi, svg")
        self.game = quirkat.Game(game) if isinstance(game, str) else game
        self.level, self.side, self.nodes, self.max_turns = level, side, nodes, max_turns
        self.illegal_reward, self.render_mode = illegal_reward, render_mode
        spaces = gymnasium.spaces
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.game.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a game. The option `fen` sets the position."""
        super().reset(seed=seed)
        self.player = _SIDES[self.side] if self.side else int(self.np_random.integers(2))
        self.state = self.game.state((options or {}).get("fen"), max_turns=self.max_turns)
        self._engine = quirkat.Engine(self.level, memory=1, seed=int(self.np_random.integers(2**32)))
        self._answer()
        return self._observation(), {}

    def _answer(self) -> None:
        """Plays the turns of the engine and throws the dice."""
        while not self.state.is_terminal and self.state.current_player != self.player:
            if self.state.is_chance_node:
                self.state.apply(int(self.np_random.choice(self.state.legal_actions())))
                continue
            move = self._engine.play(self.state.board(), nodes=self.nodes)
            assert move is not None, "the game goes on"
            self.state.play(move)

    def _observation(self) -> Observation:
        is_to_act = self.state.current_player == self.player
        mask = self.state.mask() if is_to_act else np.zeros(self.game.num_actions, np.int8)
        return {"observation": self.state.observation(self.player), "action_mask": mask}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Enters an action, and plays the engine's answer if it completes the turn."""
        info: dict[str, Any] = {}
        reward = 0.0
        try:
            self.state.apply(int(action))
        except quirkat.IllegalAction as refused:
            if self.illegal_reward is None:
                raise
            reward, info = self.illegal_reward, {"illegal": str(refused)}
        else:
            self._answer()
            reward = float(self.state.returns()[self.player])
        is_over = self.state.is_terminal and not self.state.is_truncated
        return self._observation(), reward, is_over, self.state.is_truncated, info

    def render(self) -> str | None:
        """Returns the board as characters (`ansi`) or as a picture (`svg`)."""
        if self.render_mode is None:
            return None
        board = self.state.board()
        return board.svg(side="second" if self.player else "first") if self.render_mode == "svg" else str(board)
