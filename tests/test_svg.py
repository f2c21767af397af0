"""Pictures of cards: what they show, and that nothing hidden is in one seat's."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

import ddz_core as ddz
from ddz_core import svg
from ddz_core.svg.cards import symbol
from ddz_core.svg.hands import named

SVG = "{http://www.w3.org/2000/svg}"


def cards_of(picture: str) -> str:
    """The cards in a picture, in the order in which they lie."""
    uses = ElementTree.fromstring(picture).iter(f"{SVG}use")
    return "".join(each.get("href", "").removeprefix("#ddz-") for each in uses)


def symbols_of(picture: str) -> set[str]:
    symbols = ElementTree.fromstring(picture).iter(f"{SVG}symbol")
    return {each.get("id", "").removeprefix("ddz-") for each in symbols}


@pytest.mark.parametrize("cards", ["", "3", "33344456TJQKA2BR", "33333333BBRR"])
def test_a_hand_shows_its_cards_in_order(cards: str) -> None:
    hand = ddz.Hand(cards, decks=2)
    picture = svg.hand(hand)
    assert cards_of(picture) == str(hand)
    assert symbols_of(picture) == set(str(hand))
    assert svg.hand(cards) == picture
    # Who cannot see it is told the same.
    label = ElementTree.fromstring(picture).get("aria-label", "")
    assert len(label.split(", ")) == max(len(hand), 1)
    assert ("big joker" in label) == ("R" in cards)


def test_wild_cards_have_a_star() -> None:
    assert svg.hand("8889", wild="8").count('class="ddz-star"') == 3
    assert 'class="ddz-star"' not in svg.hand("8889")


def test_every_card_is_drawn_otherwise() -> None:
    drawn = {symbol(rank).replace(f"ddz-{rank}", "") for rank in ddz.RANKS}
    assert len(drawn) == 15
    assert symbols_of(svg.sprite()) == {*ddz.RANKS, "back"}


def test_a_number_card_has_as_many_coins_as_its_rank() -> None:
    for rank in "3456789T":
        number = 10 if rank == "T" else int(rank)
        assert symbol(rank).split('class="ddz-coin"')[1].count("h3.6v") == number


def played(table: str = "free_kickers", deal: int = 3, plays: int = 9) -> ddz.Game:
    game = ddz.Game(table, deal=deal)
    while game.phase != "play":
        game.push(game.legal_actions[0])
    for _ in range(plays):
        game.push(game.legal_actions[0])
    return game


def test_a_game_shows_all_hands_the_bottom_and_the_trick() -> None:
    game = played()
    on_the_table = "".join(str(each.action).split(":")[0] for each in game.public.trick[-3:])
    shown = Counter(cards_of(svg.game(game)))
    wanted = Counter("".join(map(str, game.hands)) + str(game.bottom) + on_the_table)
    assert shown == wanted
    label = ElementTree.fromstring(svg.game(game)).get("aria-label", "")
    assert f"to beat: {game.public.last}" in label
    assert f"seat {game.turn} is to act" in label
    assert svg.game(game).count('ddz-turn" ') == svg.game(game).count('class="ddz-beat"') == 1


def test_one_seat_sees_no_other_hand() -> None:
    game = played()
    for seat in range(3):
        picture = svg.game(game, seat)
        assert picture == svg.observation(game.observation(seat))
        hidden = sum(size for other, size in enumerate(game.public.sizes) if other != seat)
        assert cards_of(picture).count("back") == hidden
        for other, hand in enumerate(game.hands):
            assert (str(hand) in cards_of(picture)) == (other == seat)
            assert (named(hand) in picture) == (other == seat)
    # Before there is a landlord the bottom is hidden, but for a card that is shown.
    auction = svg.game(ddz.Game("bga", deal=1), 0)
    assert cards_of(auction).count("back") == 2 * 17 + 2


def test_an_open_hand_is_seen_by_all() -> None:
    game = ddz.Game("happy", deal=1)
    for action in ("call", "pass", "pass", "open"):
        game.push(action)
    assert game.landlord is not None
    other = (game.landlord + 1) % 3
    assert str(game.hands[game.landlord]) in cards_of(svg.game(game, other))


def test_names_are_text() -> None:
    picture = svg.game(played(), names=["<b>", "&", '"'])
    assert "<b>" not in picture
    texts = [each.text for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    assert {"<b>", "&", '"'} <= set(texts)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: svg.hand("333334"[:-1] + "Z"),
        lambda: svg.game("a game"),  # type: ignore[arg-type]
        lambda: svg.game(ddz.Game("standard", deal=1), 3),
        lambda: svg.game(ddz.Game("standard", deal=1), names=["one"]),
        lambda: svg.observation(ddz.Game("standard", deal=1)),  # type: ignore[arg-type]
    ],
)
def test_bad_arguments(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(ddz.DdzError):
        wrong()
