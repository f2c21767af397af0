"""RLCard's agents as players of this package (docs/agents.md).

RLCard itself is needed for its rule agent alone.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import numpy as np

from .._core.public_cards import put_down
from .._core.rlcard import SPACE, state_after
from .._core.values import PASS, Hand, Move
from ..agents.protocol import Agent
from ..errors import IllegalPlay, InvalidArgument
from ..game.actions import Action, Discard
from ..game.game import DECK
from ..game.observation import Observation
from .rlcard import State

_SEATS = 3


class EvaluatingAgent(Protocol):
    """What is asked of an agent of RLCard: texts for actions where ``use_raw``, else ids."""

    use_raw: bool

    def eval_step(self, state: State) -> tuple[Any, Any]:
        """An action, and whatever the agent tells about it."""


def seat(agent: EvaluatingAgent, name: str | None = None, seed: int | None = None) -> Agent:
    """The agent as a player, called ``name``, or after its class.

    It never bids and lays nothing off: RLCard knows neither. With a ``seed`` (32 bits)
    what it draws from NumPy and ``random`` comes from streams of its own, so that it
    plays the same again.

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
    return _Seated(agent, name or type(agent).__name__, seed)


def rule_agent(seed: int) -> Agent:
    """The player ``rlcard:rule``: RLCard's rule agent.

    Raises :class:`InvalidArgument` where RLCard is not installed.
    """
    try:
        from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1
    except ImportError as error:
        raise InvalidArgument(
            f"the player 'rlcard:rule' is RLCard's: pip install rlcard ({error})"
        ) from error
    return seat(DouDizhuRuleAgentV1(), "rlcard:rule", seed & 0xFFFFFFFF)


def state_of(observation: Observation) -> State:
    """What RLCard would show the seat that is to play: its state, made of this alone.

    Seats count from the landlord, who is 0 in RLCard. Where the table has other rules
    than RLCard, the legal actions are those that both have. Raises
    :class:`InvalidArgument` for another phase, another seat's turn, two players, and a
    play that RLCard has not.
    """
    if observation.table.players != _SEATS or observation.phase != "play":
        raise InvalidArgument(
            f"RLCard's states are of the play phase of {_SEATS} players, not of the"
            f" {observation.phase} phase of {observation.table.players}"
        )
    if observation.seat != observation.turn:
        # To others RLCard shows the legal actions of the one to act: a hidden hand's.
        raise InvalidArgument(f"seat {observation.seat} is not to act, but seat {observation.turn}")
    assert observation.landlord is not None
    assert observation.bottom is not None
    own = (observation.seat - observation.landlord) % _SEATS
    bottom = observation.bottom
    for discarded in observation.discards:
        if discarded.seat == observation.landlord:
            bottom = put_down(DECK, bottom, _discarded(discarded.action), True)[1]
    ids = [_id_of(made.action) for made in observation.plays]
    state = state_after([hand.packed for hand in _dealt(observation)], bottom.packed, ids, own)
    if observation.table.rules != SPACE.rules:
        _leave_out(state, observation)
    return state


def _dealt(observation: Observation) -> list[Hand]:
    """Hands from which the plays so far can have been made, the landlord's first.

    What the other two hold is known of both together: how it is shared out here is
    arbitrary, and does not show in the state.
    """
    landlord = observation.landlord or 0
    unseen = DECK - observation.hand
    played = [Hand()] * _SEATS
    for made in observation.discards:
        unseen = unseen - _discarded(made.action)
    for made in observation.plays:
        assert isinstance(made.action, Move)
        unseen = unseen - made.action.cards
        played[made.seat] = played[made.seat] + made.action.cards
    cards = str(unseen)
    hands = []
    for each in range(_SEATS):
        turn = (landlord + each) % _SEATS
        held = observation.hand
        if turn != observation.seat:
            size = observation.sizes[turn]
            held, cards = Hand(cards[:size]), cards[size:]
        hands.append(held + played[turn])
    return hands


def _discarded(action: Action) -> Hand:
    assert isinstance(action, Discard)
    return action.cards


def _id_of(action: Action) -> int:
    assert isinstance(action, Move)
    if action == PASS:
        return SPACE.pass_id
    id = SPACE.index.id_of(action)
    if id >= 0:
        return id
    try:
        # Read in another way, as RLCard would.
        return SPACE.id_of(str(action.cards))
    except IllegalPlay as refusal:
        raise InvalidArgument(f"RLCard has no play {action}: its rules are others") from refusal


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

    def __init__(self, agent: EvaluatingAgent, name: str, seed: int | None) -> None:
        self.name = name
        self._agent = agent
        self._streams = None if seed is None else (np.random.RandomState(seed), random.Random(seed))

    def act(self, observation: Observation) -> Action:
        """What the agent plays; raises :class:`InvalidArgument` where it is not legal."""
        if observation.phase == "auction":
            return PASS
        if observation.phase == "discard":
            return Discard()
        state = state_of(observation)
        with self._draws():
            action, _ = self._agent.eval_step(state)
        text = action if self._agent.use_raw else _text(SPACE.move_of(operator.index(action)))
        meant = [legal for legal in observation.legal_actions if _text(legal) == text]
        if not meant:
            raise InvalidArgument(f"{self.name} takes {action!r}, which is not legal now")
        # Of several readings the one with the longest body, as RLCard reads cards.
        return max(meant, key=lambda move: move.length if isinstance(move, Move) else 0)

    @contextmanager
    def _draws(self) -> Iterator[None]:
        """What is drawn from the generators of NumPy and Python comes from our streams."""
        if self._streams is None:
            yield
            return
        numpy_stream, stream = self._streams
        before = np.random.get_state(), random.getstate()
        np.random.set_state(numpy_stream.get_state())
        random.setstate(stream.getstate())
        try:
            yield
        finally:
            numpy_stream.set_state(np.random.get_state())
            stream.setstate(random.getstate())
            np.random.set_state(before[0])
            random.setstate(before[1])
