"""Work for several threads, and work that can be stopped.

No thread outlives the call that began it, however often that is interrupted: what waits
here is compiled, so that no Ctrl-C can come between. Results never depend on how work is
cut, nor on how many threads share it.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.pythread cimport (
    PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock,
    PyThread_get_thread_ident, PyThread_release_lock, PyThread_type_lock,
)
from libc.stdint cimport int32_t, int64_t, uint64_t

from _thread import start_new_thread

from intrinsics cimport (
    add_to_counter, load_counter, load_flag, monotonic_ns, store_flag, swap_flag,
)

from ddz_core.arguments import whole_number

cdef extern from "pythread.h" nogil:
    int PyThread_acquire_lock_timed(PyThread_type_lock lock, long long microseconds, int intr)

MOST_THREADS = (1 << 31) - 1

# More are not started, whatever the caller asks for.
MOST_AT_ONCE = 256

cdef enum:
    LISTEN_NS = 10_000_000      # so often the owner of a watch listens for Ctrl-C
    TELL_NS = 100_000_000       # ... and says how it goes
    SHORT_NS = 1_000_000        # slices that take less grow
    LONG_NS = 4_000_000         # ... and those that take more shrink
    FIRST_ALONE = 4             # so many times the least is the first slice of one thread,
    SLICES_EACH = 4             # and of several this part of each one's share, or less
    NOBODY = 0                  # no thread has this number


def checked_threads(threads):
    """The number of threads, which must be 1 or more.

    >>> checked_threads(2)
    2
    """
    if type(threads) is int and 1 <= threads <= MOST_THREADS:  # nearly always
        return threads
    return whole_number("threads", threads, 1, MOST_THREADS)


# ------------------------------------------------------------------- stopping

@cython.final
@cython.auto_pickle(False)
cdef class Watch:
    """Whether a call is to go on: looked at by all its threads now and then.

    Ctrl-C is heard by the thread that made the watch, and stops them all. A watch stops
    with its ``parent``. ``tell()`` is called ten times a second meanwhile, to show how
    far the work is. Any thread may call :meth:`stop`.

    >>> watch = Watch()
    >>> inner = Watch(watch)
    >>> watch.stop()
    >>> inner.stopped
    True
    """

    def __cinit__(self, Watch parent=None, tell=None):
        self.owner = PyThread_get_thread_ident()
        self.parent = parent
        self.tell = tell
        self.told = monotonic_ns()
        if parent is not None:
            self.flag.above = &parent.flag
            if tell is None:
                self.tell = parent.tell

    def stop(self):
        """Makes all that look at it end soon."""
        store_flag(&self.flag.up, 1)

    @property
    def stopped(self):
        """Whether it has been stopped, or its parent."""
        return is_up(&self.flag)

    cdef bint is_own(self) noexcept:
        """Whether this thread made it."""
        return PyThread_get_thread_ident() == self.owner

    cdef int listen(self) except -1:
        """Lets handlers of signals run, and says how it goes. Raises what they raise."""
        cdef int64_t now
        if not self.is_own():
            return 0
        PyErr_CheckSignals()
        if self.tell is not None:
            now = monotonic_ns()
            if now - self.told >= TELL_NS:
                self.told = now
                self.tell()
        return 0

    cdef int32_t heard(self) noexcept:
        """Listens for a kernel that runs without the GIL: whether it is to stop. What was
        raised waits until the kernel has ended."""
        try:
            self.listen()
        except BaseException as error:
            self.error = error
            self.stop()
        return is_up(&self.flag)

    cdef void begin(self, Look *look) noexcept:
        """Makes a look for this thread's kernel; :meth:`end` must follow."""
        look.flag = &self.flag
        look.watch = <PyObject *>self if self.is_own() else NULL
        look.next = monotonic_ns() + LISTEN_NS

    cdef int end(self) except -1:
        """Raises what was raised while the kernel ran."""
        if self.error is not None and self.is_own():
            error, self.error = self.error, None
            raise error
        return 0


cdef bint is_up(const Flag *flag) noexcept nogil:
    while flag != NULL:
        if load_flag(&flag.up):
            return True
        flag = flag.above
    return False


cdef int32_t ask(void *asked) noexcept nogil:
    """Whether the kernel that looks is to stop."""
    cdef Look *look = <Look *>asked
    cdef int64_t now
    if is_up(look.flag):
        return 1
    if look.watch == NULL:
        return 0
    now = monotonic_ns()
    if now < look.next:
        return 0
    look.next = now + LISTEN_NS
    return ask_python(look.watch)


cdef int32_t ask_python(PyObject *watch) noexcept with gil:
    return (<Watch>watch).heard()


@cython.final
@cython.auto_pickle(False)
cdef class Alone:
    """Lets one thread at a time into a ``with`` block, and refuses the others.

    >>> alone = Alone("the table")
    >>> with alone:
    ...     with alone:
    ...         pass
    Traceback (most recent call last):
    RuntimeError: another call is using the table
    """

    def __cinit__(self, str what not None):
        self.what = what

    cdef int enter(self) except -1:
        if swap_flag(&self.busy, 1):
            raise RuntimeError(f"another call is using {self.what}")
        return 0

    cdef void leave(self) noexcept nogil:
        swap_flag(&self.busy, 0)

    def __enter__(self):
        self.enter()

    def __exit__(self, *raised):
        self.leave()


