# The same with two decks: bombs have four to eight cards, the smallest come first.

from libc.stdint cimport uint64_t

from cards.plays cimport Play, starts_that_beat
from variants.two_decks cimport (
    LARGEST_BOMB, SMALLEST_BOMB, bomb_play, bombs_of_size_that_beat, has_rocket, rocket_of_two,
)
from ddz_core.kernels cimport ROCKET, Rules
from players.answers cimport NaturalAnswers, next_natural_answer
from players.views cimport View


cdef struct AnswersOfTwo:
    # What beats the last play and has not been looked at yet.
    NaturalAnswers own      # of the own kind
    uint64_t bombs          # of `size` cards; larger ones are looked up in their turn
    int size
    bint rocket


cdef inline bint find_answers_of_two(const Rules *rules, const View *view,
                                     AnswersOfTwo *left) noexcept nogil:
    left.own.starts = starts_that_beat(rules, view.held, view.last)
    left.own.bombs = 0
    left.own.rocket = False
    left.bombs = 0
    left.size = SMALLEST_BOMB - 1 if view.held.bodies[4] else LARGEST_BOMB
    left.rocket = has_rocket(view.held.hand) and view.last.kind != ROCKET
    return left.own.starts != 0 or view.held.bodies[4] != 0 or left.rocket


cdef inline Play next_answer_of_two(const Rules *rules, const View *view,
                                    AnswersOfTwo *left) noexcept nogil:
    cdef Play play = next_natural_answer(rules, view, &left.own)
    if play.cards:
        return play
    while left.bombs == 0 and left.size < LARGEST_BOMB:
        left.size += 1
        left.bombs = bombs_of_size_that_beat(view.held, view.last, left.size)
    if left.bombs:
        play = bomb_play(left.bombs & (0 - left.bombs), left.size)
        left.bombs &= left.bombs - 1
    elif left.rocket:
        play = rocket_of_two()
        left.rocket = False
    return play
