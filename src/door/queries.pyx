"""Questions about one hand: which plays it has, how many, what cards are, why not."""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

import operator

from cards.hands cimport contains
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core._core.values cimport (
    Hand, Move, MoveList, exact_text, is_pass, moves_from, new_move, new_move_list, packed_cards,
    parsed_move, text_of,
)
from ddz_core.kernels cimport (
    BOMB, BOMB_CHAIN, MAX_READINGS, Move as CMove, PASS, ROCKET, Rules, SLACK,
)

from ddz_core import refusals
from ddz_core.arguments import shown
from ddz_core.errors import IllegalPlay, InvalidCards, Reason


# ---------------------------------------------------------------- arguments

cdef int body_size(const Rules *rules, const CMove *play) noexcept:
    """How many cards of a play are no kickers."""
    if play.kind == BOMB or play.kind == ROCKET or play.kind == BOMB_CHAIN:
        return play.size
    return rules.shapes[play.kind].width * play.length


cdef int preference(const Rules *rules, const CMove *play) noexcept:
    """How readily a person means this reading (docs/rules.md sections 4 and 8.2): a bomb
    first where there are wild cards, then the most cards of the body and the highest rank."""
    cdef bint first = rules.has_wild and (play.kind == BOMB or play.kind == ROCKET)
    return first << 16 | body_size(rules, play) << 8 | play.rank


cdef bint find_meant(const Rules *rules, uint64_t cards, const CMove *last, CMove *to) noexcept:
    """The reading that a person means who names only the cards: one that beats the last
    play, which has no kind where he leads."""
    cdef CMove found[MAX_READINGS]
    cdef int n = kernels.readings(rules, cards, found)
    cdef int i
    cdef int best = -1
    for i in range(n):
        if last.kind != PASS and not kernels.beats(rules, &found[i], last):
            continue
        if best < 0 or preference(rules, &found[i]) > preference(rules, &found[best]):
            best = i
    if best >= 0:
        to[0] = found[best]
    return best >= 0


cdef bint is_play(const Rules *rules, const CMove *move) noexcept:
    """Whether the move is a play under the rules."""
    cdef CMove found[MAX_READINGS]
    cdef int i
    cdef int n = kernels.readings(rules, move.cards, found)
    for i in range(n):
        if (found[i].kind == move.kind and found[i].length == move.length
                and found[i].rank == move.rank and found[i].size == move.size):
            return True
    return False


cdef int set_last(object last, CompiledRules rules, CMove *to) except -1:
    """The play to beat, from what a caller may give; the pass where it is None."""
    cdef CMove lead
    if last is None:
        to.kind = PASS
        return 0
    if names_cards(last):
        memset(&lead, 0, sizeof(CMove))
        if not find_meant(&rules.c, packed_cards(last, rules.c.decks), &lead, to):
            raise IllegalPlay(
                Reason.NO_COMBINATION,
                f"the last play {cards_shown(last)} is no play under the rules "
                f"{shown(rules.value.name)}")
        return 0
    if isinstance(last, str):
        last = parsed_move(last)
    if type(last) is not Move:
        raise TypeError(f"the last play is a Move, a text, a Hand or None, not {shown(last)}")
    to[0] = (<Move>last).c
    if to.kind == PASS:
        raise IllegalPlay(
            Reason.NO_COMBINATION, "a pass is no play to beat: leave last out when leading")
    if not is_play(&rules.c, to):
        raise IllegalPlay(
            Reason.NO_COMBINATION,
            f"the last play {last} is no play under the rules {shown(rules.value.name)}")
    return 0


cdef bint names_cards(object play) except -1:
    """Whether a play is named by its cards alone, as a text or a hand."""
    if isinstance(play, str):
        play = exact_text(play)
        return ":" not in <str>play and not is_pass(<str>play)
    return type(play) is Hand


cdef str cards_shown(object cards):
    """Cards in a message, as they were typed."""
    return shown(cards if isinstance(cards, str) else str(cards))


cdef uint64_t hand_with_cards(object hand, CompiledRules rules) except? 1:
    """The hand of somebody who is to play: with an empty one the deal is over."""
    cdef uint64_t packed = packed_cards(hand, rules.c.decks)
    if packed == 0:
        raise InvalidCards(f"the hand {shown(hand)} is empty: the deal is over")
    return packed


# ------------------------------------------------------------------- queries

