"""One game as an AEC environment. The kernel plays; the rules engine behind it renders text and pictures."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from hanamachi.adapters.actions import BadAction, actions, is_id
from hanamachi.adapters.boards import new_board
from hanamachi.adapters.boards.board import NOBODY
from hanamachi.adapters.lockstep import Chance, LockstepGame
from hanamachi.adapters.picture import picture
from hanamachi.adapters.setting import limit, sentence, setting
from hanamachi.adapters.tensors import layout
from hanamachi.core.words import Refusal

LEAST, MOST = -1, 127  # bounds of a number in an observation


class GameEnv(AECEnv):
    """A game of PettingZoo. Keywords are the game's options, `seats`, and `max_plies` (decisions; then it
    truncates).

    A pickled or copied game resumes at the same state: it consists of arrays and plain values.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 PettingZoo's own way
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        max_plies: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        AECEnv.__init__(self)
        if render_mode not in (None, *self.metadata["render_modes"]):
            known = self.metadata["render_modes"]
            raise ValueError(f"There is no render mode {render_mode}. There are: {', '.join(known)}.")
        try:
            self.setting, self.max_plies = setting(game, seats, options), limit(max_plies)
        except Refusal as refusal:
            raise ValueError(sentence(refusal)) from refusal
        self.metadata = {**self.metadata, "name": f"{game}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.setting.seats)]
        self.agents = list(self.possible_agents)
        self._make_spaces(layout(self.setting).size, len(actions(self.setting)))
        self._board = new_board(self.setting, 1)
        self._chances: Any = None
        self._lockstep: LockstepGame | None = None

    def _make_spaces(self, size: int, count: int) -> None:
        seen = spaces.Dict(
            {
                "observation": spaces.Box(LEAST, MOST, (size,), np.int8),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._ids, self._ends = np.zeros(1, np.int64), np.zeros(1, np.int8)
        self._rewards = np.zeros((1, len(self.possible_agents)), np.float32)
        self._seen_shape, self._mask_shape = (1, size), (1, count)
        self._none = np.zeros(count, np.int8)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self._chances is None:
            self._chances, _ = seeding.np_random(seed)
        word = self._chances.integers(1 << 63, size=1, dtype=np.uint64)
        self._word, self._lockstep, self._story = int(word[0]), None, list[int]()
        self._board.begin(word)
        self._plies = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._none} for agent in self.agents}
        self._skip_agent_selection = None
        self._turn()

    def _turn(self) -> None:
        """Compute the observation and mask of the agent to decide, in new arrays that it may keep."""
        self._observation, self._mask = (
            np.empty(self._seen_shape, np.int8),
            np.empty(self._mask_shape, np.int8),
        )
        self._board.look(self._observation, self._mask)
        actor = int(self._board.actors[0])
        self.agent_selection = self.possible_agents[max(actor, 0)]
        if actor != NOBODY:
            self.infos[self.agent_selection] = {"action_mask": self._mask[0]}

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Return an agent's observation and action mask. The mask is empty if it is not the agent's turn."""
        seat = self._seats[agent]
        if seat == self._board.actors[0]:
            return {"observation": self._observation[0], "action_mask": self._mask[0]}
        observation = np.empty(self._seen_shape, np.int8)
        self._board.see(seat, observation)
        return {"observation": observation[0], "action_mask": self._none.copy()}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError(sentence(BadAction("game_over")))
            self._was_dead_step(action)
            return
        self._take(action)
        self.infos[agent] = {"action_mask": self._none}
        self._cumulative_rewards[agent] = 0.0
        self._plies += 1
        self._board.step(self._ids, self._rewards, self._ends)
        self._turn()
        if self._ends[0] or self._plies == self.max_plies:
            self._end()
        if self.render_mode == "human":
            self.render()

    def _take(self, action: Any) -> None:
        """Take a legal action. Raise ValueError, without any change, for another."""
        _, count = self._mask_shape
        if not is_id(action, count):
            raise ValueError(sentence(BadAction("no_action_id", id=str(action), most=count - 1)))
        if not self._mask[0, action]:
            allowed = int(self._mask.sum())
            raise ValueError(sentence(BadAction("masked_action", id=str(action), n=allowed)))
        self._ids[0] = action
        self._story.append(int(action))

    def _end(self) -> None:
        over = bool(self._ends[0])
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)
        self.rewards = dict(zip(self.agents, self._rewards[0].tolist(), strict=True))
        self._accumulate_rewards()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the table as the player to move sees it, or at the end as spectators do."""
        text = self._table()
        if self.render_mode == "human":
            print(text)
        return (
            text if self.render_mode == "ansi" else picture(text) if self.render_mode == "rgb_array" else None
        )

    def _table(self) -> str:
        """Return the table as text. The rules engine replays the actions only when this is called."""
        if self._lockstep is None:
            self._lockstep = LockstepGame(self.setting, Chance(self.setting.name, self._word))
        for action in self._story:
            self._lockstep.play(action)
        self._story.clear()
        state, text = self._lockstep.state, self.setting.game.text
        names = [agent.replace("_", " ") for agent in self.possible_agents]
        return text.table(state.view(state.actor), text.words("en"), names)

    def close(self) -> None:
        """Do nothing: no resource is open."""


def make_env(game: str, **keywords: Any) -> Any:
    """Return the environment wrapped as PettingZoo's own are, so that calls out of order are refused."""
    return OrderEnforcingWrapper(GameEnv(game, **keywords))
