"""The open-card solver's door."""
from libc.stdint cimport int64_t, uint64_t, uint8_t
from libc.string cimport memset
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Calloc
import time
from ddz_core._combos cimport CompiledRules, compiled, kernels
from ddz_core._values cimport packed_cards
from ddz_core._queries cimport set_last
from ddz_core.kernels cimport Entry, Move as CMove, NOBODY, SLACK, State, Search
import numpy as np

def raw(hands, turn=0, last=None, last_seat=None, rules="standard", buckets=1<<20, double limit=0):
    cdef CompiledRules r = compiled(rules)
    cdef Search s
    cdef State st
    cdef int i, v
    cdef int64_t most = 0
    memset(&s, 0, sizeof(s)); memset(&st, 0, sizeof(st))
    for i, h in enumerate(hands):
        st.hands[i] = packed_cards(h)
        most = max(most, kernels.count(&r.c, st.hands[i], NULL))
    st.players = len(hands)
    st.turn = turn
    set_last(last, r, &st.last)
    st.last_seat = turn if last_seat is None else last_seat
    table = np.zeros(buckets * 64 + 64, np.uint8)
    known = np.zeros(1 << 18, np.uint64)
    cdef uint8_t[:] tv = table
    cdef uint64_t[:] kv = known
    s.rules = &r.c
    s.table = <Entry *>((<uint64_t>&tv[0] + 63) & ~<uint64_t>63)
    s.mask = buckets - 1
    s.known = &kv[0]
    s.known_mask = len(known) - 1
    s.scratch = <CMove *>PyMem_Malloc(200 * (most + SLACK) * sizeof(CMove))
    t = time.thread_time()
    if limit: s.deadline = kernels.now() + <int64_t>(limit*1e9)
    with nogil:
        v = kernels.solve(&s, &st)
    t = time.thread_time() - t
    PyMem_Free(s.scratch)
    return v, s.nodes, t
