"""Players for tests; worker processes import them from here."""

from __future__ import annotations

import os

import ddz_core as ddz

made: list[tuple[str, int]] = []
"""The names and seeds of the players that this process has made."""


class Player:
    """Passes where it can, else takes the first action; checks what it is shown."""

    name = "passer"

    def __init__(self, seed: int) -> None:
        made.append((self.name, seed))

    def act(self, observation: ddz.Observation) -> ddz.Action:
        assert observation.turn == observation.seat
        assert len(observation.hand) == observation.sizes[observation.seat]
        legal = observation.legal_actions
        return ddz.PASS if ddz.PASS in legal else legal[0]


class Bidder(Player):
    """Bids the most it can; plays like the passer."""

    name = "bidder"

    def act(self, observation: ddz.Observation) -> ddz.Action:
        bids = [each for each in observation.legal_actions if isinstance(each, ddz.Bid)]
        return bids[-1] if bids else super().act(observation)


class Cheat(Player):
    """Leads a card that it does not hold."""

    name = "cheat"

    def act(self, observation: ddz.Observation) -> ddz.Action:
        card = next(card for card in "3456789TJQKA2BR" if card not in str(observation.hand))
        return ddz.readings(card)[0]


class Texts(Player):
    """Answers with what is no action."""

    name = "texts"

    def act(self, observation: ddz.Observation) -> ddz.Action:
        return 7  # type: ignore[return-value]


class Unportable(Exception):
    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


class Breaks(Player):
    name = "breaks"

    def act(self, observation: ddz.Observation) -> ddz.Action:
        raise ZeroDivisionError("broken on purpose")


class Confused(Player):
    """An error of its own that is not to be taken for a refusal."""

    name = "confused"

    def act(self, observation: ddz.Observation) -> ddz.Action:
        raise TypeError("confused on purpose")


class BreaksOddly(Player):
    name = "oddly"

    def act(self, observation: ddz.Observation) -> ddz.Action:
        raise Unportable(1, 2)


class BreaksLate(Player):
    """Is made once, and then no more."""

    name = "late"

    def __init__(self, seed: int) -> None:
        if seed:
            raise RuntimeError("broken on purpose")


class Dies(Player):
    """Ends its process, but not the one of the tests."""

    name = "dies"

    def __init__(self, seed: int) -> None:
        self._process = os.getpid()

    def act(self, observation: ddz.Observation) -> ddz.Action:
        os._exit(3)
