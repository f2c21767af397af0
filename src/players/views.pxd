# What a player goes by.

from libc.stdint cimport uint8_t, uint64_t

from cards.hands cimport Held
from cards.plays cimport Target
from ddz_core.kernels cimport PASS
from players.splits cimport Split


cdef struct View:
    const Held *held
    const Split *split
    uint64_t unseen         # cards of the others, and those out of play
    Target last
    int role                # 0 the landlord, 1 who plays after him, 2 before him, 3 between
    int enemy               # cards of the enemy who has fewest
    int partner             # cards of the partner who has fewest; 0 where there is none
    bint partner_first      # such a partner plays before the landlord does
    bint partners_trick


cdef inline int role_of(int seat, int landlord, int players) noexcept nogil:
    cdef int after = seat - landlord
    if after < 0:
        after += players
    return 5 - after if players == 4 and after > 1 else after


cdef inline void look(View *view, const Held *held, const Split *split, const uint8_t *sizes,
                      uint64_t unseen, Target last, int turn, int last_seat, int landlord,
                      int players) noexcept nogil:
    """What the player to move goes by."""
    cdef int seat
    view.held = held
    view.split = split
    view.unseen = unseen
    view.last = last
    view.role = role_of(turn, landlord, players)
    view.partner = 0
    view.enemy = 255
    for seat in range(players):
        if seat == turn:
            continue
        if turn == landlord or seat == landlord:
            view.enemy = min(view.enemy, <int>sizes[seat])
        elif view.partner == 0 or sizes[seat] < view.partner:
            view.partner = sizes[seat]
    # Who sits between others has one partner before the landlord and one after him.
    view.partner_first = view.role == 1
    if view.role == 3:
        view.partner_first = sizes[turn + 1 if turn + 1 < players else 0] == view.partner
    view.partners_trick = last.kind != PASS and turn != landlord and last_seat != landlord
