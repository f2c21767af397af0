"""The plays of a hand, and the readings of cards (docs/rules.md sections 4, 6, 7, 8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ..errors import InvalidArgument, Reason
from ..kinds import CHAIN_SLOTS, RANKS, Kind
from ..rules import Rules
from . import wild
from .beating import beats
from .cards import (
    BLACK_JOKER,
    BOMBS,
    PASS,
    RED_JOKER,
    TABLE,
    Play,
    Row,
    canonical,
    choices,
    count,
    parse_play,
    rocket,
    table,
    tidy,
    without,
    write,
)

# --- Section 4: combination rule sets ---------------------------------------


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


def kicker_sets(
    held: list[int], row: Row, body: range, rules: Rules, wild_cards: int = 0
) -> Iterator[list[int]]:
    """Every set of kickers, as slots, that this body can have from a hand.

    At most ``wild_cards`` of them may be cards from 3 to 2 that the hand has not.
    """
    wanted = row.kickers * len(body)
    has = [number + (wild_cards if slot < 13 else 0) for slot, number in enumerate(held)]
    if row.kicker_cards == 0:
        yield []
    elif row.kicker_cards == 1:
        room = [min(has[slot], most_singles(slot, row, body, rules)) for slot in range(15)]
        for kickers in choices(room, wanted, held, wild_cards):
            both_jokers = BLACK_JOKER in kickers and RED_JOKER in kickers
            if rules.jokers_as_solos or not both_jokers:
                yield kickers
    else:
        # Pairs are always of different ranks, so each is there once. With two decks
        # two equal jokers are a pair as well (section 8.1).
        pairs = [[slot, slot] for slot in range(15) if has[slot] >= 2 and slot not in body]
        if rules.jokers_as_pair and held[BLACK_JOKER] and held[RED_JOKER]:
            pairs.append([BLACK_JOKER, RED_JOKER])
        for some in combinations(pairs, wanted):
            lacking = sum(2 - held[low] for low, high in some if low == high and held[low] < 2)
            if lacking <= wild_cards:
                yield [slot for pair in some for slot in pair]


def plays_of(
    held: list[int], row: Row, lengths: Iterable[int], rules: Rules, wild_cards: int = 0
) -> Iterator[Play]:
    """Every play of a row of the table, of these lengths, from a hand.

    At most ``wild_cards`` of its cards may be cards from 3 to 2 that the hand has not.
    """
    for length in lengths:
        for body in row.bodies(length):
            # No wild card stands for a joker.
            spare = wild_cards if body[-1] < 13 else 0
            spare -= sum(row.copies - held[slot] for slot in body if held[slot] < row.copies)
            if spare >= 0:
                for kickers in kicker_sets(held, row, body, rules, spare):
                    cards = write([*body] * row.copies + kickers)
                    yield Play(cards, row.kind, length, body[-1])


def plays_from(
    hand: str, rows: Iterable[tuple[Row, Sequence[int]]], most: int, rules: Rules
) -> list[Play]:
    """The plays of a hand of these rows and lengths, and the rocket, in canonical order.

    Plays of more than ``most`` cards are left out.
    """
    held = count(hand, rules)
    own, wild_cards = wild.own_and_wild(held, rules)
    if rules.wild is not None:
        # Section 8.2: with wild cards no play has more cards than a player can hold.
        most = min(most, rules.most_cards)
    plays: list[Play] = []
    for row, every_length in rows:
        lengths = [length for length in every_length if row.cards(length) <= most]
        plays += plays_of(own, row, lengths, rules, wild_cards)
    jokers = rocket(rules)
    if all(hand.count(joker) == rules.decks for joker in "BR") and len(jokers.cards) <= most:
        plays.append(jokers)
    plays = highest_ranks(plays)
    if not wild_cards:
        return plays
    # Section 8.2: these are what results. Several of them may be the same play; several
    # readings of the same cards are plays of their own, also where they differ in rank.
    played = {play for result in plays for play in wild.laid_down(result, own, wild_cards, rules)}
    return sorted(played, key=canonical)


def leads(hand: str, rules: Rules, most_cards: int | None = None) -> list[Play]:
    """Every play of a hand, in canonical order.

    ``most_cards`` leaves out the plays of more cards than that.
    """
    most = len(hand) if most_cards is None else min(most_cards, len(hand))
    return plays_from(hand, [(row, row.lengths) for row in table(rules)], most, rules)


def follows(hand: str, last: Play, rules: Rules) -> list[Play]:
    """Every play of a hand that beats the last one, in canonical order."""
    # Section 3: the same kind at the same length, or some bomb; to go through all the
    # leads would give the same plays and take longer.
    rows: list[tuple[Row, Sequence[int]]] = []
    for row in table(rules):
        if row.kind in BOMBS:
            rows.append((row, row.lengths))
        elif row.kind is last.kind:
            rows.append((row, [last.length]))
    plays = plays_from(hand, rows, len(hand), rules)
    return [play for play in plays if beats(play, last, rules)]


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
    if rules.jokers_as_pair and kickers[BLACK_JOKER] == kickers[RED_JOKER] == 1:
        kickers[BLACK_JOKER] = kickers[RED_JOKER] = 0
    return all(number in (0, 2) for number in kickers)


def readings_as_they_are(cards: str, rules: Rules) -> list[Play]:
    """Every way to read exactly these cards as one play, none of them wild.

    It lists nothing: it tries each kind, length and rank on the cards.
    """
    counts = count(cards, rules)
    found: list[Play] = []
    for row in table(rules):
        for length in row.lengths:
            if row.cards(length) == len(cards):
                for body in row.bodies(length):
                    if is_body_and_kickers(counts, row, body, rules):
                        found.append(Play(tidy(cards), row.kind, length, body[-1]))
    if tidy(cards) == rocket(rules).cards:
        found.append(rocket(rules))
    return highest_ranks(found)


def readings(cards: str, rules: Rules) -> list[Play]:
    """Every way to read exactly these cards as one play, in canonical order.

    >>> [str(play) for play in readings("555444333666", Rules.preset("free_kickers"))]
    ['333444555666:trio_chain:4:6', '333444555666:trio_chain_solo:3:6']
    >>> readings("44445555", Rules.preset("standard"))
    []
    >>> [str(play) for play in readings("45679", Rules(wild="9"))]
    ['45679:solo_chain:5:7', '45679:solo_chain:5:8']
    """
    count(cards, rules)
    if rules.wild is not None and len(cards) > rules.most_cards:
        return []
    # Section 8.2: whatever the wild cards are taken for, it is these cards that lie down.
    found = {
        reading._replace(cards=tidy(cards))
        for result in wild.results(cards, rules)
        for reading in readings_as_they_are(result, rules)
    }
    return sorted(found, key=canonical)


def stands_for(play: Play, rules: Rules) -> str:
    """What the wild cards of a play stand for, sorted.

    There may be several ways. This one changes as few wild cards as it can, and then
    takes the lowest ranks.

    >>> rules = Rules(wild="9")
    >>> stands_for(parse_play("779:trio:1:7"), rules)
    '7'
    >>> stands_for(parse_play("7799T:trio_pair:1:7"), rules)
    '7T'
    >>> stands_for(parse_play("7779:trio_solo:1:7"), rules)
    '9'
    """
    own_rank = rules.wild
    if own_rank is None or own_rank not in play.cards:
        return ""
    others = play.cards.replace(own_rank, "")
    ways = [
        without(result, others)
        for result in wild.results(play.cards, rules)
        if play._replace(cards=result) in readings_as_they_are(result, rules)
    ]
    if not ways:
        raise InvalidArgument(f"{play} is no play where {own_rank} is wild")
    return min(ways, key=lambda way: (-way.count(own_rank), [*map(RANKS.index, way)]))


def body_size(play: Play) -> int:
    """How many cards of a play are not kickers."""
    if play.kind in BOMBS:
        return len(play.cards)
    return next(row.copies * play.length for row in TABLE if row.kind is play.kind)


def meant(cards: str, last: Play | None, rules: Rules) -> Play | None:
    """The reading a person means who types only cards (sections 4, 8.2).

    Following it is one that beats. Of these, and of all when leading, it is the one
    whose body has most cards; with wild cards a bomb before others, and then the
    highest rank. ``None`` where there is none.

    >>> str(meant("333444555666", None, Rules.preset("free_kickers")))
    '333444555666:trio_chain:4:6'
    >>> str(meant("7799", None, Rules(wild="9")))
    '7799:bomb:1:7'
    """
    plays = readings(cards, rules)
    if last is not None:
        plays = [play for play in plays if beats(play, last, rules)]

    def preference(play: Play) -> tuple[bool, int, int]:
        return rules.wild is not None and play.kind in BOMBS, body_size(play), play.rank

    return max(plays, key=preference, default=None)


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
    if any(
        needed > held for needed, held in zip(count(cards, rules), count(hand, rules), strict=True)
    ):
        return Reason.NOT_HELD
    plays = readings(cards, rules)
    if isinstance(play, Play):
        plays = [reading for reading in plays if reading == play]
    if not plays:
        return Reason.NO_COMBINATION
    if last is None or any(beats(reading, last, rules) for reading in plays):
        return None
    # Among bombs of every sort, and within a kind and size, it is the height
    # that decides; a longer bomb chain counts as higher (section 3), and so does a
    # bomb of more cards or of a higher tier (section 8).
    if last.kind in BOMBS and any(reading.kind in BOMBS for reading in plays):
        return Reason.TOO_LOW
    of_kind = [reading for reading in plays if reading.kind is last.kind]
    if any((r.length, len(r.cards)) == (last.length, len(last.cards)) for r in of_kind):
        return Reason.TOO_LOW
    if of_kind:
        return Reason.WRONG_COUNT
    return Reason.WRONG_KIND
