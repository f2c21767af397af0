"""The cards as pixels show what the SVG says."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

import ddz_core as ddz
from ddz_core.adapters._picture import picture
from ddz_core.svg import pixels, tables
from ddz_core.svg.pixels import card

COIN, PAPER = (0xB9, 0x8A, 0x2E), (0xFF, 0xFD, 0xF5)
INDEX = {"K": (0x1F, 0x5A, 0x8C), "R": (0xB3, 0x20, 0x2C), "B": (0x22, 0x30, 0x3C)}


def has(image: NDArray[np.uint8], colour: tuple[int, ...]) -> NDArray[np.bool_]:
    return (image[..., :3] == colour).all(axis=-1)


def pieces(mask: NDArray[np.bool_]) -> int:
    """How many pieces of a picture are set, each held together by its sides."""
    left = {(int(y), int(x)) for y, x in np.argwhere(mask)}
    found = 0
    while left:
        found += 1
        edge = [left.pop()]
        while edge:
            y, x = edge.pop()
            near = {(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)} & left
            left -= near
            edge += near
    return found


def test_every_card_is_itself_on_paper_with_round_corners() -> None:
    drawn = {rank: card(rank) for rank in (*ddz.RANKS, "back")}
    assert len({image.tobytes() for image in drawn.values()}) == 16
    for image in drawn.values():
        assert image.shape == (84, 60, 4)
        assert (image[[0, 0, -1, -1], [0, -1, 0, -1], 3] == 0).all()
        assert (image[10:-10, 2:-2, 3] == 255).all()
        # So that it can be laid over anything.
        assert (image[..., :3] <= image[..., 3:]).all()


@pytest.mark.parametrize("rank", [*"3456789TA2"])
def test_coins_are_as_many_as_the_rank(rank: str) -> None:
    number = {"T": 10, "A": 1}.get(rank) or int(rank)
    assert pieces(has(card(rank), COIN)) == number


def test_a_coin_has_the_size_that_its_path_says() -> None:
    # The ace's: a circle of radius 14 with a square hole of 10.08; a little is half a pixel.
    area = math.pi * 14**2 - 10.08**2
    red = card("A")[25:67, 24:54, 0].astype(float)
    covered = (PAPER[0] - red).sum() / (PAPER[0] - COIN[0])
    assert covered == pytest.approx(area, rel=0.01)


def test_an_index_has_the_colour_of_its_card() -> None:
    for rank, colour in INDEX.items():
        corner = card(rank)[6:28, 4:22]
        assert has(corner, colour).sum() > 20
        assert all(not has(corner, other).any() for other in set(INDEX.values()) - {colour})
    # The upright of the K: a line from (1.2, 0) to (1.2, 18), moved by (6, 8), 2.7 wide.
    middle = card("K")[17]
    assert has(middle[None], INDEX["K"])[0].nonzero()[0].tolist()[0] == 6


@pytest.mark.parametrize(
    ("told", "points", "closed"),
    [
        ("M1 2 3-4H5V6", [1 + 2j, 3 - 4j, 5 - 4j, 5 + 6j], False),
        ("m1 2l.5.5-.5 1h2v-1z", [1 + 2j, 1.5 + 2.5j, 1 + 3.5j, 3 + 3.5j, 3 + 2.5j], True),
    ],
)
def test_paths_of_lines(told: str, points: list[complex], closed: bool) -> None:
    assert pixels._path(told) == [(points, closed)]


@pytest.mark.parametrize(
    ("told", "end", "middle"),
    [
        ("M0 0Q2 2 4 0", 4, 2 + 1j),
        ("M0 0C0 4 4 4 4 0", 4, 2 + 3j),
        ("M1 1c0 4 4 4 4 0", 5 + 1j, 3 + 4j),
        ("M0 0L9 9S4 4 4 0", 4, None),
        ("M0 0a5 5 0 1 0 10 0", 10, 5 + 5j),
    ],
)
def test_curves_and_half_circles(told: str, end: complex, middle: complex | None) -> None:
    [(points, closed)] = pixels._path(told)
    assert not closed
    assert points[-1] == pytest.approx(end)
    assert middle is None or min(abs(point - middle) for point in points) < 1e-9


def test_a_smooth_curve_goes_on_as_the_one_before() -> None:
    [(smooth, _)] = pixels._path("M0 0C0 4 4 4 4 0S8-4 8 0")
    [(told, _)] = pixels._path("M0 0C0 4 4 4 4 0C4-4 8-4 8 0")
    assert smooth == pytest.approx(told)


def test_a_picture_lays_cards_in_rows() -> None:
    hands = [ddz.Hand("3KR"), ddz.Hand(), ddz.Hand("33445566778899TJQKA2"), ddz.Hand("T")]
    image = picture(hands, marked=2)
    felt = image[0, 0]
    assert bytes(felt).hex() in tables.STYLE
    assert image.shape == picture([ddz.Hand()] * 4, 0).shape
    # The last card of a row is whole, of the others the left part is seen.
    inside = np.s_[10:-10, 2:-2]
    assert (image[8:92, 52:112][inside] == card("R")[..., :3][inside]).all()
    assert (image[8:92, 30:52][10:-10, 6:] == card("K")[10:-10, 6:22, :3]).all()
    assert (image[100:184] == felt).all()
    marks = has(image, (0xF2, 0xC1, 0x4E)).any(axis=1).nonzero()[0]
    assert (marks[0], marks[-1]) == (192, 275)
