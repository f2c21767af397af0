"""Records: what they say, and what of a wrong one is told."""

from __future__ import annotations

import pickle
import random
import re
import time
from zlib import crc32

import pytest
from walks import arranged, played, walk

import ddz_core as ddz
from ddz_core import Fault, Table
from ddz_core.game.record import Record


def finished(table: Table | str = "standard", deal: int = 1) -> ddz.Game:
    game = ddz.Game(table, deal)
    for _ in walk(game, random.Random(deal)):
        pass
    return game


def with_check(line: str, errors: str = "strict") -> str:
    """The line with the check that belongs to it."""
    return f"{line} check:{crc32(line.encode(errors=errors)):08x}"


def line_of(game: ddz.Game) -> str:
    return game.record().rpartition(" check:")[0]


def fault(text: str) -> ddz.InvalidRecord:
    with pytest.raises(ddz.InvalidRecord) as caught:
        ddz.Game.from_record(text)
    return caught.value


def test_a_record_can_be_read() -> None:
    table = Table.preset("bga", players=2, auction="doubling", discard=True)
    game = played(ddz.Game(table, deal=7), "pass pass bid:1 bid:2 pass discard:3")
    assert line_of(game) == (
        "ddz1 bga,players=2,auction=doubling,discard=yes deal:7"
        " pass pass bid:1 bid:2 pass discard:3 unfinished:discard"
    )
    assert "\n" not in game.record()


def test_points_stand_at_the_end() -> None:
    game = finished()
    result = game.result
    assert result is not None
    assert line_of(game).endswith(" points:" + ",".join(f"{p:+d}" for p in result.points))
    game = played(ddz.Game(Table(new_deals=0), deal=1), "pass pass pass")
    assert line_of(game).endswith(" pass pass pass points:0,0,0")


def test_the_reading_stands_only_where_it_is_not_the_one_that_is_meant() -> None:
    table = Table.preset("free_kickers")
    for play, text in (
        ("333444555666:trio_chain:4:6", "333444555666"),
        ("333444555666:trio_chain_solo:3:6", "333444555666:trio_chain_solo:3:6"),
        ("33344457:trio_chain_solo:2:4", "33344457"),
    ):
        game = arranged(table, ["3334445556667", "8", "9"], "TJQ")
        played(game, f"bid:3 {play} pass")
        assert line_of(game).endswith(f" {text} pass unfinished:play")
        # Read again, it is the same play.
        texts = line_of(game).split(" ")[4:-1]
        again = arranged(table, ["3334445556667", "8", "9"], "TJQ")
        again.push("bid:3")
        again._replay(texts)
        assert again.public == game.public


def test_following_the_reading_that_beats_is_meant() -> None:
    table = Table.preset("free_kickers")
    game = arranged(table, ["33344455589T", "666777888999", "9"], "TJQ")
    played(game, "bid:3 33344455589T 666777888999")
    assert str(game.public.last) == "666777888999:trio_chain_solo:3:9"
    assert " 666777888999 " in game.record()


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
def test_line_ends_do_not_matter(ending: str) -> None:
    game = finished()
    assert ddz.Game.from_record(game.record() + ending) == game


@pytest.mark.parametrize("text", ["", "\n", "ddz2 standard deal:1", "ddz", "hello world", "DDZ1 x"])
def test_wrong_version(text: str) -> None:
    error = fault(text)
    assert error.fault is Fault.VERSION
    assert "begins with the version 'ddz1'" in str(error)


def test_wrong_version_of_a_whole_record() -> None:
    assert fault(finished().record().replace("ddz1", "ddz2", 1)).fault is Fault.VERSION


def test_truncated_anywhere() -> None:
    text = finished().record()
    for length in range(len("ddz1 "), len(text)):
        error = fault(text[:length])
        assert error.fault is Fault.TRUNCATED
        assert "truncated" in str(error)


