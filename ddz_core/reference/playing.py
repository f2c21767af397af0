"""A deal played (docs/rules.md sections 5, 6)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from ..rules import Rules
from .cards import BOMBS, PASS, Play, tidy, without
from .deals import WORD, Dealer
from .listing import legal

# --- Section 5: the table, as far as play itself goes -----------------------


class Position(NamedTuple):
    """Whose turn it is, what everybody holds, and what is to be beaten."""

    hands: tuple[str, ...]
    turn: int = 0
    last: Play | None = None
    passes: int = 0
    """How many have passed in a row since the last play."""

    def actions(self, rules: Rules) -> list[Play]:
        """The legal plays in canonical order, after them the pass if allowed."""
        plays = legal(self.hands[self.turn], self.last, rules)
        return plays if self.last is None else [*plays, PASS]

    def after(self, action: Play) -> Position:
        """The position after an action of ``turn``."""
        turn = (self.turn + 1) % len(self.hands)
        if action != PASS:
            hands = list(self.hands)
            hands[self.turn] = without(hands[self.turn], action.cards)
            return Position(tuple(hands), turn, action)
        # When all the others have passed in a row the trick is over, and the
        # player of the last play, whose turn it is now, leads anew.
        if self.passes + 1 == len(self.hands) - 1:
            return Position(self.hands, turn)
        return self._replace(turn=turn, passes=self.passes + 1)

    @property
    def is_over(self) -> bool:
        """Whoever first has no card ends the deal."""
        return "" in self.hands


def perft(hands: Sequence[str], depth: int, rules: Rules) -> int:
    """The number of sequences of ``depth`` actions, or fewer where a deal ends.

    ``hands[0]`` leads; passing is an action.

    >>> perft(["34", "56"], 2, Rules())  # 3 or 4; then 5, 6 or pass
    6
    """

    def sequences(position: Position, depth: int) -> int:
        if depth == 0 or position.is_over:
            return 1
        actions = position.actions(rules)
        if depth == 1:
            return len(actions)
        return sum(sequences(position.after(action), depth - 1) for action in actions)

    return sequences(Position(tuple(tidy(hand) for hand in hands)), depth)


# --- Section 6: simulations -------------------------------------------------


class Decision(NamedTuple):
    """One decision of a play-out."""

    seat: int
    legal: list[Play]
    """What could be chosen, the pass (where it is allowed) last."""
    action: Play


class Playout(NamedTuple):
    """A deal played to its end at random."""

    winner: int
    bombs: int
    """Bombs, rockets and bomb chains, whether they double or not."""
    decisions: list[Decision]
    rules: Rules
    """The rules of the deal, with the wild rank that it drew."""


def playout(number: int, rules: Rules, draws_wild: bool = False) -> Playout:
    """The random play-out of the deal of that number.

    Seat 0 is the landlord and holds the bottom; each decision is one draw, also where
    there is only one action. As many play as there can; ``draws_wild`` gives the deal
    a wild rank of its own (section 8.2).
    """
    dealer = Dealer(number, max(rules.seats), rules=rules)
    hands, bottom, _ = dealer.deal()
    if draws_wild:
        rules = rules.changed(wild=dealer.wild())
    position = Position((tidy(hands[0] + bottom), *hands[1:]))
    decisions: list[Decision] = []
    while not position.is_over:
        actions = position.actions(rules)
        action = actions[dealer.stream.below(len(actions))]
        decisions.append(Decision(position.turn, actions, action))
        position = position.after(action)
    bombs = sum(decision.action.kind in BOMBS for decision in decisions)
    return Playout(decisions[-1].seat, bombs, decisions, rules)


def digest(seed: int, games: int, rules: Rules, draws_wild: bool = False) -> str:
    """SHA-256 over ``number:winner_seat:decisions:bombs`` of deals seed, seed + 1, ..."""
    total = sha256()
    for game in range(games):
        number = (seed + game) % WORD
        result = playout(number, rules, draws_wild)
        line = f"{number}:{result.winner}:{len(result.decisions)}:{result.bombs}\n"
        total.update(line.encode())
    return total.hexdigest()
