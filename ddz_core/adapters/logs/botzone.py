"""Botzone's matches of FightTheLandlord and FightTheLandlord2 (docs/formats.md).

A match has ``logs``: in turn what the judge said (``output`` with a ``display``) and what
the bots answered (``response`` by seat). Its displays alone, as local runners keep them, are
read too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..._core.values import PASS
from ...arguments import shown
from ...errors import DdzError, Fault
from ...game.actions import Action, Bid
from ...game.game import Game
from ...game.record import checked_names
from ..botzone.cards import (
    SEATS,
    WITH_AUCTION,
    WITHOUT_AUCTION,
    card_numbers,
    hand_of,
)
from .logged import (
    Document,
    LoggedGame,
    Made,
    Where,
    dealt,
    part,
    replayed,
    seat_number,
    several,
)

_NO_ANSWER = "INVALID_INPUT_VERDICT"
_BAD_PASS = "INVALID_PASS"


def is_ours(value: Any) -> bool:
    """Whether a document is in this format."""
    if isinstance(value, list):
        first = value[0] if value else None
        return isinstance(first, dict) and ("allocation" in first or "output" in first)
    return isinstance(value, dict) and ("logs" in value or "log" in value)


class _Turn(NamedTuple):
    """What the judge showed after somebody's answer, and that answer."""

    where: Where
    display: dict[str, Any]
    seat: int | None = None
    response: Any = None
    verdict: str = "OK"


def read(document: Document) -> Iterator[LoggedGame]:
    """The game of a match. Raises :class:`InvalidRecord`."""
    line, value = document
    where = Where(line)
    if isinstance(value, list):
        entries, place = value, where
    else:
        name = "logs" if "logs" in value else "log"
        entries, place = several(value[name], where.at(name)), where.at(name)
    turns = list(_turns(entries, place))
    if not turns:
        raise place.wrong("it has no turns", Fault.TRUNCATED)
    start = turns[0]
    source = start.display if "allocation" in start.display else _initdata(value)
    allocation = several(part(source, "allocation", start.where), start.where, SEATS)
    at = start.where.at("allocation")
    hands = [_cards(hand, at.at(seat)) for seat, hand in enumerate(allocation)]
    public = _cards(part(source, "publiccard", start.where), start.where.at("publiccard"))
    has_auction = len(hands[0]) == 17
    bids, turns = _bids(turns[1:]) if has_auction else ([], turns[1:])
    if not has_auction:
        hands[0] = [card for card in hands[0] if card not in public]
    all_cards = [card for cards in (*hands, public) for card in cards]
    twice = next((card for card in all_cards if all_cards.count(card) > 1), None)
    if twice is not None:
        raise at.wrong(f"the card {twice} is dealt twice", Fault.DEAL)
    table = WITH_AUCTION if has_auction else WITHOUT_AUCTION
    if len(bids) == SEATS and not any(made.given != PASS for made in bids):
        # Player 0 is the landlord then, at a stake of 1.
        table, bids = WITHOUT_AUCTION, []
    game = dealt(table, list(map(hand_of, hands)), hand_of(public), 0, at)
    plays, note = _plays(turns)
    game = replayed(game, [*bids, *plays])
    _check_scores(game, turns, has_auction, note)
    yield LoggedGame(game, line, _names(value), note)


def _initdata(value: Any) -> Any:
    return _object(value.get("initdata")) if isinstance(value, dict) else None


