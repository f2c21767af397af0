from ddz_core.kernels cimport Move as CMove, Rules
from play.public_cards cimport Known

cdef bint could_hold(const Rules *rules, const Known *known, bint landlord, int size,
                     const CMove *last) except -1
