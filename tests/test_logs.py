"""Other programs' logs: read, written, and refused with the place and the reason."""

from __future__ import annotations

import json
import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest

import ddz_core as ddz
from ddz_core.adapters import logs
from ddz_core.adapters.botzone.cards import WITH_AUCTION, WITHOUT_AUCTION
from ddz_core.cli import main
from ddz_core.errors import Fault

ONE_BID = ddz.Table(new_deals=0)
NO_BIDS = ddz.Table(auction="none")


def rules(name: Any, table: ddz.Table) -> ddz.Table:
    return table.changed(rules=name)


CASES = [
    ("botzone", WITHOUT_AUCTION),
    ("botzone", WITH_AUCTION.changed(new_deals=0)),
    ("douzero", rules("douzero", NO_BIDS)),
    ("openspiel", rules("openspiel", ONE_BID)),
    ("openspiel", rules("openspiel", NO_BIDS.changed(base=2))),
    ("rlcard", rules("rlcard", NO_BIDS)),
]


def played(table: ddz.Table, deal: int) -> ddz.Game:
    """Many passes, and so long games; every third is not played out."""
    rng = random.Random(deal)
    game, left = ddz.Game(table, deal), 12 if deal % 3 == 2 else 1000
    while not game.is_over and left:
        game.push(rng.choice(game.legal_actions))
        left -= 1
    return game


def origin(game: ddz.Game, format: str) -> int:
    """The seat that is player 0 of the format."""
    if format in ("rlcard", "openspiel"):
        return 0
    return game.public.first_bidder if format == "botzone" else game.landlord or 0


@pytest.mark.parametrize(("format", "table"), CASES, ids=str)
def test_round_trips(format: str, table: ddz.Table) -> None:
    texts, games = [], []
    for deal in range(12):
        game = played(table, deal)
        if game.landlord is None:
            with pytest.raises(ddz.InvalidArgument, match="no games without a landlord"):
                logs.write(game, format)
            continue
        texts.append(logs.write(game, format))
        games.append(game)
    assert len(games) > 6
    found = list(logs.read("".join(texts)))
    assert found == list(logs.read("".join(texts).encode(), format))
    assert [each.line for each in found] == list(range(1, len(games) + 1))
    for logged, game, text in zip(found, games, texts, strict=True):
        again, first = logged.game, origin(game, format)
        turned = [(first + seat) % 3 for seat in range(3)]
        assert [game.hands[seat] for seat in turned] == list(again.hands)
        assert (again.bottom, again.stake * again.table.base) == (
            game.bottom,
            game.stake * table.base,
        )
        assert [str(each.action) for each in again.public.plays] == [
            str(each.action) for each in game.public.plays
        ]
        assert again.phase == game.phase
        if game.result is not None and again.result is not None:
            assert again.result.points == tuple(game.result.points[seat] for seat in turned)
        # Read from its own record too, as all our games are.
        assert ddz.Game.from_record(again.record()) == again
        second = logs.write(again, format)
        assert next(logs.read(second)).game == again
        if format != "openspiel" or table.auction != "none":
            assert second == text


def test_names_of_players() -> None:
    for format in ("botzone", "rlcard", "ddz"):
        game = played(WITHOUT_AUCTION.changed(first_bidder=0), 1)
        text = logs.write(game, format, ("you", "me", "her"))
        assert next(logs.read(text)).players == ("you", "me", "her")


def test_openspiel_itself() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    real = pyspiel.load_game("dou_dizhu")
    second_rounds = refused = compared = 0
    for seed in range(20):
        state, rng = real.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            # Low bids, so that there are second rounds of them.
            state.apply_action(rng.choice(legal[:2] if legal[-1] <= 3 else legal))
        history = state.history()
        forms = (str(history), " ".join(map(str, history)), ", ".join(map(str, history)),
                 pyspiel.serialize_game_and_state(real, state))  # fmt: skip
        try:
            games = [game for text in forms for game in logs.read(text)]
        except ddz.InvalidRecord as refusal:
            # Theirs lets a bomb beat the rocket.
            refused += "is too low to beat BR:rocket" in str(refusal)
            continue
        assert len(games) == 4
        for logged in games:
            result = logged.game.result
            assert result is not None
            assert list(result.points) == state.returns()
        second_rounds += games[0].game.table.auction == "none"
        compared += 1
    assert second_rounds >= 1
    assert compared + refused == 20
    assert compared >= 18
    # What we write it can play.
    for deal in range(10):
        game = played(rules("openspiel", ONE_BID), deal)
        if game.landlord is None:
            continue
        state = real.new_initial_state()
        for action in json.loads(logs.write(game, "openspiel")):
            assert action in state.legal_actions()
            state.apply_action(action)
        if game.result is not None:
            assert state.returns() == list(game.result.points)