# -------------------------------------------------------------------- threads

@cython.final
@cython.auto_pickle(False)
cdef class Worker:
    """A thread that calls ``work()`` once."""

    cdef PyThread_type_lock running     # held until the work has ended
    cdef object work
    cdef Watch watch
    cdef object error

    def __cinit__(self, work, Watch watch not None):
        self.work = work
        self.watch = watch
        self.running = PyThread_allocate_lock()
        if self.running == NULL:
            raise MemoryError("no memory for a lock")

    def __dealloc__(self):
        if self.running != NULL:
            PyThread_free_lock(self.running)

    def __call__(self):
        try:
            self.work()
        except BaseException as error:
            self.error = error
            self.watch.stop()
        finally:
            self.work = None
            PyThread_release_lock(self.running)

    cdef bint begin(self) except -1:
        """Whether the system has another thread for it."""
        PyThread_acquire_lock(self.running, 1)
        try:
            start_new_thread(self, ())
        except RuntimeError:
            PyThread_release_lock(self.running)
            return False
        return True

    cdef bint has_ended(self) noexcept:
        """Waits a moment for the end, or until there is a signal."""
        cdef int got
        with nogil:
            got = PyThread_acquire_lock_timed(self.running, LISTEN_NS // 1000, 1)
        if got == 1:
            PyThread_release_lock(self.running)
        return got == 1


def together(work, int threads, Watch watch not None):
    """Calls ``work()`` in so many threads at once, this one among them.

    Returns when the last has ended, and never before. What one of them raises, or a
    handler of signals meanwhile, stops the watch, at which the others are to end, and is
    raised here. Fewer threads do the work where the system has no more.

    >>> names = ["a", "b", "c"]
    >>> def work():
    ...     while names and not watch.stopped:
    ...         names.pop()
    >>> watch = Watch()
    >>> together(work, 2, watch)
    >>> names
    []
    """
    cdef list others = [Worker(work, watch) for _ in range(threads - 1)]
    cdef Worker other
    cdef int begun = 0
    cdef object raised = None
    try:
        for other in others:
            if not other.begin():
                break
            begun += 1
        work()
    except BaseException as error:
        raised = error
        watch.stop()
    for other in others[:begun]:
        while not other.has_ended():
            if raised is None:
                try:
                    watch.listen()
                except BaseException as error:
                    raised = error
                    watch.stop()
        if raised is None:
            raised = other.error
    if raised is not None:
        raise raised


# --------------------------------------------------------------------- slices

@cython.final
@cython.auto_pickle(False)
cdef class Slices:
    """0 to n in slices, each so long that it takes a few milliseconds."""

    cdef object work
    cdef int64_t n
    cdef int64_t at
    cdef int64_t first
    cdef int threads
    cdef Watch watch

    def __cinit__(self, work, int64_t n, int threads, int64_t least, Watch watch not None):
        self.work = work
        self.n = n
        self.threads = threads
        if threads == 1:
            self.first = FIRST_ALONE * least
        else:
            self.first = max(1, min(least, n // (SLICES_EACH * threads)))
        self.watch = watch

    def __call__(self):
        """Takes slices until none is left."""
        cdef int64_t size = self.first
        cdef int64_t start, left, began, took
        while not is_up(&self.watch.flag):
            if self.threads > 1:
                # Short ones in the end, so that the threads end together.
                left = self.n - <int64_t>load_counter(<const uint64_t *>&self.at)
                size = max(1, min(size, left // (2 * self.threads)))
            start = add_to_counter(&self.at, size)
            if start >= self.n:
                return
            began = monotonic_ns()
            self.work(start, min(start + size, self.n))
            took = monotonic_ns() - began
            if took < SHORT_NS:
                size = min(2 * size, self.n)
            elif took > LONG_NS:
                size = max(1, size * LONG_NS // took)
            self.watch.listen()


def in_slices(work, n, threads, least=1, Watch watch=None, bint whole=False):
    """Calls ``work(start, stop)`` for slices that cover 0 to n, on so many threads.

    Work of ``least`` or less is not cut, and no thread is begun for less. Ctrl-C, or what
    ``work`` raises, ends it after the slices that are being worked at, which take a few
    milliseconds; slices that may take longer look at the ``watch``. ``whole`` work is
    done to its end first.

    >>> found = []
    >>> in_slices(lambda start, stop: found.extend(range(start, stop)), 5, threads=1)
    >>> found
    [0, 1, 2, 3, 4]
    """
    threads = min(checked_threads(threads), MOST_AT_ONCE, max(1, n // least))
    if n <= least:
        work(0, n)
        return
    if watch is None:
        watch = Watch()
    if whole:
        watch.owner = NOBODY
    together(Slices(work, n, threads, least, watch), threads, watch)
