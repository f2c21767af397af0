from cpython.object cimport PyObject
from cpython.pythread cimport PyThread_type_lock
from libc.stdint cimport int32_t, int64_t


cdef struct Flag:
    int32_t up              # only by load_flag and store_flag
    const Flag *above


cdef struct Look:
    # What a kernel asks now and then: of one thread.
    const Flag *flag
    PyObject *watch         # NULL where another thread listens
    int64_t next            # when to listen again


cdef class Watch:
    cdef Flag flag
    cdef Watch parent
    cdef unsigned long owner
    cdef object tell
    cdef int64_t told
    cdef object error
    cdef bint is_own(self) noexcept
    cdef int listen(self) except -1
    cdef int32_t heard(self) noexcept
    cdef void begin(self, Look *look) noexcept
    cdef int end(self) except -1


cdef class Alone:
    cdef int32_t busy
    cdef str what
    cdef int enter(self) except -1
    cdef void leave(self) noexcept nogil


cdef bint is_up(const Flag *flag) noexcept nogil
cdef int32_t ask(void *asked) noexcept nogil
