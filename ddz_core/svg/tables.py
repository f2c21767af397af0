"""A table as a picture: the seats, what each did last, the bottom, and what went before.

A seat's view is drawn from its :class:`Observation`, so another hand cannot get into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from .._core.values import PASS, Hand, Move
from ..errors import InvalidArgument
from ..game.actions import Discard, Made
from ..game.game import Game
from ..game.observation import Observation, Public, as_observation
from .cards import BACK, HEIGHT
from .hands import document, named, row, row_width

STYLE = """
.ddz-felt{fill:#2b6a55}
.ddz-name{font:600 15px system-ui,sans-serif;fill:#fff}
.ddz-note{font:13px system-ui,sans-serif;fill:#d5e6dd}
.ddz-plate{fill:#0a281f;fill-opacity:.45;stroke:none}
.ddz-turn{stroke:#f2c14e;stroke-width:2}
.ddz-beat{fill:#f2c14e;fill-opacity:.25}
@media (prefers-color-scheme:dark){.ddz-felt{fill:#17392f}}
"""
_SCALE = 0.75
_LEFT, _TOP, _GAP = 190, 46, 12
_LINE = 18
_HISTORY = 8
"""So many of the last things done are written out."""


def game(game: Game, seat: int | None = None, names: Sequence[str] | None = None) -> str:
    """A game as a picture: as one seat sees it, or with all hands open.

    ``names`` are those of the players, one for each seat. Raises :class:`InvalidArgument`
    for a seat that there is not, for names that are not one for each seat, and for what is
    no game.

    >>> import ddz_core as ddz
    >>> picture = game(ddz.Game("standard", deal=1), seat=0)
    >>> picture.count('href="#ddz-back"')  # two hands and the bottom
    37
    """
    if not isinstance(game, Game):
        raise InvalidArgument(f"this draws a Game, not a {type(game).__name__:.40}")
    if seat is not None:
        return observation(game.observation(seat), names)
    hands = dict(enumerate(game.hands))
    return _Picture(game.public, hands, game.bottom, names).drawn()


def observation(seen: Observation, names: Sequence[str] | None = None) -> str:
    """What one seat sees, as a picture. ``names`` and errors are as for :func:`game`."""
    seen = as_observation(seen)
    hands = {seen.seat: seen.hand}
    if seen.open_hand is not None and seen.landlord is not None:
        hands[seen.landlord] = seen.open_hand
    return _Picture(seen, hands, seen.bottom, names).drawn()


class _Picture:
    """The rows of a picture, one for each seat, from the top down."""

    def __init__(
        self,
        public: Public,
        hands: dict[int, Hand],
        bottom: Hand | None,
        names: Sequence[str] | None,
    ) -> None:
        players = len(public.sizes)
        if names is not None and len(names) != players:
            raise InvalidArgument(f"there are {players} players, and {len(names)} names")
        self.public, self.hands, self.bottom = public, hands, bottom
        self.names = names or [f"seat {seat}" for seat in range(players)]
        self.used: set[str] = set()
        self.parts: list[str] = []

    def drawn(self) -> str:
        public = self.public
        seats = range(len(public.sizes))
        held = max(*public.sizes, 17)
        acted = _LEFT + row_width(held) * _SCALE + 2 * _GAP
        width = acted + row_width(20 if len(public.sizes) < 4 else 25) * _SCALE + _GAP
        step = HEIGHT * _SCALE + 2 * _GAP
        self._bottom(width)
        for seat in seats:
            self._seat(seat, _TOP + seat * step, acted, width)
        height = _TOP + len(seats) * step
        height = self._history(height)
        body = f'<rect class="ddz-felt" width="{width:g}" height="{height:g}" rx="14"/>'
        body += "".join(self.parts)
        return document(width, height, self._label(), self.used, f"<style>{STYLE}</style>{body}")

    def _text(self, x: float, y: float, text: str, kind: str = "note", anchor: str = "") -> None:
        placed = f' text-anchor="{anchor}"' if anchor else ""
        self.parts.append(
            f'<text class="ddz-{kind}" x="{x:g}" y="{y:g}"{placed}>{escape(text)}</text>'
        )

    def _cards(self, cards: Iterable[str], x: float, y: float, scale: float, what: str) -> None:
        shown = list(cards)
        self.used.update(shown)
        inner = row(shown, x, y, scale, self.public.wild)
        self.parts.append(f'<g role="img" aria-label="{escape(what)}">{inner}</g>')

    def _bottom(self, width: float) -> None:
        public, scale = self.public, 0.4
        shown = public.shown if self.bottom is None else self.bottom
        hidden = 0 if self.bottom is not None else _bottom_size(public) - len(shown)
        self._text(_GAP, 28, public.score, "name")
        cards = [*shown, *[BACK] * hidden]
        x = width - row_width(len(cards)) * scale - _GAP
        self._text(x - 8, 28, "bottom", anchor="end")
        self._cards(cards, x, 6, scale, f"bottom: {_said(shown, hidden)}")

    def _seat(self, seat: int, y: float, acted: float, width: float) -> None:
        public = self.public
        turn = " ddz-turn" if public.turn == seat else ""
        height = HEIGHT * _SCALE + _GAP
        self.parts.append(
            f'<rect class="ddz-plate{turn}" x="{_GAP}" y="{y:g}" width="{width - 2 * _GAP:g}" '
            f'height="{height:g}" rx="10"/>'
        )
        self._text(2 * _GAP, y + 24, self.names[seat], "name")
        self._text(2 * _GAP, y + 43, _role(public, seat))
        number = public.sizes[seat]
        to_act = " · to act" if public.turn == seat else ""
        self._text(2 * _GAP, y + 61, f"{number} card{'' if number == 1 else 's'}{to_act}")
        held = self.hands.get(seat)
        cards = [BACK] * number if held is None else list(held)
        self._cards(
            cards, _LEFT, y + _GAP / 2, _SCALE, f"{self.names[seat]}: {_hand(held, number)}"
        )
        self._acted(seat, acted, y)

    def _acted(self, seat: int, x: float, y: float) -> None:
        made = next((each for each in reversed(_round(self.public)) if each.seat == seat), None)
        if made is None:
            return
        cards = _laid_down(made)
        if not cards:
            self._text(x, y + 42, _phrase(made))
            return
        if seat == self.public.last_seat and made.action == self.public.last:
            width = row_width(len(cards)) * _SCALE + 8
            self.parts.append(
                f'<rect class="ddz-beat" x="{x - 4:g}" y="{y + 2:g}" width="{width:g}" '
                f'height="{HEIGHT * _SCALE + 8:g}" rx="6"/>'
            )
        self._cards(cards, x, y + _GAP / 2, _SCALE, f"{self.names[seat]}: {_phrase(made)}")

    def _history(self, top: float) -> float:
        public = self.public
        made = (*public.bids, *public.discards, *public.opening, *public.doubles, *public.plays)
        lines = [f"{self.names[each.seat]}: {_phrase(each)}" for each in made[-_HISTORY:]]
        if not lines:
            return top
        half = (len(lines) + 1) // 2
        for place, line in enumerate(lines):
            column, step = divmod(place, half)
            self._text(2 * _GAP + column * 420, top + 14 + step * _LINE, line)
        return top + half * _LINE + _GAP

    def _label(self) -> str:
        public = self.public
        seats = [
            f"{self.names[seat]} ({_role(public, seat)}): "
            f"{_hand(self.hands.get(seat), public.sizes[seat])}"
            for seat in range(len(public.sizes))
        ]
        if public.last is not None:
            seats.append(f"to beat: {public.last}")
        if public.turn is not None:
            seats.append(f"{self.names[public.turn]} is to act")
        return "; ".join([*seats, public.score])


def _bottom_size(public: Public) -> int:
    return 8 if public.table.rules.decks == 2 else 3


def _role(public: Public, seat: int) -> str:
    if public.landlord is None:
        return "bids" if public.phase == "auction" else ""
    return "landlord" if seat == public.landlord else "peasant"


def _hand(held: Hand | None, number: int) -> str:
    return f"{number} hidden" if held is None else named(held)


def _said(shown: Hand, hidden: int) -> str:
    parts = [named(shown)] if shown else []
    return ", ".join([*parts, f"{hidden} hidden"] if hidden else parts or ["no cards"])


def _round(public: Public) -> Sequence[Made]:
    """What is being said or played round the table."""
    if public.phase in ("play", "over"):
        return public.trick
    return {
        "auction": public.bids,
        "discard": public.discards,
        "open": public.opening,
        "doubling": public.doubles,
    }[public.phase]


def _laid_down(made: Made) -> list[str]:
    if isinstance(made.action, Move | Discard) and made.action != PASS:
        return list(made.action.cards)
    return []


def _phrase(made: Made) -> str:
    return f"{made.action} (skipped)" if made.skipped else str(made.action)
