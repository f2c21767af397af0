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
from ddz_core import Fault, Table, reference
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
        *((bad, "b", "c") for bad in ("", "a\tb", "a\n", "\0", "\u2028", "\udcff", "x" * 81)),
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


# --- undos, hints, names --------------------------------------------------------


def test_undos_and_hints_are_kept_where_there_were_some() -> None:
    game = finished()
    plain = game.record()
    assert "undos" not in plain
    assert "hints" not in plain
    seat = game.observation(0).last_seat
    assert seat is not None
    last = game.actions[-1]
    game.undo(seat)
    game.push(last)
    text = game.record()
    assert text.replace(" undos:1", "").rpartition(" check:")[0] == plain.rpartition(" check:")[0]
    game = ddz.Game.from_record(text)
    assert (game.undos, game.hints_taken, game.result and game.result.undos) == (1, 0, 1)
    game = ddz.Game("standard", deal=1)
    game.count_hint()
    game.count_hint()
    assert line_of(game) == "ddz1 standard deal:1 hints:2 unfinished:auction"
    game.push("bid:1")
    game.undo(2)
    assert line_of(game) == "ddz1 standard deal:1 undos:1 hints:2 unfinished:auction"
    again = ddz.Game.from_record(game.record(["a", "b", "c"]))
    assert (again, again.undos, again.hints_taken) == (game, 1, 2)


OLD = (
    "ddz1 standard deal:1 pass bid:1 pass TJQKA unfinished:play check:bcbc5d9e",
    "ddz1 standard deal:1 players:50%,a%20b,c bid:3 unfinished:play check:",
)


def test_old_records_are_read_and_written_as_before() -> None:
    assert ddz.Game.from_record(OLD[0]).record() == OLD[0]
    old = with_check(OLD[1].removesuffix(" check:"))
    assert Record.parse(old).players == ("50%", "a%20b", "c")
    assert ddz.Game.from_record(old).record(Record.parse(old).players) == old


@pytest.mark.parametrize(
    ("words", "fault_of", "message"),
    [
        ("undos:0 ", Fault.TAMPERED, "it has 'undos:0' for"),
        ("undos:01 ", Fault.TAMPERED, "it has 'undos:01' for 'undos:1'"),
        ("hints:1 undos:1 ", Fault.ACTION, "'hints:1', is refused: hints: stands once, before"),
        ("hints:1 hints:1 ", Fault.ACTION, "hints: stands once, before the ending"),
        ("undos:x ", Fault.COUNT, "no such number of undos: at most nine digits, not 'x'"),
        ("hints:-1 ", Fault.COUNT, "no such number of hints"),
        (f"hints:{'9' * 400} ", Fault.COUNT, "no such number of hints"),
        ("deal:1 ", Fault.ACTION, "deal: stands once, after the table"),
        ("points:0,0,0 ", Fault.ACTION, "points: stands once, before the check"),
        ("players:a,b,c players:a,b,c ", Fault.ACTION, "players: stands once, after the deal"),
        ("check:00000000 ", Fault.ACTION, "check: stands once, at the end"),
    ],
)
def test_words_that_are_given_twice_or_in_the_wrong_place(
    words: str, fault_of: Fault, message: str
) -> None:
    error = fault(with_check(f"ddz1 standard deal:1 {words}unfinished:auction"))
    assert error.fault is fault_of
    assert message in str(error)
    assert len(str(error)) < 200


def test_text_after_the_check() -> None:
    text = finished().record()
    for rest in (" x", " ", "0", " check"):
        error = fault(text + rest)
        assert error.fault is Fault.TAMPERED
        assert str(error) == f"there is text after the check: {rest!r}"
    assert str(fault(f"{text}\n{text}")) == "a record is one line, and there is another"


def test_long_words_are_not_told_whole() -> None:
    for words in ("x" * 10**5, "bid:" + "9" * 10**5, "points:" + "1" * 10**5):
        assert len(str(fault(with_check(f"ddz1 standard deal:1 {words} unfinished:auction")))) < 400
    assert len(str(fault("x" * 10**5))) < 200


NAMED = [
    ("two words", "b", "c"),
    (" ", ",", "%"),
    ("a%20b", "50 %", "%2C"),
    ("玩家 一", "é", "x,y"),
]


@pytest.mark.parametrize("names", NAMED)
def test_names_with_blanks_and_commas(names: tuple[str, ...]) -> None:
    game = finished()
    text = game.record(names)
    assert " names:" in text
    assert len(text.split(" ")) == len(game.record().split(" ")) + 1
    assert Record.parse(text).players == names
    assert Record.parse(text).text == text
    assert ddz.Game.from_record(text) == game


def test_how_names_are_written() -> None:
    record = ddz.Game("standard", deal=1).record(["Ada L.", "50%, or so", "me"])
    assert " deal:1 names:Ada%20L.,50%25%2C%20or%20so,me unfinished:" in record
    # The plain word where no name needs the other.
    assert " players:a%20b,b,c " in ddz.Game("standard", deal=1).record(["a%20b", "b", "c"])


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("names:a,b,c", Fault.TAMPERED),
        ("names:a%20b,%62,c", Fault.TAMPERED),
        ("names:a%20b,50%,c", Fault.TAMPERED),
        ("names:a%20b", Fault.PLAYERS),
        ("names:a%20b,,c", Fault.PLAYERS),
        ("names:", Fault.PLAYERS),
    ],
)
def test_names_that_are_not_written_so(word: str, expected: Fault) -> None:
    assert fault(with_check(f"ddz1 standard deal:1 {word} unfinished:auction")).fault is expected


@pytest.mark.parametrize("names", ["abc", None, 3])
def test_names_that_are_no_names(names: object) -> None:
    with pytest.raises(ddz.InvalidArgument, match="players are names, one for each seat"):
        ddz.Game("standard", deal=1).record(names if names is not None else 0)  # type: ignore[arg-type]


def test_of_two_readings_that_beat_cards_alone_mean_the_first() -> None:
    """In canonical order: the chain of quads, which doubles nothing, before the bombs."""
    rules = ddz.Rules(quad_chains=True, bomb_chains=True)
    table = Table(rules=rules, auction="none", first_bidder=0)
    game = arranged(table, ["333344449", "556666777788", "T"], "99A")
    game.push("33334444:quad_chain:2:4")
    both = [str(move) for move in game.legal_actions if str(move).startswith("66667777")]
    assert both == ["66667777:quad_chain:2:7", "66667777:bomb_chain:2:7"]
    game.push("66667777")
    assert (str(game.public.last), game.public.multiplier) == (both[0], 1)
    assert " 66667777 " in game.record()
    game.pop()
    game.push(both[1])
    assert (game.public.multiplier, f" {both[1]} " in game.record()) == (2, True)
    last = reference.parse_play("33334444:quad_chain:2:4")
    assert str(reference.meant("66667777", last, rules)) == both[0]
