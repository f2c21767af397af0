"""OpenSpiel's lists of actions: the history of a ``dou_dizhu`` state, chance included.

They stand as numbers between blanks or commas, or as OpenSpiel serializes a game and its
state. Of our own game, ``ddz_core(rules=…)``, the serialized form alone says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..._core.values import PASS, Hand, Move
from ...errors import DdzError, Fault, InvalidArgument
from ...game.actions import Action, Bid
from ...game.game import Game
from ...kinds import RANKS
from ...table import Table
from .._openspiel_codes import CARDS, DEALT, Code, code_of, slot_of
from .logged import Document, LoggedGame, Made, Where, check_three, dealt, replayed, several

GAME = "dou_dizhu"
_SERIALIZED = re.compile(r"^\s*(#.*\s+)*\[(Meta|Game)\]")
_HISTORY = "history="
_OUR_GAME = re.compile(r"^ddz_core\((rules=(\w+))?\)$")


def is_serialized(text: str) -> bool:
    """Whether a text is a game and its state as OpenSpiel writes them."""
    return bool(_SERIALIZED.match(text))


def is_ours(value: Any) -> bool:
    """Whether a document is a list of actions."""
    return isinstance(value, list) and len(value) > 0 and all(type(each) is int for each in value)


def read(document: Document) -> Iterator[LoggedGame]:
    """The game of a list of actions. Raises :class:`InvalidRecord`."""
    line, value = document
    where = Where(line)
    places = [where.at(number) for number in range(len(value))]
    yield LoggedGame(_game(several(value, where), places, code_of("openspiel")), line)


def read_lines(text: str) -> Iterator[LoggedGame]:
    """The games of a file with a list on each line, in numbers between blanks or commas."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.replace(",", " ").replace("[", " ").replace("]", " ").split()
        if words:
            yield from read((number, _numbers(words, [Where(number)] * len(words))))


def read_serialized(text: str) -> Iterator[LoggedGame]:
    """The game of OpenSpiel's own serialization. Raises :class:`InvalidRecord`."""
    lines = text.splitlines()
    begins = {line.strip(): number for number, line in enumerate(lines)}
    if "[Game]" not in begins or "[State]" not in begins:
        raise Where(len(lines)).wrong("[Game] and [State] are wanted", Fault.TRUNCATED)
    game_line = next(
        (each for each in range(begins["[Game]"] + 1, len(lines)) if lines[each].strip()), 0
    )
    code = _code(lines[game_line].strip(), Where(game_line + 1))
    numbered = [
        (number, line.strip())
        for number, line in enumerate(lines, 1)
        if number > begins["[State]"] + 1 and line.strip()
    ]
    words = [word for _, word in numbered]
    places = [Where(number) for number, _ in numbered]
    if words and words[0].startswith(_HISTORY):
        # So games are written that are made in Python: players and their actions.
        words = [each.rpartition(":")[2] for each in words[0][len(_HISTORY) :].split(",")]
        places = [places[0]] * len(words)
    numbers = _numbers(words, places)
    yield LoggedGame(_game(numbers, places, code), begins["[State]"] + 1)


def _code(name: str, where: Where) -> Code:
    if name.partition("(")[0] == GAME:
        return code_of("openspiel")
    own = _OUR_GAME.match(name)
    try:
        if own:
            return code_of(own[2] or "standard")
    except DdzError as refusal:
        raise where.wrong(refusal, Fault.TABLE) from refusal
    raise where.wrong(f"this is the game {name:.60}, not {GAME}", Fault.TABLE)


def _numbers(words: Sequence[str], places: Sequence[Where]) -> list[int]:
    for word, where in zip(words, places, strict=True):
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise where.wrong(f"an action is a number, not {word!r:.60}")
    return [int(word) for word in words]