def _object(value: Any) -> Any:
    """The value, which may stand as a text of JSON."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value


def _turns(entries: Sequence[Any], place: Where) -> Iterator[_Turn]:
    """The turns: those of a log with answers, or of displays alone."""
    answer: tuple[Where, int, Any, str] | None = None
    for number, entry in enumerate(entries):
        here = place.at(number)
        if not isinstance(entry, dict):
            raise here.wrong(f"a turn is an object, not {shown(entry)}")
        if "output" in entry:
            output = _object(entry["output"])
            display = output.get("display") if isinstance(output, dict) else None
            display = display if isinstance(display, dict) else {}
            if answer is None:
                yield _Turn(here.at("output").at("display"), display)
            else:
                yield _Turn(answer[0], display, *answer[1:])
            answer = None
        elif number % 2 and any(str(seat) in entry for seat in range(SEATS)) and _answers(entry):
            seat = next(each for each in range(SEATS) if str(each) in entry)
            told = entry[str(seat)]
            verdict = told.get("verdict", "OK")
            answer = here.at(str(seat)).at("response"), seat, told.get("response"), str(verdict)
        elif not entry:
            continue  # nobody was asked: the platform played for a bot that had failed
        else:
            yield _Turn(here, entry)
    if answer is not None:
        yield _Turn(answer[0], {}, *answer[1:])


def _answers(entry: dict[str, Any]) -> bool:
    return all(isinstance(each, dict) for each in entry.values())


def _bids(turns: list[_Turn]) -> tuple[list[Made], list[_Turn]]:
    """The bids, and the turns after them."""
    made: list[Made] = []
    used = 0
    for turn in turns:
        said = turn.display.get("bid")
        if isinstance(said, list) and len(said) == len(made) + 1:
            value, where = said[-1], turn.where
        elif "event" not in turn.display and turn.seat is not None:
            value, where = turn.response, turn.where
        else:
            break
        if isinstance(value, str) and value.strip() in ("0", "1", "2", "3"):
            value = int(value)
        if type(value) is not int or not 0 <= value <= 3:
            raise where.wrong(
                f"action {len(made) + 1}, {shown(value)}, is refused: a bid is 0 to 3",
                Fault.ACTION,
                len(made) + 1,
            )
        action: Action = Bid(value) if value else PASS
        made.append(Made(where, len(made), action, str(value)))
        used += 1
        if value == 3 or len(made) == SEATS:
            break
    return made, turns[used:]


def _plays(turns: Sequence[_Turn]) -> tuple[list[Made], str]:
    """The plays, and why they end early."""
    made: list[Made] = []
    note = ""
    for turn in turns:
        display, event = turn.display, turn.display.get("event")
        problem = display.get("errorInfo")
        if turn.verdict != "OK" and event is None:
            problem = problem or turn.verdict
        errors = display.get("errored")
        errors = errors if isinstance(errors, list) and len(errors) == SEATS else [None] * SEATS
        if any(errors) and not note:
            seat = next(each for each, error in enumerate(errors) if error)
            note = f"player {seat} failed, {errors[seat]}, and the platform played on for it"
        if isinstance(event, dict):
            seat = seat_number(event.get("player"), turn.where)
            action = turn.response if problem and turn.response is not None else event.get("action")
            if not errors[seat] and _differ(turn.response, action):
                raise turn.where.wrong(
                    f"the answer is {shown(turn.response)}, and the judge shows {shown(action)}"
                )
        elif turn.seat is not None:
            seat, action = turn.seat, turn.response
        else:
            continue
        has_none = action in ([], None) or str(problem).startswith(_NO_ANSWER)
        if problem and has_none and problem != _BAD_PASS:
            return made, f"player {seat} failed: {problem}"
        try:
            numbers = card_numbers(action)
            given = hand_of(numbers) if numbers else PASS
        except DdzError as refusal:
            number = len(made) + 1
            raise turn.where.wrong(
                f"play {number}, {shown(action)}, is refused: {refusal}", Fault.ACTION
            ) from refusal
        made.append(Made(turn.where, seat, given, f"{action} ({given})"))
    return made, note


def _differ(response: Any, action: Any) -> bool:
    """Whether these are two plays; the judge sorts cards."""
    both = isinstance(response, list) and isinstance(action, list)
    return both and sorted(map(str, response)) != sorted(map(str, action))


def _check_scores(game: Game, turns: Sequence[_Turn], has_auction: bool, note: str) -> None:
    """What the judge has said at the end must be so."""
    end = turns[-1] if turns else None
    if end is None or "0" not in end.display or note:
        return
    result = game.result
    if result is None or result.landlord is None:
        raise end.where.wrong("the log ends with scores, and the game is not over")
    scores: list[Any] = [end.display.get(str(seat)) for seat in range(SEATS)]
    if not all(type(score) in (int, float) for score in scores):
        raise end.where.wrong(f"scores are numbers, not {shown(scores)}")
    if has_auction:
        if tuple(scores) != result.points:
            raise end.where.wrong(f"the scores are {result.points}, not {shown(scores)}")
        return
    # 2 for the winners, and some hundredths for what was played.
    won = [(seat == result.landlord) == (result.winner == "landlord") for seat in range(SEATS)]
    if [score > 1 for score in scores] != won:
        raise end.where.wrong(f"the {result.winner} won, and the scores are {shown(scores)}")


def _cards(value: Any, where: Where) -> list[int]:
    try:
        return list(card_numbers(value))
    except DdzError as refusal:
        raise where.wrong(refusal, Fault.DEAL) from refusal


def _names(value: Any) -> tuple[str, ...]:
    """What a match calls its players, where it has names for all."""
    told = value.get("players") if isinstance(value, dict) else None
    names = []
    for each in told if isinstance(told, list) else []:
        name = each.get("name", each.get("bot")) if isinstance(each, dict) else each
        names.append(name if isinstance(name, str) else "")
    try:
        return checked_names(names, SEATS)
    except DdzError:
        return ()
