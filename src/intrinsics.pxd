# The functions of intrinsics.h, the only file that knows compiler and processor.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from ddz_core.kernels cimport Move


cdef extern from "intrinsics.h" nogil:
    # How this unit was compiled, and what the processor can run.
    const char *LEVEL "DDZ_LEVEL"
    const char *COMPILER "DDZ_COMPILER"
    const char *FLAGS "DDZ_FLAGS"
    const char *cpu_level()

    # Bits of a set of ranks.
    int rank_count(uint64_t ranks)
    int bit_count(uint32_t bits)
    int lowest_bit(uint64_t bits)
    int highest_bit(uint64_t bits)
    uint64_t select_bit(uint64_t bits, int k)
    uint32_t gather_chain_ranks(uint64_t ranks)
    uint64_t gather_bits(uint64_t bits, uint64_t mask)
    uint32_t places_of(uint64_t part, uint64_t ranks)

    # The second half of a move as one number: kind, length, rank, size.
    uint64_t NEXT_RANK "DDZ_NEXT_RANK"
    uint64_t move_tag(int kind, int length, int rank, int size)
    uint64_t tag_of_move(const Move *move)
    int tag_kind(uint64_t tag)
    int tag_length(uint64_t tag)
    int tag_rank(uint64_t tag)
    int tag_size(uint64_t tag)

    # Many moves or counts at once.
    void put_move(Move *out, uint64_t cards, uint64_t tag)
    Move *put_each(Move *out, uint64_t ranks, uint64_t unit, uint64_t base, uint64_t tag,
                   uint64_t step)
    Move *put_row(Move *out, uint64_t base, uint64_t tag, const uint64_t *cards, int n)
    bint WIDE "DDZ_IS_WIDE"   # whether eight numbers are worked on at once
    void fill_places()
    void lay_out_last(uint64_t *cards, uint64_t ranks, uint64_t unit)
    Move *put_sets(Move *out, uint64_t base, uint64_t tag, const uint64_t *cards, int n,
                   int size)
    Move *put_copies(Move *out, const Move *moves, int n, int likely)
    int copy_with(uint64_t *to, const uint64_t *cards, int n, uint64_t more, int shift,
                  int least, int most)
    bint rarely "DDZ_RARELY"(bint what)
    void copy_all(uint64_t *to, const uint64_t *cards, uint64_t more)
    int lay_out(uint64_t *cards, uint64_t ranks, uint64_t unit)
    void spread_counts(uint8_t *out, uint64_t hand)

    uint64_t multiply_high(uint64_t a, uint64_t b)
    void prefetch(const void *address)
    int64_t monotonic_ns()

    # Numbers that several threads read and write.
    int32_t load_flag(const int32_t *flag)
    void store_flag(int32_t *flag, int32_t value)
    int32_t swap_flag(int32_t *flag, int32_t value)
    uint64_t load_counter(const uint64_t *counter)
    void count_up(uint64_t *counter)
    int64_t add_to_counter(int64_t *counter, int64_t number)
