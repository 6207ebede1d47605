"""Every variant as a game of OpenSpiel.

Importing this module registers them: `pyspiel.load_game("quirkat_lasca_lasca")`. The name is `quirkat_`, the game and the
variant; `name_of` computes it. The game `quirkat` takes any game by parameters, house rules and game files included:
`pyspiel.load_game("quirkat", {"game": "lasca", "rules": "choice=free"})`.
"""

# pyspiel has no types.
# pyright: reportUnknownMemberType=false, reportUnknownParameterType=false, reportUnknownVariableType=false
# pyright: reportUntypedBaseClass=false

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

import quirkat

__all__ = ["QuirkatGame", "QuirkatState", "name_of"]

_PLAYERS = 2
_THROWS = 216
_MAX_TURNS = 1000


def name_of(title: str) -> str:
    """Returns the name under which a variant is registered: `quirkat_bagh_chal_nepal` for `bagh-chal:nepal`."""
    return "quirkat_" + title.replace(":", "_").replace("-", "_")


def _game_type(name: str, title: str, has_dice: bool, parameters: dict[str, Any]) -> pyspiel.GameType:
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Quirkat {title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if has_dice else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=_PLAYERS,
        min_num_players=_PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class QuirkatGame(pyspiel.Game):
    """A variant. Subclasses set its title; without one, the parameters name it."""

    title: str | None = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.max_turns = int(params.get("max_turns", _MAX_TURNS))
        title = self.title or params.get("game", "alquerque")
        rules = [rule for rule in str(params.get("rules", "")).split() if rule]
        path, variant = params.get("path", ""), params.get("variant", "")
        if path:
            self.game = quirkat.Game(variant or None, rules=rules, path=path)
        else:
            self.game = quirkat.Game(f"{title}:{variant}" if variant else title, rules=rules)
        name = name_of(self.title) if self.title else "quirkat"
        # OpenSpiel numbers the outcomes of chance from 0, apart from the actions of players.
        self.first_throw = self.game.num_actions - (_THROWS if self.game.has_dice else 0)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.first_throw,
            max_chance_outcomes=_THROWS if self.game.has_dice else 0,
            num_players=_PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_turns * self.game.max_turn_actions,
        )
        specification = _VARIANT_PARAMETERS if self.title else _ANY_PARAMETERS
        super().__init__(_game_type(name, self.game.title, self.game.has_dice, specification), info, params)
        self.start = self.game.state(max_turns=self.max_turns)

    def new_initial_state(self, state: Any = None) -> QuirkatState:
        """Returns the state at the start, or the state of a struct."""
        return QuirkatState(self, state)

    def max_chance_nodes_in_history(self) -> int:
        return self.max_turns if self.game.has_dice else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.game, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class QuirkatState(pyspiel.State):
    """A state. `state` is the `quirkat.State` that it wraps."""

    def __init__(self, game: QuirkatGame, struct: Any = None) -> None:
        super().__init__(game)
        self.first_throw = game.first_throw
        if struct is None:
            self.state = game.start.clone()
            return
        values = struct.to_dict() if isinstance(struct, pyspiel.StateStruct) else struct
        try:
            self.state = game.game.state(values["start"], max_turns=game.max_turns)
            for name in values["actions"]:
                self.state.apply(self.state.string_to_action(name))
        except (KeyError, TypeError) as error:
            raise quirkat.QuirkatError(f"invalid struct: {error}; allowed: start, actions") from error
        self._start = values["start"]

    def current_player(self) -> int:
        return self.state.current_player

    def _offset(self, player: int) -> int:
        """Number of the action of a player that OpenSpiel numbers 0."""
        return self.first_throw if player == pyspiel.PlayerId.CHANCE else 0

    def _legal_actions(self, player: int) -> list[int]:
        return [action - self._offset(player) for action in self.state.legal_actions()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(action - self.first_throw, probability) for action, probability in self.state.chance_outcomes()]

    def _apply_action(self, action: int) -> None:
        self.state.apply(action + self._offset(self.state.current_player))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(action + self._offset(player))

    def is_terminal(self) -> bool:
        return self.state.is_terminal

    def returns(self) -> list[float]:
        return self.state.returns()

    def __str__(self) -> str:
        return str(self.state)

    def _to_struct(self) -> dict[str, Any]:
        names = [self.state.action_to_string(action) for action in self.state.actions]
        return {
            "game": self.state.game.title,
            "start": getattr(self, "_start", self.state.game.start_fen),
            "actions": names,
            "position": self.state.fen,
            "current_player": self.state.current_player,
        }

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self._to_struct()

    def _action_to_struct(self, player: int, action: int) -> dict[str, str]:
        return {"action": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, str]) -> list[int]:
        return [self.state.string_to_action(struct["action"]) - self._offset(self.state.current_player)]


class _Observer:
    """Observation planes in the form that OpenSpiel expects."""

    def __init__(self, game: quirkat.Game, params: dict[str, Any] | None) -> None:
        if params:
            raise quirkat.QuirkatError(f"an observer takes no parameters; found {sorted(params)}")
        self.tensor = np.zeros(int(np.prod(game.observation_shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.observation_shape)}

    def set_from(self, state: QuirkatState, player: int) -> None:
        self.dict["observation"][:] = state.state.observation(player)

    def string_from(self, state: QuirkatState, player: int) -> str:
        return str(state)


_VARIANT_PARAMETERS = {"max_turns": _MAX_TURNS}
_ANY_PARAMETERS = {"max_turns": _MAX_TURNS, "game": "alquerque", "rules": "", "path": "", "variant": ""}


def _register() -> None:
    for title in quirkat.variants():
        subclass = type("QuirkatGame", (QuirkatGame,), {"title": title})
        has_dice = quirkat.Game(title).has_dice
        pyspiel.register_game(_game_type(name_of(title), title, has_dice, _VARIANT_PARAMETERS), subclass)
    pyspiel.register_game(_game_type("quirkat", "any game", False, _ANY_PARAMETERS), QuirkatGame)


_register()
