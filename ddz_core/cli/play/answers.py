"""Answers about the cards that somebody would play: why not, and how they are read."""

from __future__ import annotations

from copy import copy

import ddz_core as ddz

from ...errors import DdzError, Reason
from ...game.actions import read_action


def reasons(game: ddz.Game, seat: int, text: str) -> list[str]:
    """Everything that forbids an action; nothing if it may be made.

    Of cards that are not all held it is told too what else is wrong with them.

    >>> game = ddz.Game("standard", deal=1)
    >>> for action in ("bid:3", "55"):
    ...     game.push(action)
    >>> reasons(game, 0, "3334")
    ['3334 is not all in the hand', '3334 is a trio_solo, but 55:pair:1:5 is to be beaten']
    """
    refusal = game.why_not(text, seat)
    if refusal is None:
        return []
    found = [str(refusal)]
    also: DdzError | None
    if refusal.reason is Reason.NOT_HELD and game.phase == "play":
        try:
            asked = read_action(text)
            assert isinstance(asked, ddz.Move | ddz.Hand)
            cards = asked.cards if isinstance(asked, ddz.Move) else asked
            also = ddz.explain(cards, asked, game.observation(seat).last, game.rules)
        except DdzError as refusal_of_cards:
            also = refusal_of_cards
        if also is not None:
            found.append(str(also))
    return found


def playable_readings(game: ddz.Game, seat: int, text: str) -> list[ddz.Move]:
    """How cards alone may be read so that they may be played now: first the reading that
    they stand for. Only one if the text names it, and nothing if it is no play.

    >>> game = ddz.Game("laizi", deal=1)
    >>> game.push("bid:3")
    >>> [str(each) for each in playable_readings(game, 2, "388")]
    ['388:trio:1:3']
    """
    asked = read_action(text)
    if game.phase != "play" or not isinstance(asked, ddz.Hand):
        return []
    seen = game.observation(seat)
    twin = copy(game)
    twin.push(asked, seat)
    meant = twin.actions[-1]
    assert isinstance(meant, ddz.Move)
    others = [
        reading
        for reading in ddz.readings(asked, seen.rules)
        if reading != meant and ddz.explain(asked, reading, seen.last, seen.rules) is None
    ]
    return [meant, *others]
