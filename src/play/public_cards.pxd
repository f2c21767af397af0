# What everybody at the table knows of the cards that are not played.

from libc.stdint cimport uint64_t

from ddz_core.kernels cimport SLOTS


cdef struct Known:
    uint64_t hidden         # what nobody has shown
    uint64_t kept           # bottom cards that must still be with the landlord


cdef inline uint64_t in_both(uint64_t a, uint64_t b) noexcept nogil:
    """The cards that two sets have in common."""
    cdef uint64_t common = 0
    cdef int slot
    for slot in range(SLOTS):
        common |= min(a >> 4 * slot & 15, b >> 4 * slot & 15) << 4 * slot
    return common


cdef inline void see(Known *known, uint64_t cards, bint landlord) noexcept nogil:
    """Somebody puts down cards face up."""
    cdef uint64_t shown = in_both(known.kept, cards) if landlord else 0
    known.kept -= shown
    known.hidden -= cards - shown