def test_truncated_in_the_middle() -> None:
    line = line_of(finished())
    assert fault(with_check(line.rpartition(" ")[0])).fault is Fault.TRUNCATED
    assert fault(with_check("ddz1 standard deal:1")).fault is Fault.TRUNCATED
    assert fault(with_check("ddz1")).fault is Fault.TRUNCATED


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("standard", "whist", Fault.TABLE),
        ("standard", "standard,players=4", Fault.TABLE),
        ("standard", "standard,short_deck=yes", Fault.TABLE),
        ("deal:1", "deal:", Fault.DEAL),
        ("deal:1", "deal:-1", Fault.DEAL),
        ("deal:1", f"deal:{2**64}", Fault.DEAL),
        ("deal:1", "seed:1", Fault.DEAL),
        ("deal:1", "deal:01", Fault.TAMPERED),
        ("standard", "standard,players=3", Fault.TAMPERED),
    ],
)
def test_wrong_headers(old: str, new: str, expected: Fault) -> None:
    game = ddz.Game("standard", deal=1)
    error = fault(with_check(line_of(game).replace(old, new, 1)))
    assert error.fault is expected


def test_the_first_illegal_action_is_named() -> None:
    game = played(ddz.Game("standard", deal=1), "bid:1 pass bid:2 3 pass 5 pass")
    line = line_of(game)
    for number, (old, new, why) in enumerate(
        [
            ("bid:1", "bid:4", "bid 1 or 2 or 3"),
            ("pass", "bid:1", "bid 2 or 3"),
            ("bid:2", "3", "of another phase"),
            ("3", "5R", "not all in the hand"),
            ("pass", "3", "too low|not all in the hand"),
            ("5", "discard:5", "of another phase"),
        ],
        1,
    ):
        words = line.split(" ")
        assert words[2 + number] == old
        words[2 + number] = new
        error = fault(with_check(" ".join(words)))
        assert re.search(why, str(error))
        assert (error.fault, error.action) == (Fault.ACTION, number)
        assert f"action {number}, {new!r}, is refused" in str(error)
        assert isinstance(error.__cause__, ddz.DdzError)


NO_ACTIONS = ["", "x", "bid:" + "9" * 5000, "bid:²", "\udcff", "\0", "3:solo:1:3"]


@pytest.mark.parametrize("action", NO_ACTIONS)
def test_words_that_are_no_action(action: str) -> None:
    for before, phase in (([], "auction"), (["bid:3"], "play")):
        words = ["ddz1", "standard", "deal:1", *before, action + "x" * len(before)]
        error = fault(with_check(" ".join([*words, f"unfinished:{phase}"]), "replace"))
        assert (error.fault, error.action) == (Fault.ACTION, 1 + len(before))


@pytest.mark.parametrize("number", ["9" * 5000, "٣", "1_0", "1 ", "+1"])
def test_numbers_that_are_none(number: str) -> None:
    assert fault(with_check(f"ddz1 standard deal:{number} unfinished:auction")).fault in (
        Fault.DEAL,
        Fault.ACTION,
    )
    error = fault(with_check(f"ddz1 standard,base={number} deal:1 unfinished:auction"))
    assert error.fault in (Fault.TABLE, Fault.DEAL)


@pytest.mark.parametrize("names", [("a", "b", "c"), ("rlcard:rule", "玩家", "x" * 80)])
def test_players_may_be_named(names: tuple[str, ...]) -> None:
    game = finished()
    text = game.record(names)
    assert f" deal:1 players:{','.join(names)} " in text
    assert Record.parse(text).players == names
    assert Record.parse(text).text == text
    assert ddz.Game.from_record(text) == game
    assert ddz.Game.from_record(game.record()) == game
    assert Record.parse(game.record()).players == ()
    swapped = text.replace(f":{names[0]},", f":{names[1]},", 1)
    assert fault(swapped).fault is Fault.TAMPERED


@pytest.mark.parametrize(
    "names",
    [
        ("a", "b"),
        ("a", "b", "c", "d"),
        (1, 2, 3),
        *((bad, "b", "c") for bad in ("", "a b", "a,b", "a\n", "\0", "\u2028", "\udcff", "x" * 81)),
    ],
)
def test_players_that_cannot_be_named(names: tuple[str, ...]) -> None:
    game = finished()
    with pytest.raises(ddz.InvalidArgument, match="player"):
        game.record(names)


@pytest.mark.parametrize("word", ["players:", "players:a,b", "players:a,,c", "players:a,b,c,d"])
def test_players_in_a_record_that_are_none(word: str) -> None:
    error = fault(with_check(f"ddz1 standard deal:1 {word} unfinished:auction"))
    assert error.fault is Fault.PLAYERS
    # They stand after the deal and nowhere else.
    late = fault(with_check("ddz1 standard deal:1 bid:1 players:a,b,c unfinished:auction"))
    assert (late.fault, late.action) == (Fault.ACTION, 2)


