from libc.stdint cimport int64_t, uint64_t

cdef enum:
    SEATS = 3
    SHOWN = 15              # so many of the last actions are in z


cdef struct View:
    # What a seat sees.
    int seat
    int bombs
    uint64_t hand
    uint64_t others
    uint64_t last                   # the play to beat, none when leading
    uint64_t played[SEATS]
    uint64_t latest[SEATS]          # the last action of each, none for a pass
    int left[SEATS]
    uint64_t shown[SHOWN]           # the last actions, the newest at the end


cdef object observation(const View *v, const uint64_t *actions, int64_t n, list legal)
