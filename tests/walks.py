"""Games for tests: with chosen cards, at every table, walked at random."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import partial
from itertools import combinations

import ddz_core as ddz
from ddz_core.game.deals import Dealt

BIDDERS = {"drawn": None, "agreed": 1}
AUCTIONS = ("points", "doubling", "call", "none")
RULES = ("standard", "free_kickers", "shuttle", "bga_bomb_mode")
"""With one deck; ``four`` has two."""


def arranged(
    table: ddz.Table,
    hands: Sequence[str],
    bottom: str,
    first: int = 0,
    deal: int = 0,
    wild: str | None = None,
) -> ddz.Game:
    """A game in which these cards have been dealt; the first card of the bottom is
    the one that may be shown. Cards that nobody has are out of play. ``wild`` is the rank
    that the deal has drawn."""
    game = ddz.Game(table, deal)
    decks = table.rules.decks
    shown = ddz.Hand(bottom[:1], decks=decks)
    dealt = tuple(ddz.Hand(hand, decks=decks) for hand in hands)
    game._dealt = [Dealt(dealt, ddz.Hand(bottom, decks=decks), shown, first, wild)]
    game._auctions, game._play = [], None
    game._start_auction()
    return game


def played(game: ddz.Game, actions: str) -> ddz.Game:
    """The game after these actions, which stand between blanks."""
    for action in actions.split():
        game.push(action)
    return game


def tables(rules: str) -> Iterator[ddz.Table]:
    """Every table with these rules but for wild cards: all the options crossed, and with
    them, one after the other, every open hand and doubling round."""
    two_decks = ddz.Rules.preset(rules).decks == 2
    yield from _crossed(rules, [(4, False)] if two_decks else [(3, False), (2, False), (2, True)])


def wild_tables(rules: str) -> Iterator[ddz.Table]:
    """The same with wild cards, where the rules allow of them."""
    named = ddz.Rules.preset(rules)
    if named.decks == 1 and not named.bomb_chains:
        yield from _crossed(rules, [(3, False), (2, False)], wild=True)


def every_table() -> Iterator[ddz.Table]:
    """Every option crossed with every variant."""
    for rules in (*RULES, "four"):
        yield from tables(rules)
        yield from wild_tables(rules)


def _crossed(
    rules: str, seats: Sequence[tuple[int, bool]], wild: bool = False
) -> Iterator[ddz.Table]:
    flags = (False, True)
    rounds = itertools.cycle(itertools.product((0, 2, 3), (0, 2, 4)))
    for players, short_deck in seats:
        for auction, order in itertools.product(AUCTIONS, ("play", "clockwise")):
            for show_card, discard, skip in itertools.product(flags, repeat=3):
                for first_bidder, new_deals in ((None, None), (1, None), (1, 0), (None, 1)):
                    options = (order, show_card, new_deals)
                    if auction == "none" and options != ("play", False, None):
                        continue  # without an auction they mean nothing
                    open_hand, doubling = next(rounds)
                    yield ddz.Table(
                        rules=rules,
                        players=players,
                        short_deck=short_deck,
                        auction=auction,
                        auction_order=order,
                        show_card=show_card,
                        discard=discard,
                        skip=skip,
                        first_bidder=first_bidder,
                        new_deals=new_deals,
                        wild=wild,
                        open_hand=open_hand,
                        doubling=doubling,
                    )


def pairwise(every: Sequence[ddz.Table]) -> list[ddz.Table]:
    """A few of these tables, such that any two values of two options that come together in
    some table come together in one of them."""
    options = [each.name for each in fields(ddz.Table) if each.compare]
    values = [
        set(combinations([(name, getattr(table, name)) for name in options], 2)) for table in every
    ]
    left: set[object] = set().union(*values)
    chosen: list[ddz.Table] = []
    while left:
        # The table that brings most of what is still missing.
        best = max(range(len(every)), key=lambda i: len(values[i] & left))
        left -= values[best]
        chosen.append(every[best])
    return chosen


def walk(game: ddz.Game, rng: random.Random, steps: int = 10_000) -> Iterator[list[ddz.Action]]:
    """Random actions; yields the legal ones before each is made."""
    while not game.is_over and steps:
        steps -= 1
        legal = game.legal_actions()
        yield legal
        game.push_unchecked(rng.choice(legal))


def wander(
    rng: random.Random, how_many: int, every: Sequence[ddz.Table] = ()
) -> Iterator[tuple[int, ddz.Game, list[ddz.Action]]]:
    """Games at so many of these tables, walked at random: the number of the table, the game
    and its legal actions, before each is made. Of all tables with one deck and no wild
    cards where none are named."""
    every = every or [table for rules in RULES for table in tables(rules)]
    for number, table in enumerate(rng.sample(every, how_many)):
        game = ddz.Game(table, number)
        for legal in walk(game, rng):
            yield number, game, legal


def snapshot(game: ddz.Game) -> tuple[object, ...]:
    """Everything that can be asked of a game."""
    seats = range(game.table.players)
    return (
        game.hands,
        game.bottom,
        game.public,
        [game.observation(seat) for seat in seats],
        game.actions,
        game.result,
        game.record(),
    )


def with_other_hidden_cards(game: ddz.Game, seat: int | None, rng: random.Random) -> ddz.Game:
    """A game that went the same way, in which the cards that nobody has shown are
    dealt out anew: to everybody, or to all but ``seat``. It has had no new deal."""
    public, held = game.public, list(game.hands)
    landlord, bottom = public.landlord, game.bottom
    hand_of = partial(ddz.Hand, decks=game.table.rules.decks)
    shown = game._dealt[0].shown if game.table.show_card else ddz.Hand()
    hidden = public.hidden
    bottom_size = game.table.rules.bottom_size
    secret_bottom = 0 if landlord is not None else bottom_size - len(shown)
    sizes = []
    for each, hand in enumerate(held):
        kept = public.kept if each == landlord else ddz.Hand()
        if each == seat:
            hidden = hidden - (hand - kept)
        sizes.append(0 if each == seat else len(hand) - len(kept))
    cards = list(str(hidden))
    rng.shuffle(cards)
    new = []
    for each, size in enumerate(sizes):
        kept = public.kept if each == landlord else ddz.Hand()
        new.append(held[each] if each == seat else kept + hand_of("".join(cards[:size])))
        cards = cards[size:]
    if landlord is None:
        bottom = shown + hand_of("".join(cards[:secret_bottom]))
    # What was dealt: what is held, and what was discarded and played.
    for made in (*public.discards, *public.plays):
        if made.action != ddz.PASS:
            new[made.seat] = new[made.seat] + made.action.cards
    if landlord is not None:
        new[landlord] = new[landlord] - bottom
    first = game._auctions[0].first
    wild = game._dealt[0].wild
    if wild is not None and landlord is None:
        wild = rng.choice("3456789TJQKA2")  # hidden as well
    other = arranged(game.table, list(map(str, new)), str(bottom), first, game.deal, wild)
    other._dealt[0] = other._dealt[0]._replace(shown=game._dealt[0].shown, first_bidder=first)
    for action in game.actions:
        other.push(action)
    return other
