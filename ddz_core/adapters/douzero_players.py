"""DouZero's agents as players of this package (docs/agents.md).

DouZero itself is not needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from .._core.douzero_arrays import POSITIONS
from .._core.douzero_cards import cards_of, hand_of
from .._core.public_cards import put_down
from .._core.queries import readings
from .._core.values import PASS, Hand, Move
from ..agents.protocol import Agent
from ..arguments import shown
from ..errors import DdzError, InvalidArgument
from ..game.actions import Action, Discard
from ..game.deals import DECK
from ..game.observation import Observation
from ..kinds import Kind
from ..rules import Rules
from ._observed import Seen, other_phases, seen
from ._streams import Streams
from .douzero import IN_DICTS, InfoSet, put_actions

_RULES = Rules.preset("douzero")


class ActingAgent(Protocol):
    """What is asked of an agent of DouZero."""

    def act(self, infoset: InfoSet) -> Any:
        """One of ``infoset.legal_actions``, a list of numbers."""


def seat(
    agent: ActingAgent | Mapping[str, ActingAgent],
    name: str | None = None,
    seed: int | None = None,
) -> Agent:
    """The agent as a player, called ``name``, or after its class.

    DouZero's networks know one position each: then ``agent`` maps ``landlord``,
    ``landlord_down`` and ``landlord_up`` to one. It never bids and discards nothing: DouZero
    knows neither. With a ``seed`` (32 bits) what it draws from NumPy and ``random`` comes from
    streams of its own. Raises :class:`InvalidArgument` for what is no agent.

    >>> class First:
    ...     def act(self, infoset):
    ...         return infoset.legal_actions[0]
    >>> import ddz_core as ddz
    >>> game = ddz.Game(ddz.Table(auction="none", first_bidder=0), deal=7)
    >>> player = seat(First())
    >>> player.name, str(player.act(game.observation(0)))
    ('First', '3:solo:1:3')
    """
    by_position = agent if isinstance(agent, Mapping) else dict.fromkeys(POSITIONS, agent)
    for position in POSITIONS:
        if not callable(getattr(by_position.get(position), "act", None)):
            raise InvalidArgument(
                f"an agent of DouZero has act(infoset), which {shown(by_position.get(position))},"
                f" to play as {position}, has not"
            )
    return _Seated(by_position, name or type(by_position[POSITIONS[0]]).__name__, Streams(seed))


def infoset_of(observation: Observation) -> InfoSet:
    """What DouZero would show the seat that is to play, made of this observation alone.

    ``all_handcards`` has the seat's own hand and no other. The legal actions are those of
    the table that are moves to DouZero too. Raises :class:`InvalidArgument` for another
    phase, another seat's turn, two players, and for an observation that no game comes to.
    """
    known = seen(observation, "DouZero")
    position = POSITIONS[known.own]
    own = cards_of(observation.hand)
    info = InfoSet(position)
    put_actions(info, [cards_of(move.cards) for move in known.moves])
    info.player_hand_cards = own
    info.num_cards_left_dict = dict.fromkeys(IN_DICTS, 0)
    for seat_, size in enumerate(observation.sizes):
        info.num_cards_left_dict[POSITIONS[(seat_ - (observation.landlord or 0)) % 3]] = size
    info.three_landlord_cards = cards_of(_unplayed(known))
    info.other_hand_cards = cards_of(_others(known))
    info.legal_actions = _legal(observation)
    info.last_move = [] if observation.last is None else cards_of(observation.last.cards)
    info.all_handcards = {position: list(own)}
    info.bomb_num = sum(move.kind in (Kind.BOMB, Kind.ROCKET) for move in known.moves)
    return info


def _unplayed(known: Seen) -> Hand:
    """The bottom cards that the landlord has not played."""
    left = known.bottom
    for move in known.moves[::3]:
        left = put_down(DECK, left, move.cards, True)[1]
    return left


def _others(known: Seen) -> Hand:
    """What the other two hold together."""
    held = sum((hand for turn, hand in enumerate(known.hands) if turn != known.own), Hand())
    for turn, move in enumerate(known.moves):
        if turn % 3 != known.own:
            held = held - move.cards
    return held


def _legal(observation: Observation) -> list[list[int]]:
    """The cards of the plays that DouZero has too, each once, and the pass last."""
    cards = dict.fromkeys(
        action.cards
        for action in observation.legal_actions
        if isinstance(action, Move) and action != PASS
    )
    if observation.table.rules != _RULES:
        cards = {hand: None for hand in cards if len(readings(hand, _RULES))}
    return [*map(cards_of, cards), *([[]] if observation.last is not None else [])]


class _Seated:
    """A player that asks an agent of DouZero, or one of three by its position."""

    def __init__(self, agents: Mapping[str, ActingAgent], name: str, streams: Streams) -> None:
        self.name = name
        self._agents = agents
        self._streams = streams

    def act(self, observation: Observation) -> Action:
        """What the agent plays; raises :class:`InvalidArgument` where it is not legal."""
        if observation.phase == "discard":
            return Discard()
        if observation.phase != "play":
            return other_phases(observation)
        infoset = infoset_of(observation)
        with self._streams.used():
            answer = self._agents[infoset.player_position].act(infoset)
        try:
            cards = hand_of(answer)
        except DdzError as refused:
            raise InvalidArgument(
                f"{self.name} takes {shown(answer)}, which is no list of cards: {refused}"
            ) from refused
        meant = [
            action
            for action in observation.legal_actions
            if isinstance(action, Move) and action.cards == cards
        ]
        if not meant:
            raise InvalidArgument(f"{self.name} takes {shown(answer)}, which is not legal now")
        # Of several readings the one with the longest body, as DouZero reads cards.
        return max(meant, key=lambda move: move.length)