def legal_moves(hand, last=None, rules="standard"):
    """Every play that the hand has: a :class:`MoveList` in canonical order.

    ``last`` is the play to beat, a :class:`Move`, a text or its cards as a
    :class:`Hand`; ``None`` means leading. The pass is not in the list. Raises :class:`InvalidCards` for a hand that is
    none or empty, :class:`IllegalPlay` for a ``last`` that is no play under the rules,
    :class:`InvalidRules` for unknown rules.

    >>> [str(move) for move in legal_moves("3334")]
    ['3:solo:1:3', '4:solo:1:4', '33:pair:1:3', '333:trio:1:3', '3334:trio_solo:1:3']
    >>> legal_moves("33445566", last="7788")
    Traceback (most recent call last):
    ddz_core.errors.IllegalPlay: the last play '7788' is no play under the rules 'standard'
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef uint64_t packed = hand_with_cards(hand, compiled_rules)
    cdef CMove to_beat
    cdef MoveList found
    set_last(last, compiled_rules, &to_beat)
    found = new_move_list(kernels.count(&compiled_rules.c, packed, &to_beat), SLACK)
    kernels.generate(&compiled_rules.c, packed, &to_beat, found.c)
    return found


def count_moves(hand, last=None, rules="standard"):
    """How many plays :func:`legal_moves` would list, counted without listing.

    >>> count_moves("33344456TJQKA2BR")
    87
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef uint64_t packed = hand_with_cards(hand, compiled_rules)
    cdef CMove to_beat
    set_last(last, compiled_rules, &to_beat)
    return kernels.count(&compiled_rules.c, packed, &to_beat)


def pick(hand, index, last=None, rules="standard"):
    """``legal_moves(hand, last, rules)[index]``, made without listing.

    With an index drawn at random this is an exact uniform sample. Raises
    :class:`IndexError` where there are not so many plays; negative indices
    count from the end.

    >>> str(pick("3334", 4))
    '3334:trio_solo:1:3'
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef uint64_t packed = hand_with_cards(hand, compiled_rules)
    cdef CMove to_beat, found
    cdef int64_t plays
    set_last(last, compiled_rules, &to_beat)
    plays = kernels.count(&compiled_rules.c, packed, &to_beat)
    place = operator.index(index)
    if place < 0:
        place += plays
    if not 0 <= place < plays:
        raise IndexError(f"no play {shown(index)}: there are {plays}")
    kernels.pick(&compiled_rules.c, packed, &to_beat, place, &found)
    return new_move(&found)


def readings(cards, rules="standard"):
    """Every reading of exactly these cards: a :class:`MoveList`, empty where they
    are no play.

    >>> [str(move) for move in readings("333444555666", rules="free_kickers")]
    ['333444555666:trio_chain:4:6', '333444555666:trio_chain_solo:3:6']
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef CMove found[MAX_READINGS]
    cdef int n = kernels.readings(&compiled_rules.c, packed_cards(cards, compiled_rules.c.decks), found)
    return moves_from(found, n)


def explain(hand, play, last=None, rules="standard"):
    """Why the hand may not make this play, or ``None`` where it may.

    ``play`` is a :class:`Move`, a text or a :class:`Hand`: cards alone stand for any
    reading of them, ``pass`` for the pass. Returns an :class:`IllegalPlay`, not raised, whose
    ``reason`` names the rule.

    >>> print(explain("33345", "3335"))
    None
    >>> explain("33345", "3336").reason
    <Reason.NOT_HELD: 'not held'>
    >>> print(explain("33345", "345"))
    345 is no combination under the rules 'standard'
    """
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef uint64_t packed = packed_cards(hand, compiled_rules.c.decks)
    cdef uint64_t cards
    cdef CMove to_beat
    cdef CMove found[MAX_READINGS]
    cdef int i
    cdef int n
    set_last(last, compiled_rules, &to_beat)
    if isinstance(play, str) and not names_cards(play):
        play = parsed_move(play)
    if type(play) is Move:
        found[0] = (<Move>play).c
        cards = found[0].cards
        if found[0].kind == PASS:
            return refusals.must_lead() if to_beat.kind == PASS else None
        n = is_play(&compiled_rules.c, found)
    else:
        cards = packed_cards(play, compiled_rules.c.decks)
        n = kernels.readings(&compiled_rules.c, cards, found)
    if not contains(packed, cards):
        return refusals.not_held(text_of(cards))
    if n == 0:
        return refusals.no_combination(text_of(cards), compiled_rules.value.name)
    if to_beat.kind == PASS:
        return None
    for i in range(n):
        if kernels.beats(&compiled_rules.c, &found[i], &to_beat):
            return None
    return refusals.does_not_beat([new_move(&found[i]) for i in range(n)], new_move(&to_beat))
