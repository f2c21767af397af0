# Cards as the 54 numbers that RLCard and DouZero share: four for each rank from the
# 3s to the 2s, as many ones as cards and then zeros, and one for each joker.

from libc.stdint cimport int8_t, uint64_t
from libc.string cimport memcpy


cdef extern from * nogil:
    """
    #define DDZ_ONES                                                                       \\
        {{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}}
    static const signed char ddz_ones[16][4] = DDZ_ONES;
    static const float ddz_float_ones[16][4] = DDZ_ONES;
    """
    const int8_t ONES "ddz_ones"[16][4]
    const float FLOAT_ONES "ddz_float_ones"[16][4]


ctypedef fused Number:
    int8_t
    float


cdef inline void put_cards(Number *out, uint64_t cards) noexcept nogil:
    cdef int slot
    for slot in range(13):
        if Number is float:
            memcpy(out + 4 * slot, FLOAT_ONES[cards >> 4 * slot & 15], 4 * sizeof(float))
        else:
            memcpy(out + 4 * slot, ONES[cards >> 4 * slot & 15], 4)
    out[52] = cards >> 52 & 1
    out[53] = cards >> 56 & 1
