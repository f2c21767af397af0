"""Games for tests: with chosen cards, at every table, walked at random."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import ddz_core as ddz

BIDDERS = {"drawn": None, "agreed": 1}
RULES = ("standard", "free_kickers", "shuttle", "bga_bomb_mode")


def arranged(
    table: ddz.Table, hands: Sequence[str], bottom: str, first: int = 0, deal: int = 0
) -> ddz.Game:
    """A game in which these cards have been dealt; the first card of the bottom is
    the one that may be shown. Cards that nobody has are out of play."""
    game = ddz.Game(table, deal)
    dealt = tuple(map(ddz.Hand, hands)), ddz.Hand(bottom), ddz.Hand(bottom[:1]), first
    game._dealt = [dealt]
    game._auctions = []
    game._start_auction()
    return game


def played(game: ddz.Game, actions: str) -> ddz.Game:
    """The game after these actions, which stand between blanks."""
    for action in actions.split():
        game.push(action)
    return game


def tables(rules: str) -> Iterator[ddz.Table]:
    """Every table with these rules: all the options crossed."""
    flags = (False, True)
    decks = ((3, False), (2, False), (2, True))
    for players, short_deck in decks:
        for auction, order in itertools.product(("points", "doubling"), ("play", "clockwise")):
            for show_card, discard, skip in itertools.product(flags, repeat=3):
                for first_bidder, new_deals in ((None, None), (1, 0), (None, 1)):
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
                    )


def walk(game: ddz.Game, rng: random.Random, steps: int = 10_000) -> Iterator[list[ddz.Action]]:
    """Random actions; yields the legal ones before each is made."""
    while not game.is_over and steps:
        steps -= 1
        legal = game.legal_actions()
        yield legal
        game.push_unchecked(rng.choice(legal))


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