def test_our_own_openspiel_game() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("ddz_core.adapters.openspiel")
    own = pyspiel.load_game("ddz_core(rules=shuttle)")
    state, rng = own.new_initial_state(), random.Random(3)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    (logged,) = logs.read(pyspiel.serialize_game_and_state(own, state))
    result = logged.game.result
    assert result is not None
    assert list(result.points) == state.returns()
    assert logged.game.table.rules.name == "shuttle"


def test_rlcard_itself() -> None:
    rlcard = pytest.importorskip("rlcard")
    env = rlcard.make("doudizhu", config={"seed": 5, "allow_raw_data": True})
    for _ in range(5):
        env.reset()
        rng = random.Random(1)
        hands = env.get_perfect_information()["hand_cards_with_suit"]
        moves = []
        while not env.is_over():
            seat = env.get_player_id()
            action = rng.choice(env.get_state(seat)["raw_legal_actions"])
            moves.append((seat, action))
            env.step(action, raw_action=True)
        told = env.get_perfect_information()
        (state,) = logs.read(json.dumps({k: told[k] for k in ("hand_cards", "trace")}))
        replay = {
            "playerInfo": [{"index": seat, "role": "peasant" if seat else "landlord"}
                           for seat in range(3)],
            "initHands": hands,
            "moveHistory": [{"playerIdx": seat, "move": action} for seat, action in moves],
        }  # fmt: skip
        (other,) = logs.read(json.dumps(replay))
        # Tournaments of RLCard-Showdown keep what Python writes for a dictionary.
        (third,) = logs.read(json.dumps(str(replay)))
        assert state.game == other.game == third.game
        result = state.game.result
        assert result is not None
        won = [float(points > 0) for points in result.points]
        assert list(env.get_payoffs()) == won


def test_douzero_deals_in_a_pickle() -> None:
    (one,) = logs.read(logs.write(played(CASES[2][1], 1), "douzero"))
    deal = json.loads(logs.write(one.game, "douzero"))
    plays = deal.pop("card_play_action_seq")
    (read,) = logs.read(pickle.dumps([deal]))
    assert read.game == one.game.anew()
    (both,) = logs.read(json.dumps({"card_play_data": deal, "card_play_action_seq": plays}))
    assert both.game == one.game


class Dangerous:
    def __reduce__(self) -> Any:
        return print, ("this must never be printed",)


def test_a_pickle_runs_no_code(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ddz.InvalidRecord, match=r"it holds a builtins\.print"):
        list(logs.read(pickle.dumps([Dangerous()])))
    assert capsys.readouterr().out == ""
    with pytest.raises(ddz.InvalidRecord, match="truncated"):
        list(logs.read(pickle.dumps([{"landlord": [3]}])[:-9]))


# A match as the platform's own judge logs it: player 1 answers with a pair over trios.
ALLOCATION = [
    [6, 52, 7, 25, 4, 18, 42, 46, 48, 2, 22, 11, 38, 10, 43, 16, 49, 20, 51, 33],
    [0, 21, 41, 1, 14, 8, 36, 15, 45, 13, 27, 39, 31, 47, 19, 3, 32],
    [9, 35, 53, 5, 30, 26, 37, 50, 23, 44, 28, 24, 17, 29, 34, 40, 12],
]
LOST = {"0": 2.5, "1": -1, "2": -1}
START = {"allocation": ALLOCATION, "publiccard": [6, 52, 7]}


def display(player: int, action: list[int], **more: Any) -> dict[str, Any]:
    return {"event": {"player": player, "action": action}, **more}


