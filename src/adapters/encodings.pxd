# Cards as the 54 numbers that RLCard and DouZero share: four for each rank from the
# 3s to the 2s, as many ones as cards and then zeros, and one for each joker.

from libc.stdint cimport int8_t, uint64_t
from libc.string cimport memcpy


cdef extern from * nogil:
    """
    static const signed char ddz_ones[16][4] = {
        {0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}};
    """
    const int8_t ddz_ones[16][4]


cdef inline void put_cards(int8_t *out, uint64_t cards) noexcept nogil:
    cdef int slot
    for slot in range(13):
        memcpy(out + 4 * slot, ddz_ones[cards >> 4 * slot & 15], 4)
    out[52] = cards >> 52 & 1
    out[53] = cards >> 56 & 1


cdef extern from * nogil:
    """
    static const float ddz_ones_f[16][4] = {
        {0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}};
    """
    const float ddz_ones_f[16][4]


cdef inline void put_cards_f(float *out, uint64_t cards) noexcept nogil:
    """The same as float32."""
    cdef int slot
    for slot in range(13):
        memcpy(out + 4 * slot, ddz_ones_f[cards >> 4 * slot & 15], 16)
    out[52] = cards >> 52 & 1
    out[53] = cards >> 56 & 1