def _game(numbers: Sequence[int], places: Sequence[Where], code: Code) -> Game:
    last = places[-1] if places else Where(1)
    if len(numbers) < 1 + DEALT:
        raise last.wrong(
            f"the first {1 + DEALT} numbers are chance's, and there are {len(numbers)}",
            Fault.TRUNCATED,
        )
    first = numbers[0]
    if not 0 <= first < code.first_outcomes:
        raise places[0].wrong(
            f"chance first draws 0 to {code.first_outcomes - 1}, not {first}", Fault.DEAL
        )
    cards: list[int] = []
    for number, where in zip(numbers[1 : 1 + DEALT], places[1:], strict=False):
        card = number - code.first_outcomes
        if not 0 <= card < CARDS or card in cards:
            raise where.wrong(f"{number} deals no card that is left", Fault.DEAL)
        cards.append(card)
    hands = [Hand("".join(RANKS[slot_of(card)] for card in cards[seat::3])) for seat in range(3)]
    bottom = Hand("".join(RANKS[slot_of(card)] for card in set(range(CARDS)) - set(cards)))
    places = places[1 + DEALT :]
    said, plays, is_over = _parted(numbers[1 + DEALT :], code)
    table, seat, bids = _auction(said, is_over, first % 3, code, places)
    game = dealt(table, hands, bottom, seat, places[0] if places else last)
    made = [Made(where, None, bid, str(bid)) for bid, where in zip(bids, places, strict=False)]
    for number, where in zip(plays, places[len(said) :], strict=True):
        try:
            move = PASS if number == 0 else code.space.move_of(number - code.first_play)
        except DdzError as refusal:
            raise where.wrong(f"action {number} is refused: {refusal}", Fault.ACTION) from refusal
        shown = f"{number}, which is {move}"
        made.append(Made(where, None, move, shown))
    return replayed(game, made)


def _parted(numbers: Sequence[int], code: Code) -> tuple[list[int], list[int], bool]:
    """The auction, which is over with a bid of 3, with two passes after a bid, or after
    three passes; the plays; and whether it is over."""
    highest = passes = 0
    for turn, number in enumerate(numbers):
        highest, passes = (number, 0) if number else (highest, passes + 1)
        is_over = highest >= 3 or passes == (2 if highest else 3)
        if is_over or (not code.exact and turn == 2):
            return list(numbers[: turn + 1]), list(numbers[turn + 1 :]), True
    return list(numbers), [], False


def _auction(
    said: Sequence[int], is_over: bool, first: int, code: Code, places: Sequence[Where]
) -> tuple[Table, int, list[Action]]:
    """The table, who bids first, and the bids.

    At our tables each seat bids once. If somebody has bid in a second round, the table is
    one without an auction where the base is the highest bid: the points are the same.
    """
    highest = 0
    for bid, where in zip(said, places, strict=False):
        if not 0 <= bid <= 3 or 0 < bid <= highest:
            raise where.wrong(f"the bid {bid} is refused: the highest is {highest}", Fault.ACTION)
        highest = max(highest, bid)
    table = Table(rules=code.space.rules)
    bids: list[Action] = [Bid(bid) if bid else PASS for bid in said[:3]]
    if not any(said[3:]):
        return table, first, bids
    if not is_over:
        raise places[len(said) - 1].wrong(
            "the log ends in a second round of bids, which is none of ours", Fault.TRUNCATED
        )
    landlord = (first + max(turn for turn, bid in enumerate(said) if bid)) % 3
    return table.changed(auction="none", base=highest), landlord, []


def write(game: Game, players: tuple[str, ...] = ()) -> str:
    """A game as a line of numbers, those of ``dou_dizhu``. Raises :class:`InvalidArgument`
    for plays that it has not, and for stakes that are no bids there."""
    check_three(game, "OpenSpiel")
    code, landlord, table = code_of("openspiel"), game.landlord, game.table
    assert landlord is not None
    bids = [made.action.stake if isinstance(made.action, Bid) else 0 for made in game.public.bids]
    first = game.public.first_bidder
    if table.auction == "none":
        if table.base > 3:
            raise InvalidArgument(f"OpenSpiel has no base of {table.base}: a bid is 1, 2 or 3")
        bids = [table.base]
    elif table.auction != "points" or table.base != 1 or table.auction_order != "play":
        raise InvalidArgument(f"OpenSpiel has no auction as at the table {table}")
    passes = len(bids) - 1 - max(turn for turn, bid in enumerate(bids) if bid)
    if max(bids) < 3:
        bids += [0] * (2 - passes)
    left = {slot: [card for card in range(CARDS) if slot_of(card) == slot] for slot in range(15)}
    hands = [[left[RANKS.index(card)].pop(0) for card in str(hand)] for hand in game.dealt.hands]
    cards = [hands[turn % 3][turn // 3] for turn in range(DEALT)]
    numbers = [first, *(code.first_outcomes + card for card in cards), *bids]
    for made in game.public.plays:
        assert isinstance(made.action, Move)
        id = code.space.id_of(made.action)
        numbers.append(0 if id == code.space.pass_id else id + code.first_play)
    return json.dumps(numbers) + "\n"