def test_actions_after_the_end() -> None:
    line = line_of(finished())
    body, _, points = line.rpartition(" ")
    error = fault(with_check(f"{body} pass {points}"))
    assert (error.fault, error.action) == (Fault.ACTION, len(body.split(" ")) - 2)
    assert "the deal is over" in str(error)


def test_tampered_with() -> None:
    game = finished()
    text, line = game.record(), line_of(game)
    last = line.rpartition(" ")[2]
    error = fault(with_check(line.replace(last, "points:+6,-3,-3")))
    assert error.fault is Fault.TAMPERED
    assert "'points:+6,-3,-3'" in str(error)
    assert last in str(error)
    # Another check.
    wrong = f"{int(text[-8:], 16) ^ 1:08x}"
    error = fault(text[:-8] + wrong)
    assert error.fault is Fault.TAMPERED
    assert f"'check:{wrong}' for 'check:{text[-8:]}'" in str(error)
    # A game that is not over said to be, and the other way round.
    body = line.rpartition(" ")[0]
    assert fault(with_check(f"{body} unfinished:play")).fault is Fault.TAMPERED
    short = body.rpartition(" ")[0]
    assert fault(with_check(f"{short} {last}")).fault is Fault.TAMPERED
    # A blank more.
    assert fault(text + " ").fault is Fault.TAMPERED
    assert fault(text.replace(" ", "  ", 1)).fault is Fault.TABLE


def test_any_changed_character_is_noticed() -> None:
    text = finished().record()
    rng = random.Random(1)
    for place in range(len(text)):
        changed = text[:place] + rng.choice("3469TKABR:x ") + text[place + 1 :]
        if changed != text:
            fault(changed)


def test_a_removed_trick_is_noticed() -> None:
    game = played(ddz.Game("standard", deal=1), "bid:3 3 pass pass 4 pass pass 5")
    assert ddz.Game.from_record(game.record()) == game
    text = game.record().replace(" 4 pass pass", "", 1)
    assert fault(text).fault is Fault.TAMPERED


@pytest.mark.parametrize("text", [None, 3, b"ddz1"])
def test_what_is_no_text(text: object) -> None:
    with pytest.raises(TypeError, match="a record is a text"):
        ddz.Game.from_record(text)  # type: ignore[arg-type]


def test_the_error_can_be_pickled() -> None:
    error = fault("ddz2")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.fault, str(again)) == (type(error), error.fault, str(error))


def test_new_deals_are_in_the_record() -> None:
    game = played(ddz.Game("standard", deal=5), "pass " * 6 + "bid:3")
    again = ddz.Game.from_record(game.record())
    assert (again, again.public.new_deals, again.hands) == (game, 2, game.hands)


def test_a_hundred_thousand_records_are_checked_in_under_30_seconds() -> None:
    for table in (Table.preset("standard"), Table.preset("bga", discard=True, skip=True)):
        texts = [finished(table, deal).record() for deal in range(100)]
        started = time.process_time()
        for text in texts:
            ddz.Game.from_record(text)
        assert (time.process_time() - started) * 1000 < 30


def test_earlier_records_with_fields_of_auctions_at_tables_without_one() -> None:
    for then, now in (
        ("bga,auction=none", "bga,auction=none"),
        ("bga,auction=none,auction_order=play", "bga,auction=none"),
        ("bga,auction=none,auction_order=play,show_card=no", "bga,auction=none"),
        ("standard,auction=none,show_card=yes", "standard,auction=none"),
        ("standard,players=2,auction=none,new_deals=3", "standard,players=2,auction=none"),
    ):
        earlier = with_check(f"ddz1 {then} deal:1 unfinished:play")
        game = ddz.Game.from_record(earlier + "\n")
        assert game.record() == with_check(f"ddz1 {now} deal:1 unfinished:play")
        assert ddz.Game.from_record(game.record()) == game
        # Nobody knows what a record was whose check is wrong.
        assert fault(earlier[:-1] + "x").fault in (Fault.TABLE, Fault.TAMPERED)
    # Where there is an auction the fields mean something, and the text is to be as written.
    redundant = with_check("ddz1 standard,show_card=no deal:1 unfinished:auction")
    assert fault(redundant).fault is Fault.TAMPERED
