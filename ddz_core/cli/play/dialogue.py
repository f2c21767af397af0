"""The conversation at the table: what is typed, what is shown, until somebody leaves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

import ddz_core as ddz

from ...errors import DdzError
from ..status import STOPPED
from . import telling
from .answers import playable_readings, reasons
from .screen import Screen
from .seats import YOU
from .sitting import Sitting
from .telling import Line
from .words import in_full, typed


class _Left(Exception):
    """Somebody has typed that he leaves."""


class Dialogue:
    """One person's evening at the table."""

    def __init__(self, sitting: Sitting, screen: Screen) -> None:
        self.sitting = sitting
        self.screen = screen
        self.counting = False
        """Whether the card counter is on."""
        self._hinter: ddz.Hinter | None = None
        self._hints = 0
        self._is_news = True
        # What is left behind; never asked of a game that an interrupt has caught half-way.
        self._kept = sitting.record()
        self._commands: dict[str, Callable[[str], None]] = {
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "counter": self._count,
            "show": self._show,
            "record": self._record,
            "same": self._same,
            "next": self._next,
            "quit": self._quit,
            "?": self._help,
        }

    @property
    def game(self) -> ddz.Game:
        """The deal on the table."""
        return self.sitting.game

    @property
    def seen(self) -> ddz.Observation:
        """What the person sees of it."""
        return self.game.observation(self.sitting.seats.seat)

    def run(self) -> int:
        """Play until the person leaves, the input ends or Ctrl-C is pressed; return the exit
        status. A computer player that fails ends it with its :class:`DdzError`."""
        status = 0
        try:
            self._greet()
            while True:
                self._go_on()
                line = self.screen.ask(f"{YOU}> ")
                try:
                    self._answer(line)
                except DdzError as refusal:
                    self._tell([(f"No: {refusal}",)])
        except (EOFError, _Left):
            pass
        except KeyboardInterrupt:
            print(file=sys.stdout)
            status = STOPPED
        except DdzError:
            self._leave()
            raise
        self._leave()
        return status

    # ------------------------------------------------------------- going on

    def _greet(self) -> None:
        self._tell(telling.welcome(self.sitting))
        match = self.sitting.match
        if match is not None and match.is_over and not self.sitting.counts:
            self._tell(telling.ranking(self.sitting.seats, match))
        else:
            self._begin()

    def _begin(self) -> None:
        """Show the deal on the table from where it stands."""
        self._tell(telling.deal_begins(self.sitting, self.seen))
        self._moved_on()
        if self.game.is_over:
            self._end()

    def _go_on(self) -> None:
        """Let the computer players act until the person is to, and show the table then."""
        seats = self.sitting.seats
        while self.game.turn not in (None, seats.seat):
            self._make(seats.act(self.game))
        if self._is_news and not self.game.is_over:
            self._show_position()
        self._is_news = False

    def _make(self, action: ddz.Action | str) -> None:
        """Make an action for whose turn it is, and say what comes of it."""
        before = self.seen
        self.game.push(action)
        self._moved_on()
        self._tell(telling.news(self.sitting.seats, before, self.seen, self.game.actions[-1]))
        if self.game.is_over:
            self._end()

    def _end(self) -> None:
        self.sitting.count()
        self._moved_on()
        self._tell(telling.result(self.sitting))
        match = self.sitting.match
        if match is not None and match.is_over:
            self._tell(telling.ranking(self.sitting.seats, match))
        next_deal = "" if self.sitting.is_over else "next, "
        self._tell([(f"You may type: {next_deal}same, record, quit",)])

    def _moved_on(self) -> None:
        """The game is no more where it was."""
        self._kept = self.sitting.record()
        self._hinter, self._hints = None, 0
        self._is_news = True

    def _show_position(self) -> None:
        seats, seen = self.sitting.seats, self.seen
        self.screen.say()
        self._tell(telling.position(seats, seen))
        if self.counting:
            self._tell([telling.counter(seen)])
        self._tell(line for line in (telling.advice(seen), telling.choices(seen)) if line)

    # ------------------------------------------------------------- answering

    def _answer(self, line: str) -> None:
        command, rest = typed(line)
        if command:
            self._commands[command](rest)
        elif rest:
            self._act(rest)
        elif not self.game.is_over:
            self._show("")

    def _act(self, text: str) -> None:
        seat, text = self.sitting.seats.seat, in_full(text, self.game.phase)
        if refusals := reasons(self.game, seat, text):
            self._tell([(f"No: {each}",) for each in refusals])
            return
        readings = playable_readings(self.game, seat, text)
        if len(readings) > 1:
            chosen = self._chosen(readings)
            if chosen is not None:
                self._make(chosen)
        else:
            self._make(text)

    def _chosen(self, readings: list[ddz.Move]) -> ddz.Move | None:
        """Which of several readings is meant; ``None`` where something else is typed."""
        told = [telling.reading(each, self.seen.rules) for each in readings]
        self._tell([("These cards may be read in several ways; Enter takes the first:",)])
        self._tell([(f"{number:3} {words}",) for number, words in enumerate(told, 1)])
        line = self.screen.ask("which? ")
        answer = line.strip()
        if not answer:
            return readings[0]
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(readings):
            return readings[int(answer) - 1]
        if typed(line).command:
            self._answer(line)
        else:
            self._tell([(f"Nothing is played: say a number from 1 to {len(readings)}",)])
        return None

    def _hint(self, _: str) -> None:
        if self._hinter is None:
            self._hinter = ddz.Hinter(self.game)
        hint = next(self._hinter)
        self._kept = self.sitting.record()
        place = self._hints % len(self._hinter) + 1
        self._hints += 1
        self._tell([telling.hint(hint, place, len(self._hinter), self.seen)])

    def _why(self, text: str) -> None:
        if not text:
            self._tell([("Say which cards, for example: why 3334",)])
            return
        seat, text = self.sitting.seats.seat, in_full(text, self.game.phase)
        if refusals := reasons(self.game, seat, text):
            self._tell([(f"No: {each}",) for each in refusals])
            return
        rules = self.seen.rules
        words = [telling.reading(each, rules) for each in playable_readings(self.game, seat, text)]
        self._tell([(f"It may be done: {' or '.join(words) or text}",)])

    def _undo(self, _: str) -> None:
        if self.game.is_over:
            self._tell([("The deal is over: same plays it again, which does not count",)])
            return
        taken = self.game.undo(self.sitting.seats.seat)
        self._moved_on()
        actions = "1 action is" if taken == 1 else f"{taken} actions are"
        self._tell([(f"{actions} taken back",)])
        self._tell(telling.trick(self.sitting.seats, self.seen))

    def _count(self, _: str) -> None:
        self.counting = not self.counting
        if not self.counting:
            self._tell([("The counter is off",)])
        elif not self.game.is_over:
            self._tell([telling.counter(self.seen)])

    def _show(self, _: str) -> None:
        if self.game.is_over:
            self._tell(telling.result(self.sitting))
            return
        self._tell(telling.trick(self.sitting.seats, self.seen))
        self._show_position()

    def _record(self, _: str) -> None:
        if not self.game.is_over:
            self._tell([("The deal number in it tells all hands.",)])
        self.screen.say_as_it_is(self._kept)

    def _same(self, _: str) -> None:
        self.sitting.again()
        self._begin()

    def _next(self, _: str) -> None:
        self.sitting.next()
        self._begin()

    def _quit(self, _: str) -> None:
        raise _Left

    def _help(self, _: str) -> None:
        self._tell(telling.help_lines())

    # ------------------------------------------------------------- leaving

    def _leave(self) -> None:
        """Say how to go on another time."""
        if self.game.is_over and self.sitting.match is None:
            self._tell([("The record, which ddz replay shows:",)])
        elif self.sitting.is_over:
            self._tell([("The record of the match:",)])
        else:
            self._tell([("The record so far, with which ddz play --resume RECORD goes on:",)])
        self.screen.say_as_it_is(self._kept)

    def _tell(self, lines: Iterable[Line]) -> None:
        for parts in lines:
            self.screen.say(*parts)
