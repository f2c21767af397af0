"""Loops over single kernels, for benchmarks: what a kernel costs without Python."""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int64_t, uint64_t

from time import thread_time

from ddz_core._core.batch cimport Lasts
from ddz_core._core.compiled cimport CompiledRules, compiled
from ddz_core._core.loader cimport kernels
from ddz_core._core.threads cimport Look, Watch, ask
from ddz_core.kernels cimport Move as CMove, SLACK

from ddz_core._core.batch import packed_hands
from ddz_core.arguments import whole_number

cdef enum:
    LOOK_EVERY = 1023       # hands between two looks at whether to stop
    MOST_REPEATS = 1 << 30


def time_generate(hands, last=None, rules="standard", repeats=1):
    """Lists the plays of every hand, `repeats` times over: (plays, seconds of CPU)."""
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef const uint64_t[::1] packed = packed_hands(hands, rules)
    cdef Lasts lasts = Lasts(last, compiled_rules, packed.shape[0])
    cdef int64_t i, round
    cdef int64_t rounds = whole_number("repeats", repeats, 0, MOST_REPEATS)
    cdef Watch watch = Watch()
    cdef Look look
    cdef int64_t plays = 0
    cdef int64_t most = 0
    for i in range(packed.shape[0]):
        most = max(most, kernels.count(&compiled_rules.c, packed[i], NULL))
    cdef CMove *out = <CMove *>PyMem_RawMalloc((most + SLACK) * sizeof(CMove))
    if out == NULL:
        raise MemoryError(f"no memory for {most} moves")
    watch.begin(&look)
    started = thread_time()
    with nogil:
        for round in range(rounds):
            if ask(&look):
                break
            for i in range(packed.shape[0]):
                if i & LOOK_EVERY == LOOK_EVERY and ask(&look):
                    break
                plays += kernels.generate(
                    &compiled_rules.c, packed[i], lasts.first + i * lasts.step, out)
    seconds = thread_time() - started
    PyMem_RawFree(out)
    watch.end()
    return plays, seconds


def time_count(hands, last=None, rules="standard", repeats=1):
    """Counts the plays of every hand, `repeats` times over: (plays, seconds of CPU)."""
    cdef CompiledRules compiled_rules = compiled(rules)
    cdef const uint64_t[::1] packed = packed_hands(hands, rules)
    cdef Lasts lasts = Lasts(last, compiled_rules, packed.shape[0])
    cdef int64_t i, round
    cdef int64_t rounds = whole_number("repeats", repeats, 0, MOST_REPEATS)
    cdef Watch watch = Watch()
    cdef Look look
    cdef int64_t plays = 0
    watch.begin(&look)
    started = thread_time()
    with nogil:
        for round in range(rounds):
            if ask(&look):
                break
            for i in range(packed.shape[0]):
                if i & LOOK_EVERY == LOOK_EVERY and ask(&look):
                    break
                plays += kernels.count(
                    &compiled_rules.c, packed[i], lasts.first + i * lasts.step)
    seconds = thread_time() - started
    watch.end()
    return plays, seconds
