"""The rules once more: slow, obvious and complete.

This module *defines* what right is.  It is meant to be read beside
docs/rules.md, and the comments name that page's sections.  Everything fast in
this package is tested against it, so it takes nothing from the fast part but
the names: the ranks, the kinds and the :class:`~ddz_core.rules.Rules` value.

Cards are plain text (``"33344456"``), in any order; results are always sorted
from weak to strong.

>>> from ddz_core.rules import Rules
>>> rules = Rules.preset("standard")
>>> [str(play) for play in leads("3334", rules)]
['3:solo:1:3', '4:solo:1:4', '33:pair:1:3', '333:trio:1:3', '3334:trio_solo:1:3']
>>> [str(play) for play in follows("4455BR", parse_play("44:pair:1:4"), rules)]
['55:pair:1:5', 'BR:rocket:1:R']
>>> why_not("4455BR", "44", parse_play("44:pair:1:4"), rules).value
'too low'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import combinations
from typing import NamedTuple

from .errors import InvalidArgument, InvalidCards, Reason
from .kinds import CHAIN_SLOTS, RANKS, Kind
from .rules import Rules

# --- Section 1: cards -------------------------------------------------------

DECK = "".join(4 * rank for rank in RANKS[:13]) + "BR"
"""All 54 cards, weakest first."""

BLACK_JOKER, RED_JOKER = 13, 14


def count(cards: str) -> list[int]:
    """How many cards of each of the fifteen slots there are.

    >>> count("R433")
    [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    counts = [cards.count(rank) for rank in RANKS]
    if sum(counts) != len(cards):
        raise InvalidCards(f"{cards!r} holds a character that is none of {RANKS}")
    for rank, number in zip(RANKS, counts, strict=True):
        if number > DECK.count(rank):
            raise InvalidCards(f"{cards!r} holds {number} of {rank}: one deck has fewer")
    return counts


def write(slots: Iterable[int]) -> str:
    """The cards of these slots as text, sorted from weak to strong."""
    return "".join(RANKS[slot] for slot in sorted(slots))


def tidy(cards: str) -> str:
    """The same cards, sorted from weak to strong.

    >>> tidy("R3T4")
    '34TR'
    """
    return write(RANKS.index(card) for card in cards)


# --- Section 2: kinds of play -----------------------------------------------


class Play(NamedTuple):
    """Cards and how they are read (section 4: a play is both)."""

    cards: str
    kind: Kind
    length: int
    rank: int
    """The slot of the highest rank of the body."""

    def __str__(self) -> str:
        if self.kind is Kind.PASS:
            return "pass"
        return f"{self.cards}:{self.kind}:{self.length}:{RANKS[self.rank]}"


PASS = Play("", Kind.PASS, 0, -1)


def parse_play(text: str) -> Play:
    """The play that a text names; whether it is one is not asked here.

    >>> parse_play("3334:trio_solo:1:3")
    Play(cards='3334', kind=<Kind.TRIO_SOLO: 4>, length=1, rank=0)
    >>> parse_play("pass") == PASS
    True
    """
    if text == "pass":
        return PASS
    try:
        cards, kind, length, rank = text.split(":")
        return Play(tidy(cards), Kind[kind.upper()], int(length), RANKS.index(rank))
    except (KeyError, ValueError):
        raise InvalidArgument(f"{text!r} is not written cards:kind:length:rank") from None


class Row(NamedTuple):
    """A row of the table of section 2."""

    kind: Kind
    copies: int
    """How many cards of each of its ranks the body has."""
    lengths: range
    """How many ranks the body may have."""
    kickers: int = 0
    """How many kickers each rank of the body brings along."""
    kicker_cards: int = 0
    """How many cards a kicker is: 1 for singles, 2 for pairs."""

    @property
    def chained(self) -> bool:
        return self.lengths != ALONE

    def cards(self, length: int) -> int:
        return length * (self.copies + self.kickers * self.kicker_cards)

    def bodies(self, length: int) -> Iterator[range]:
        """The ranks of every body of this length, as slots, weakest first."""
        # Section 1: chains use 3 to A only.
        slots = CHAIN_SLOTS if self.chained else len(RANKS)
        for lowest in range(slots - length + 1):
            yield range(lowest, lowest + length)


ALONE = range(1, 2)
TWO_OR_MORE = range(2, CHAIN_SLOTS + 1)
THREE_OR_MORE = range(3, CHAIN_SLOTS + 1)
FIVE_TO_TWELVE = range(5, 13)

TABLE = [
    Row(Kind.SOLO, 1, ALONE),
    Row(Kind.PAIR, 2, ALONE),
    Row(Kind.TRIO, 3, ALONE),
    Row(Kind.TRIO_SOLO, 3, ALONE, kickers=1, kicker_cards=1),
    Row(Kind.TRIO_PAIR, 3, ALONE, kickers=1, kicker_cards=2),
    Row(Kind.SOLO_CHAIN, 1, FIVE_TO_TWELVE),
    Row(Kind.PAIR_CHAIN, 2, THREE_OR_MORE),
    Row(Kind.TRIO_CHAIN, 3, TWO_OR_MORE),
    Row(Kind.TRIO_CHAIN_SOLO, 3, TWO_OR_MORE, kickers=1, kicker_cards=1),
    Row(Kind.TRIO_CHAIN_PAIR, 3, TWO_OR_MORE, kickers=1, kicker_cards=2),
    Row(Kind.QUAD_SOLO, 4, ALONE, kickers=2, kicker_cards=1),
    Row(Kind.QUAD_PAIR, 4, ALONE, kickers=2, kicker_cards=2),
    Row(Kind.BOMB, 4, ALONE),
    Row(Kind.QUAD_CHAIN, 4, TWO_OR_MORE),
    Row(Kind.QUAD_CHAIN_SOLO, 4, TWO_OR_MORE, kickers=2, kicker_cards=1),
    Row(Kind.QUAD_CHAIN_PAIR, 4, TWO_OR_MORE, kickers=2, kicker_cards=2),
    Row(Kind.BOMB_CHAIN, 4, TWO_OR_MORE),
]
"""Every kind but the rocket, whose body is not of one rank."""

ROCKET = Play("BR", Kind.ROCKET, 1, RED_JOKER)

BOMBS = {Kind.BOMB, Kind.ROCKET, Kind.BOMB_CHAIN}
"""What may beat another kind, and what doubles (section 5)."""


# --- Section 3: what beats what ---------------------------------------------


def beats(a: Play, b: Play, rules: Rules) -> bool:
    """Whether play ``a`` beats play ``b``.

    >>> rules = Rules(bomb_chains=True)
    >>> beats(parse_play("3334:trio_solo:1:3"), parse_play("4445:trio_solo:1:4"), rules)
    False
    >>> beats(parse_play("33334444:bomb_chain:2:4"), parse_play("BR:rocket:1:R"), rules)
    True
    """
    # 3. A bomb chain beats everything; of two the longer, then the higher.
    if a.kind is Kind.BOMB_CHAIN and rules.bomb_chains:
        return b.kind is not Kind.BOMB_CHAIN or (a.length, a.rank) > (b.length, b.rank)
    # 2. A rocket beats everything else; no play beats its equal.
    if a.kind is Kind.ROCKET:
        return b.kind not in (Kind.ROCKET, Kind.BOMB_CHAIN)
    # 2. A bomb beats everything but a higher bomb and a rocket.
    if a.kind is Kind.BOMB and b.kind not in BOMBS:
        return True
    # 1. The same kind, length and number of cards, with a higher rank.
    return (
        a.kind is b.kind
        and a.length == b.length
        and len(a.cards) == len(b.cards)
        and a.rank > b.rank
    )


# --- Section 4: combination rule sets ---------------------------------------


def exists(kind: Kind, rules: Rules) -> bool:
    """Whether the rules have plays of this kind at all."""
    if kind in (Kind.QUAD_SOLO, Kind.QUAD_PAIR):
        return rules.quad_kickers
    if kind in (Kind.QUAD_CHAIN, Kind.QUAD_CHAIN_SOLO, Kind.QUAD_CHAIN_PAIR):
        return rules.quad_chains
    if kind is Kind.BOMB_CHAIN:
        return rules.bomb_chains
    return True


def most_singles(slot: int, row: Row, body: range, rules: Rules) -> int:
    """How many single kickers of this rank a play may have."""
    # Section 2: kickers are never of a rank of the body.
    if slot in body:
        return 0
    if row.kind is Kind.TRIO_SOLO:
        return 1
    if row.kind is Kind.QUAD_SOLO:
        return rules.quad_solos
    # A whole trio (or quad) next to the chain would make it longer. That
    # needs a rank that a chain can reach: a 2 beside the aces is harmless.
    next_to_body = slot == body[0] - 1 or slot == body[-1] + 1
    if next_to_body and slot < CHAIN_SLOTS and not rules.lengthening_kickers:
        return min(rules.chain_solos, row.copies - 1)
    return rules.chain_solos


# --- Section 6: the canonical order of plays --------------------------------


def canonical(play: Play) -> tuple[Kind, int, int, list[int]]:
    """The key that sorts plays: kind, length, rank, then the kickers."""
    body = range(play.rank - play.length + 1, play.rank + 1)
    slots = [RANKS.index(card) for card in play.cards]
    return play.kind, play.length, play.rank, [slot for slot in slots if slot not in body]


def highest_ranks(plays: Iterable[Play]) -> list[Play]:
    """The plays in canonical order, without those that differ only in rank.

    Section 4: two readings of the same cards that differ only in rank are one
    play, the higher rank standing.  ``444555666777`` with the kickers ``888``
    and ``9`` is also ``555666777888`` with ``444`` and ``9``; the first is
    dropped.

    A trio chain is dropped just where exactly three of its single kickers are
    of the rank above its body, and chains reach that rank.  Then the body may
    move up by one: the three cards at its bottom become kickers, as many of
    one rank as before.  With fewer than three it cannot, with four the fourth
    would be a kicker of a rank of the body; and to move further it needs three
    of each rank above, so that it could move by one as well.  The same is true
    of quad chains, with four in place of three.
    """
    best: dict[tuple[str, Kind, int], Play] = {}
    for play in plays:
        key = (play.cards, play.kind, play.length)
        if key not in best or play.rank > best[key].rank:
            best[key] = play
    return sorted(best.values(), key=canonical)


# --- All the plays of a hand ------------------------------------------------


def choices(room: Sequence[int], wanted: int, lowest: int = 0) -> Iterator[list[int]]:
    """Every way to take that many cards, at most ``room[slot]`` of each slot.

    >>> list(choices([2, 0, 1], 2))
    [[0, 0], [0, 2]]
    """
    if wanted == 0:
        yield []
        return
    for slot in range(lowest, len(room)):
        if room[slot]:
            left = [number - (other == slot) for other, number in enumerate(room)]
            for rest in choices(left, wanted - 1, slot):
                yield [slot, *rest]


def kicker_sets(held: list[int], row: Row, body: range, rules: Rules) -> Iterator[list[int]]:
    """Every set of kickers, as slots, that this body can have from a hand."""
    wanted = row.kickers * len(body)
    if row.kicker_cards == 0:
        yield []
    elif row.kicker_cards == 1:
        room = [min(held[slot], most_singles(slot, row, body, rules)) for slot in range(15)]
        for kickers in choices(room, wanted):
            both_jokers = BLACK_JOKER in kickers and RED_JOKER in kickers
            if rules.jokers_as_solos or not both_jokers:
                yield kickers
    else:
        # Pairs are always of different ranks, so each is there once.
        pairs = [[slot, slot] for slot in range(15) if held[slot] >= 2 and slot not in body]
        if rules.jokers_as_pair and held[BLACK_JOKER] and held[RED_JOKER]:
            pairs.append([BLACK_JOKER, RED_JOKER])
        for some in combinations(pairs, wanted):
            yield [slot for pair in some for slot in pair]


def plays_of(held: list[int], row: Row, lengths: Iterable[int], rules: Rules) -> Iterator[Play]:
    """Every play of a row of the table, of these lengths, from a hand."""
    for length in lengths:
        for body in row.bodies(length):
            if all(held[slot] >= row.copies for slot in body):
                for kickers in kicker_sets(held, row, body, rules):
                    cards = write([*body] * row.copies + kickers)
                    yield Play(cards, row.kind, length, body[-1])


def leads(hand: str, rules: Rules, most_cards: int | None = None) -> list[Play]:
    """Every play of a hand, in canonical order.

    ``most_cards`` leaves out the plays of more cards than that.
    """
    held = count(hand)
    most = len(hand) if most_cards is None else min(most_cards, len(hand))
    plays: list[Play] = []
    for row in TABLE:
        if exists(row.kind, rules):
            lengths = [length for length in row.lengths if row.cards(length) <= most]
            plays += plays_of(held, row, lengths, rules)
    if held[BLACK_JOKER] and held[RED_JOKER] and most >= 2:
        plays.append(ROCKET)
    return highest_ranks(plays)


def follows(hand: str, last: Play, rules: Rules) -> list[Play]:
    """Every play of a hand that beats the last one, in canonical order."""
    held = count(hand)
    plays: list[Play] = []
    for row in TABLE:
        # Section 3: the same kind at the same length, or some bomb; to go
        # through all the leads would give the same plays and take longer.
        if row.kind in BOMBS and exists(row.kind, rules):
            plays += plays_of(held, row, row.lengths, rules)
        elif row.kind is last.kind and exists(row.kind, rules):
            plays += plays_of(held, row, [last.length], rules)
    if held[BLACK_JOKER] and held[RED_JOKER]:
        plays.append(ROCKET)
    return [play for play in highest_ranks(plays) if beats(play, last, rules)]


def legal(hand: str, last: Play | None, rules: Rules) -> list[Play]:
    """Every play that may be made now; the pass is not among them."""
    return leads(hand, rules) if last is None else follows(hand, last, rules)


# --- All the readings of some cards -----------------------------------------


def is_body_and_kickers(cards: list[int], row: Row, body: range, rules: Rules) -> bool:
    """Whether these cards are this body and allowed kickers, nothing else."""
    if any(cards[slot] != row.copies for slot in body):
        return False
    kickers = [0 if slot in body else number for slot, number in enumerate(cards)]
    if sum(kickers) != row.kickers * row.kicker_cards * len(body):
        return False
    if row.kicker_cards == 1:
        if kickers[BLACK_JOKER] and kickers[RED_JOKER] and not rules.jokers_as_solos:
            return False
        return all(
            number <= most_singles(slot, row, body, rules) for slot, number in enumerate(kickers)
        )
    # Pairs of different ranks, and nothing else; where there is nothing, that
    # holds too.
    *ranks, black, red = kickers
    if black != red or (black and not rules.jokers_as_pair):
        return False
    return all(number in (0, 2) for number in ranks)


def readings(cards: str, rules: Rules) -> list[Play]:
    """Every way to read exactly these cards as one play, in canonical order.

    It lists nothing: it tries each kind, length and rank on the cards.

    >>> [str(play) for play in readings("555444333666", Rules.preset("free_kickers"))]
    ['333444555666:trio_chain:4:6', '333444555666:trio_chain_solo:3:6']
    >>> readings("44445555", Rules.preset("standard"))
    []
    """
    counts = count(cards)
    found: list[Play] = []
    for row in TABLE:
        for length in row.lengths:
            if exists(row.kind, rules) and row.cards(length) == len(cards):
                for body in row.bodies(length):
                    if is_body_and_kickers(counts, row, body, rules):
                        found.append(Play(tidy(cards), row.kind, length, body[-1]))
    if tidy(cards) == "BR":
        found.append(ROCKET)
    return highest_ranks(found)


def meant(cards: str, last: Play | None, rules: Rules) -> Play | None:
    """The reading a person means who types only cards (section 4).

    Following it is the one that beats, leading the one whose body has most
    cards; ``None`` where there is none.

    >>> str(meant("333444555666", None, Rules.preset("free_kickers")))
    '333444555666:trio_chain:4:6'
    """
    plays = readings(cards, rules)
    if last is not None:
        return next((play for play in plays if beats(play, last, rules)), None)
    return max(plays, key=lambda play: len(play.cards) - len(canonical(play)[3]), default=None)


# --- Section 7: why not -----------------------------------------------------


def why_not(hand: str, play: Play | str, last: Play | None, rules: Rules) -> Reason | None:
    """Why a play is refused, or ``None`` where it may be made.

    ``play`` is a play with its reading, or a text: ``"pass"``, only cards, or
    ``cards:kind:length:rank``.
    """
    if isinstance(play, str) and (":" in play or play == "pass"):
        play = parse_play(play)
    if play == PASS:
        return Reason.MUST_LEAD if last is None else None
    cards = play.cards if isinstance(play, Play) else play
    if any(needed > held for needed, held in zip(count(cards), count(hand), strict=True)):
        return Reason.NOT_HELD
    plays = readings(cards, rules)
    if isinstance(play, Play):
        plays = [reading for reading in plays if reading == play]
    if not plays:
        return Reason.NO_COMBINATION
    if last is None or any(beats(reading, last, rules) for reading in plays):
        return None
    # Among bombs of every sort, and within a kind and size, it is the height
    # that decides; a longer bomb chain counts as higher (section 3).
    if last.kind in BOMBS and any(reading.kind in BOMBS for reading in plays):
        return Reason.TOO_LOW
    of_kind = [reading for reading in plays if reading.kind is last.kind]
    if any((r.length, len(r.cards)) == (last.length, len(last.cards)) for r in of_kind):
        return Reason.TOO_LOW
    if of_kind:
        return Reason.WRONG_COUNT
    return Reason.WRONG_KIND


# --- Section 5: the table, as far as play itself goes -----------------------


def without(hand: str, cards: str) -> str:
    """A hand after some of its cards were played."""
    for card in cards:
        hand = hand.replace(card, "", 1)
    return hand


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


# --- Section 6: deal numbers ------------------------------------------------

WORD = 2**64


class Stream:
    """The random numbers of a deal.

    >>> hex(Stream(0).next())  # the published first output for the seed 0
    '0xe220a8397b1dcdaf'
    """

    def __init__(self, number: int) -> None:
        self.state = number % WORD

    def next(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) % WORD
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return self.next() * n // WORD


class Deal(NamedTuple):
    """What lies on the table before the auction; all cards as sorted text."""

    hands: tuple[str, ...]
    bottom: str
    first_bidder: int


class Dealer:
    """Deals the cards of a number, and deals anew after all have passed."""

    def __init__(self, number: int, players: int = 3, deck: str = DECK) -> None:
        if players < 1 or 17 * players + 3 > len(deck):
            raise InvalidArgument(f"{len(deck)} cards do not go round {players} players")
        self.stream = Stream(number)
        self.players = players
        self.deck = list(deck)

    def deal(self) -> Deal:
        """The first deal, and at each further call a new one."""
        deck = self.deck
        for i in range(len(deck) - 1, 0, -1):
            j = self.stream.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        dealt = 17 * self.players
        hands = tuple(
            tidy("".join(deck[seat : dealt : self.players])) for seat in range(self.players)
        )
        bottom = tidy("".join(deck[dealt : dealt + 3]))
        return Deal(hands, bottom, self.stream.below(self.players))


def deal(number: int, players: int = 3) -> Deal:
    """The deal of that number.

    >>> deal(1).bottom, deal(1).first_bidder
    ('TQ2', 2)
    """
    return Dealer(number, players).deal()


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
    """Bombs, rockets and bomb chains."""
    decisions: list[Decision]


def playout(number: int, rules: Rules) -> Playout:
    """The random play-out of the deal of that number.

    Seat 0 is the landlord and holds the bottom; each decision is one draw,
    also where there is only one action.
    """
    dealer = Dealer(number)
    hands, bottom, _ = dealer.deal()
    position = Position((tidy(hands[0] + bottom), *hands[1:]))
    decisions: list[Decision] = []
    while not position.is_over:
        actions = position.actions(rules)
        action = actions[dealer.stream.below(len(actions))]
        decisions.append(Decision(position.turn, actions, action))
        position = position.after(action)
    bombs = sum(decision.action.kind in BOMBS for decision in decisions)
    return Playout(decisions[-1].seat, bombs, decisions)


def digest(seed: int, games: int, rules: Rules) -> str:
    """SHA-256 over ``number:winner_seat:decisions:bombs`` of deals seed, seed + 1, ..."""
    total = sha256()
    for game in range(games):
        number = (seed + game) % WORD
        result = playout(number, rules)
        line = f"{number}:{result.winner}:{len(result.decisions)}:{result.bombs}\n"
        total.update(line.encode())
    return total.hexdigest()