def judged(shown: dict[str, Any]) -> dict[str, Any]:
    return {"verdict": "OK", "output": {"command": "request", "content": {}, "display": shown}}


def answered(player: int, response: Any, verdict: str = "OK") -> dict[str, Any]:
    return {str(player): {"verdict": verdict, "response": response, "time": 9, "memory": 2}}


def test_botzone_displays_alone() -> None:
    shown = [START, display(0, [4, 6, 7]), display(1, [14, 15, 13]), display(2, [])]
    (logged,) = logs.read(json.dumps(shown))
    assert [str(each.action) for each in logged.game.public.plays] == [
        "444:trio:1:4", "666:trio:1:6", "pass",
    ]  # fmt: skip
    assert str(logged.game.bottom) == "44B"


def test_botzone_logs_without_displays() -> None:
    entries = [judged({}), answered(0, [4, 6, 7]), judged({}), answered(1, [14, 15, 13])]
    for initdata in (START, json.dumps(START)):
        (logged,) = logs.read(json.dumps({"initdata": initdata, "logs": entries}))
        assert logged.game.texts() == ["444", "666"]


def test_botzone_names_the_answer_that_is_refused() -> None:
    entries = [
        judged(START),
        answered(0, [4, 6, 7]),
        judged(display(0, [4, 6, 7])),
        answered(1, [0, 1]),
        judged({**display(1, [0, 1]), "errorInfo": "MISMATCH_CARDTYPE", **LOST}),
    ]
    with pytest.raises(ddz.InvalidRecord) as caught:
        list(logs.read(json.dumps({"logs": entries}, indent=1)))
    assert caught.value.fault is Fault.ACTION
    assert caught.value.action == 2
    assert str(caught.value).startswith(
        "line 1, logs[3].1.response: action 2, '[0, 1] (33)', is refused: 33"
    )


def test_botzone_bots_that_failed() -> None:
    crashed = [
        judged(START),
        answered(0, [4, 6, 7]),
        judged(display(0, [4, 6, 7])),
        answered(1, None, "TLE"),
        judged({**display(1, []), "errorInfo": "INVALID_INPUT_VERDICT_TLE", **LOST}),
    ]  # fmt: skip
    (logged,) = logs.read(json.dumps(crashed))
    assert (logged.game.phase, logged.note) == (
        "play", "player 1 failed: INVALID_INPUT_VERDICT_TLE",
    )  # fmt: skip


def botzone(table: ddz.Table, deal: int) -> tuple[dict[str, Any], ddz.Game]:
    game = ddz.Game(table, deal)
    while not game.is_over:
        game.push(game.legal_actions[0])
    return json.loads(logs.write(game, "botzone")), game


def test_botzone_plays_on_for_a_bot_that_failed() -> None:
    # In FightTheLandlord2; such a bot is not asked any more.
    match, _ = botzone(WITH_AUCTION.changed(first_bidder=0, new_deals=0), 1)
    (whole,) = logs.read(json.dumps(match))
    entries = match["logs"]
    failed = next(n for n, each in enumerate(entries) if each.get("1", {}).get("response") == [])
    entries[failed] = {"1": {"verdict": "RE"}}
    for number, entry in enumerate(entries[failed + 1 :], failed + 1):
        if "output" in entry:
            entry["output"]["display"]["errored"] = [None, "INVALID_INPUT_VERDICT_RE", None]
        elif "1" in entry:
            entries[number] = {}
    (logged,) = logs.read(json.dumps(match))
    assert logged.game == whole.game
    assert "player 1 failed, INVALID_INPUT_VERDICT_RE, and the platform played on" in logged.note


