"""RLCard's agents as players of this package (docs/agents.md).

RLCard itself is needed for its rule agent alone.
"""

from __future__ import annotations

import operator
from typing import Any, Protocol

from .._core.rlcard import SPACE, state_after
from .._core.values import PASS, Move
from ..agents.protocol import Agent
from ..arguments import seed_number, shown
from ..errors import IllegalPlay, InvalidArgument
from ..game.actions import Action, Discard
from ..game.observation import Observation
from ._observed import other_phases, seen, to_beat
from ._streams import Streams
from .rlcard import State


class EvaluatingAgent(Protocol):
    """What is asked of an agent of RLCard: texts for actions where ``use_raw``, else ids."""

    use_raw: bool

    def eval_step(self, state: State) -> tuple[Any, Any]:
        """An action, and whatever the agent tells about it."""


def seat(agent: EvaluatingAgent, name: str | None = None, seed: int | None = None) -> Agent:
    """The agent as a player, called ``name``, or after its class.

    It never bids and discards nothing: RLCard knows neither. With a ``seed`` (32 bits)
    what it draws from NumPy and ``random`` comes from streams of its own, so that it
    plays the same again. Where somebody makes a play that RLCard has not, it passes;
    ``unanswered`` of the player says how often. Raises :class:`InvalidArgument` for what is
    no agent.

    >>> class First:
    ...     use_raw = False
    ...     def eval_step(self, state):
    ...         return next(iter(state["legal_actions"])), {}
    >>> import ddz_core as ddz
    >>> game = ddz.Game(ddz.Table(auction="none", first_bidder=0), deal=7)
    >>> player = seat(First())
    >>> player.name, str(player.act(game.observation(0)))
    ('First', '3:solo:1:3')
    """
    if not callable(getattr(agent, "eval_step", None)) or not hasattr(agent, "use_raw"):
        raise InvalidArgument(
            f"an agent of RLCard has use_raw and eval_step(state), which {shown(agent)} has not"
        )
    return _Seated(agent, name or type(agent).__name__, Streams(seed))


def rule_agent(seed: int) -> Agent:
    """The player ``rlcard:rule``: RLCard's rule agent.

    Raises :class:`InvalidArgument` where RLCard is not installed or the seed is no number of
    64 bits.
    """
    try:
        from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1
    except (ImportError, ValueError) as error:
        # RLCard raises ValueError when it is imported again after that failed.
        raise InvalidArgument(
            f"the player 'rlcard:rule' is RLCard's: pip install rlcard ({error})"
        ) from error
    return seat(DouDizhuRuleAgentV1(), "rlcard:rule", seed_number(seed) & 0xFFFFFFFF)


class NoState(InvalidArgument):
    """A play stands that RLCard has not: it cannot say what beats it."""


def state_of(observation: Observation) -> State:
    """What RLCard would show the seat that is to play: its state, made of this alone.

    Seats count from the landlord, who is 0 in RLCard. Where the table has other rules
    than RLCard, the legal actions are those that both have. Raises :class:`NoState`
    where the play to beat is none of RLCard's, and :class:`InvalidArgument` for another
    phase, another seat's turn, two players, and for an observation that no game comes to.
    """
    known = seen(observation, "RLCard")
    moves = [_as_rlcard_reads(move) for move in known.moves]
    last = to_beat(known.moves)
    if last is not None and SPACE.index.id_of(_as_rlcard_reads(last)) < 0:
        raise NoState(f"RLCard has no play {last}: its rules are others")
    hands = [hand.packed for hand in known.hands]
    state = state_after(hands, known.bottom.packed, moves, known.own)
    if observation.table.rules != SPACE.rules:
        _leave_out(state, observation)
    return state


def _as_rlcard_reads(move: Move) -> Move:
    """The move; of cards that RLCard reads in another way its own."""
    if move == PASS or SPACE.index.id_of(move) >= 0:
        return move
    try:
        return SPACE.move_of(SPACE.id_of(str(move.cards)))
    except IllegalPlay:
        return move


def _leave_out(state: State, observation: Observation) -> None:
    """Leaves out of the legal actions what this table does not allow."""
    legal = {_text(action) for action in observation.legal_actions}
    kept = [text in legal for text in state["raw_legal_actions"]]
    actions = zip(state["legal_actions"].items(), kept, strict=True)
    state["legal_actions"] = dict(action for action, keep in actions if keep)
    for where, key in ((state, "raw_legal_actions"), (state["raw_obs"], "actions")):
        where[key] = [text for text, keep in zip(where[key], kept, strict=True) if keep]


def _text(action: Action) -> str:
    """The action as RLCard writes it."""
    return str(action.cards) if isinstance(action, Move) and action != PASS else "pass"


class _Seated:
    """A player that asks an agent of RLCard."""

    def __init__(self, agent: EvaluatingAgent, name: str, streams: Streams) -> None:
        self.name = name
        self.unanswered = 0
        """How often it has passed since RLCard has not the play to beat."""
        self._agent = agent
        self._streams = streams

    def act(self, observation: Observation) -> Action:
        """What the agent plays; raises :class:`InvalidArgument` where it is not legal."""
        if observation.phase == "discard":
            return Discard()
        if observation.phase != "play":
            return other_phases(observation)
        try:
            state = state_of(observation)
        except NoState:
            self.unanswered += 1
            return PASS
        with self._streams.used():
            action, _ = self._agent.eval_step(state)
        text = action if self._agent.use_raw else _text(SPACE.move_of(operator.index(action)))
        meant = [legal for legal in observation.legal_actions if _text(legal) == text]
        if not meant:
            raise InvalidArgument(f"{self.name} takes {shown(action)}, which is not legal now")
        # Of several readings the one with the longest body, as RLCard reads cards.
        return max(meant, key=lambda move: move.length if isinstance(move, Move) else 0)