def test_botzone_scores_must_be_right() -> None:
    match, game = botzone(WITH_AUCTION.changed(first_bidder=0, new_deals=0), 1)
    assert game.result is not None
    assert match["scores"] == list(game.result.points)
    match["logs"][-1]["output"]["display"]["0"] += 1
    with pytest.raises(ddz.InvalidRecord, match="the scores are"):
        list(logs.read(json.dumps(match)))
    match, _ = botzone(WITHOUT_AUCTION, 1)
    shown = match["logs"][-1]["output"]["display"]
    shown["0"], shown["1"] = shown["1"], shown["0"]
    with pytest.raises(ddz.InvalidRecord, match="the peasants won, and the scores are"):
        list(logs.read(json.dumps(match)))
    del match["logs"][-3:-1]
    with pytest.raises(ddz.InvalidRecord, match=r"refused|not over|the judge shows"):
        list(logs.read(json.dumps(match)))


def without(of: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in of.items() if key != name}


DOUZERO = json.loads(
    '{"landlord": [3,3,3,3,4,4,4,4,5,5,5,5,6,6,6,6,7,7,7,7],'
    ' "landlord_down": [8,8,8,8,9,9,9,9,10,10,10,10,11,11,11,11,17],'
    ' "landlord_up": [12,12,12,12,13,13,13,13,14,14,14,14,17,17,17,20,30],'
    ' "three_landlord_cards": [3,3,7], "card_play_action_seq": [[3],[8],[12]]}'
)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({**DOUZERO, "card_play_action_seq": [[3], [5]]},
         "line 1, card_play_action_seq[1]: action 2, '[5]', is refused: 5 is not all in the hand"),
        ({**DOUZERO, "card_play_action_seq": [[]]}, "card_play_action_seq[0]: action 1"),
        ({**DOUZERO, "card_play_action_seq": [[16]]}, "16 is no card of DouZero's"),
        ({**DOUZERO, "card_play_action_seq": [[[]]]}, "card_play_action_seq[0]"),
        ({**DOUZERO, "card_play_action_seq": 5}, "a list is wanted here, not 5"),
        ({**DOUZERO, "three_landlord_cards": [3]}, "must be logged before the first play"),
        ({**DOUZERO, "three_landlord_cards": [3, 3, 8]}, "not among the landlord's cards"),
        ({**DOUZERO, "landlord": [3] * 5}, "landlord: "),
        (without(DOUZERO, "landlord_up"), "line 1: landlord_up is missing"),
        ({"initHands": ["S3", "S4"]}, "initHands: 3 of them are wanted here, not 2"),
        ({"initHands": ["S3 X9", "S4", ""]}, "initHands[0]: "),
        ({"initHands": [7, "S4", ""]}, "initHands[0]: cards are a text here, not 7"),
        ({"initHands": ["S3", "S4", "S5"], "moveHistory": []}, "is dealt 20 cards, not 1"),
        ({"logs": []}, "logs: it has no turns"),
        ({"logs": [5]}, "logs[0]: a turn is an object, not 5"),
        ({"logs": [{}, {}]}, "it has no turns"),
        ([{**START, "publiccard": [6, 6, 7]}], "the card 6, a 4, stands twice"),
        ([{**START, "publiccard": [6, 52, 0]}], "the card 0 is dealt twice"),
        ([START, display(1, [0])], "it is the turn of player 0, not of 1"),
        ([START, display(7, [0])], "a player is 0, 1 or 2, not 7"),
        ([START, display(0, [99])], "a card is a number from 0 to 53, not 99"),
        ([1, 2, 3], "the first 52 numbers are chance's, and there are 3"),
        ([60, *range(51, 102)], "chance first draws 0 to 50, not 60"),
        ([0, *range(51, 101), 51], "51 deals no card that is left"),
        ([0, *range(51, 102), 2, 1], "the bid 1 is refused: the highest is 2"),
        ([0, *range(51, 102), 3, 99_999], "action 99999 is refused"),
        ([0, *range(51, 102), 3, 0], "is refused"),
        ({"name": "nobody"}, "this is no game in a format that is known"),
        ([], "this is no game in a format that is known"),
        (7.5, "an action is a number, not '7.5'"),
        ("a text", "this text is no replay: 'a text'"),
    ],
)  # fmt: skip
def test_what_is_refused_and_why(value: Any, message: str) -> None:
    with pytest.raises(ddz.InvalidRecord) as caught:
        list(logs.read(json.dumps(value)))
    assert message in str(caught.value)
    assert str(caught.value).startswith("line 1")
    assert len(str(caught.value)) < 500


JUNK = [None, True, -1, 0, 53, 54, 10**30, 1.5, "", "P", "S3", [], [[]], [0], {}, {"0": 1}]


def changed(value: Any, rng: random.Random) -> Any:
    """The value with one of its parts, at any depth, replaced or left out."""
    value = json.loads(json.dumps(value))
    of = value
    while True:
        key = rng.choice(list(of) if isinstance(of, dict) else range(len(of)))
        if isinstance(of[key], dict | list) and of[key] and rng.random() < 0.8:
            of = of[key]
            continue
        if rng.random() < 0.6:
            of[key] = rng.choice(JUNK)
        else:
            del of[key]
        return value


def test_whatever_is_wrong_is_refused_by_name() -> None:
    rng = random.Random(5)
    refusals = []
    texts = [logs.write(played(table, 0), format) for format, table in CASES]
    for text in texts * 10:
        try:
            list(logs.read(json.dumps(changed(json.loads(text), rng))))
        except ddz.InvalidRecord as refusal:
            refusals.append(str(refusal))
    assert len(refusals) > 30
    assert all(re.match(r"line 1(, |: )", told) and len(told) < 600 for told in refusals)


@pytest.mark.parametrize("format", ["botzone", "douzero", "rlcard", "openspiel"])
def test_truncated_files_name_the_line(format: str) -> None:
    table = dict(CASES)[format]
    text = logs.write(played(table, 0), format) * 3
    lines = text.splitlines(keepends=True)
    cut = "".join(lines[:2]) + lines[2][: len(lines[2]) // 2]
    found: list[logs.LoggedGame] = []
    with pytest.raises(ddz.InvalidRecord, match=r"^line 3: the file ends in the middle") as caught:
        found.extend(logs.read(cut))
    assert caught.value.fault is Fault.TRUNCATED


@pytest.mark.parametrize("text", ["", " \n", "hello", "[" * 100_000, "{" * 9, "1 2 x", "\x00",
    "[Game]\ndou_dizhu()\n", "[Game]\ngo()\n[State]\n1\n"])  # fmt: skip
def test_files_in_no_format(text: str) -> None:
    with pytest.raises(ddz.InvalidRecord, match=r"^line "):
        list(logs.read(text))


def test_games_that_no_format_holds() -> None:
    game = ddz.Game("four", deal=1)
    for format in ("botzone", "douzero", "rlcard", "openspiel"):
        with pytest.raises(ddz.InvalidArgument):
            logs.write(game, format)
    # A play that RLCard has not.
    chain = ddz.Game.from_hands(
        rules("shuttle", NO_BIDS), ["3333444455667788K", "999TTTJJJQQQAAAA2", "56789TJQKKK5678BR"],
        bottom="222", actions="33334444",
    )  # fmt: skip
    assert next(logs.read(logs.write(chain, "botzone"))).game.public.plays
    for format in ("rlcard", "douzero", "openspiel"):
        with pytest.raises(ddz.DdzError):
            logs.write(chain, format)


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match, game = botzone(WITH_AUCTION.changed(first_bidder=0, new_deals=0), 1)
    path = tmp_path / "match.json"
    path.write_text(json.dumps(match))
    assert main(["convert", str(path), "--to", "ddz"]) == 0
    record = capsys.readouterr().out
    assert ddz.Game.from_record(record).result == next(logs.read(path.read_bytes())).game.result
    kept = tmp_path / "games.txt"
    kept.write_text(record * 2)
    assert main(["replay", str(kept), "--check"]) == 0
    assert capsys.readouterr().out.startswith("records  2")
    assert main(["convert", str(kept), "--to", "botzone", "--from", "ddz"]) == 0
    assert capsys.readouterr().out.count("\n") == 2
    assert main(["replay", str(path)]) == 0
    assert str(game.result) in capsys.readouterr().out
    match["logs"][7] = {"0": {"verdict": "OK", "response": [99]}}
    path.write_text(json.dumps(match))
    for command in (["convert", str(path), "--to", "ddz"], ["replay", str(path)]):
        assert main(command) == 2
        assert capsys.readouterr().err.startswith("ddz: line 1, logs[")
