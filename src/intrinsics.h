/* The only file that knows the compiler and the processor.
 *
 * Everything here has a portable form; the faster ones are used where the
 * compiler says that the processor level being built for has them.
 */
#ifndef DDZ_INTRINSICS_H
#define DDZ_INTRINSICS_H

#include <stdint.h>
#include <string.h>
#include <time.h>
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif
#include "ddz_core.h"

#if defined(__BMI2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define DDZ_INLINE static __forceinline
#define DDZ_RARELY(what) (what)
#else
#define DDZ_INLINE static inline __attribute__((always_inline))
/* For a branch that is hardly ever taken: its code goes out of the way. */
#define DDZ_RARELY(what) __builtin_expect(!!(what), 0)
#endif

#ifndef DDZ_LEVEL
#define DDZ_LEVEL "plain"
#endif

/* How this was compiled, as text. The flags come from setup.py. */
#ifndef DDZ_FLAGS
#define DDZ_FLAGS ""
#endif
#define DDZ_TEXT_OF(number) #number
#define DDZ_TEXT(macro) DDZ_TEXT_OF(macro)
#if defined(__clang__)
#define DDZ_COMPILER "Clang " __clang_version__
#elif defined(__GNUC__)
#define DDZ_COMPILER "GCC " __VERSION__
#elif defined(_MSC_VER)
#define DDZ_COMPILER "MSVC " DDZ_TEXT(_MSC_FULL_VER)
#else
#define DDZ_COMPILER "unknown"
#endif

/* How many ranks are in a set: the product gathers the bits, which stand four
 * apart and are at most fifteen, in the highest nibble. */
DDZ_INLINE int rank_count(uint64_t ranks) {
#if defined(__POPCNT__)
    return __builtin_popcountll(ranks);
#else
    return (int)((ranks * UINT64_C(0x1111111111111111)) >> 60);
#endif
}

/* How many bits are set, wherever they stand. */
DDZ_INLINE int bit_count(uint32_t bits) {
#if defined(__POPCNT__)
    return __builtin_popcount(bits);
#else
    int count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
#endif
}

/* Index of the lowest set bit; `bits` is not 0. */
DDZ_INLINE int lowest_bit(uint64_t bits) {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long index;
    _BitScanForward64(&index, bits);
    return (int)index;
#else
    return __builtin_ctzll(bits);
#endif
}

/* Index of the highest set bit; `bits` is not 0. */
DDZ_INLINE int highest_bit(uint64_t bits) {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long index;
    _BitScanReverse64(&index, bits);
    return (int)index;
#else
    return 63 - __builtin_clzll(bits);
#endif
}

/* The set bit number k (from 0) of `bits`, alone. */
DDZ_INLINE uint64_t select_bit(uint64_t bits, int k) {
#if defined(__BMI2__)
    return _pdep_u64(UINT64_C(1) << k, bits);
#else
    for (; k > 0; k--)
        bits &= bits - 1;
    return bits & (0 - bits);
#endif
}

/* The twelve chain ranks of a set, one bit each, gathered together. */
DDZ_INLINE uint32_t gather_chain_ranks(uint64_t ranks) {
#if defined(__BMI2__)
    return (uint32_t)_pext_u64(ranks, DDZ_CHAIN_RANKS);
#else
    ranks &= DDZ_CHAIN_RANKS;
    ranks = (ranks | ranks >> 3) & UINT64_C(0x0303030303030303);
    ranks = (ranks | ranks >> 6) & UINT64_C(0x000f000f000f000f);
    return (uint32_t)((ranks | ranks >> 12 | ranks >> 24) & 0xfff);
#endif
}

/* The bits of a mask gathered together, the lowest first. */
DDZ_INLINE uint64_t gather_bits(uint64_t bits, uint64_t mask) {
#if defined(__BMI2__)
    return _pext_u64(bits, mask);
#else
    uint64_t gathered = 0;
    int at = 0;
    for (; mask != 0; mask &= mask - 1, at++)
        gathered |= (uint64_t)((bits & mask & (0 - mask)) != 0) << at;
    return gathered;
#endif
}

/* Numbers that several threads read and write: each is read and written whole, and what is
 * written is seen soon. swap_flag also orders what comes before and after it. */
#if defined(_MSC_VER) && !defined(__clang__)
DDZ_INLINE int32_t load_flag(const int32_t *flag) { return *(const volatile int32_t *)flag; }
DDZ_INLINE void store_flag(int32_t *flag, int32_t value) { *(volatile int32_t *)flag = value; }
DDZ_INLINE int32_t swap_flag(int32_t *flag, int32_t value) {
    return _InterlockedExchange((volatile long *)flag, value);
}
DDZ_INLINE uint64_t load_counter(const uint64_t *counter) {
    return *(const volatile uint64_t *)counter;
}
/* For the one thread that writes it. */
DDZ_INLINE void count_up(uint64_t *counter) { *(volatile uint64_t *)counter = *counter + 1; }
/* What it was before. */
DDZ_INLINE int64_t add_to_counter(int64_t *counter, int64_t number) {
    return _InterlockedExchangeAdd64((volatile long long *)counter, number);
}
#else
DDZ_INLINE int32_t load_flag(const int32_t *flag) {
    return __atomic_load_n(flag, __ATOMIC_RELAXED);
}
DDZ_INLINE void store_flag(int32_t *flag, int32_t value) {
    __atomic_store_n(flag, value, __ATOMIC_RELAXED);
}
DDZ_INLINE int32_t swap_flag(int32_t *flag, int32_t value) {
    return __atomic_exchange_n(flag, value, __ATOMIC_ACQ_REL);
}
DDZ_INLINE uint64_t load_counter(const uint64_t *counter) {
    return __atomic_load_n(counter, __ATOMIC_RELAXED);
}
/* For the one thread that writes it. */
DDZ_INLINE void count_up(uint64_t *counter) {
    __atomic_store_n(counter, *counter + 1, __ATOMIC_RELAXED);
}
/* What it was before. */
DDZ_INLINE int64_t add_to_counter(int64_t *counter, int64_t number) {
    return __atomic_fetch_add(counter, number, __ATOMIC_RELAXED);
}
#endif

/* Nanoseconds on a clock that never goes back. */
DDZ_INLINE int64_t monotonic_ns(void) {
#if defined(_WIN32)
    LARGE_INTEGER count, rate;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&rate);
    return (int64_t)((double)count.QuadPart * 1e9 / (double)rate.QuadPart);
#else
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
#endif
}

/* Asks for a line of memory that will be read soon. */
DDZ_INLINE void prefetch(const void *address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

/* The high 64 bits of the 128-bit product. */
DDZ_INLINE uint64_t multiply_high(uint64_t a, uint64_t b) {
#if defined(__SIZEOF_INT128__)
    return (uint64_t)(((unsigned __int128)a * b) >> 64);
#elif defined(_MSC_VER) && defined(_M_X64)
    return __umulh(a, b);
#else
    uint64_t low = (a & 0xffffffff) * (b & 0xffffffff);
    uint64_t mid = (a >> 32) * (b & 0xffffffff) + (low >> 32);
    uint64_t mid2 = (a & 0xffffffff) * (b >> 32) + (mid & 0xffffffff);
    return (a >> 32) * (b >> 32) + (mid >> 32) + (mid2 >> 32);
#endif
}

/* The highest processor level whose kernels run here and are worth running. */
static inline const char *cpu_level(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    if (__builtin_cpu_is("znver1") || __builtin_cpu_is("znver2"))
        return "plain"; /* their pdep and pext take some hundred cycles */
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") ||
        !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("popcnt"))
        return "plain";
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2"))
        return "avx512";
    return "avx2";
#else
    return "plain";
#endif
}

/* The second half of a move as one number: kind, length, rank, size. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define DDZ_TAG(kind, length, rank, size)                                              \
    ((uint64_t)(kind) << 56 | (uint64_t)(length) << 48 | (uint64_t)(rank) << 40 |      \
     (uint64_t)(size) << 32)
#define DDZ_NEXT_RANK (UINT64_C(1) << 40)
#else
#define DDZ_TAG(kind, length, rank, size)                                              \
    ((uint64_t)(kind) | (uint64_t)(length) << 8 | (uint64_t)(rank) << 16 |             \
     (uint64_t)(size) << 24)
#define DDZ_NEXT_RANK (UINT64_C(1) << 16)
#endif

DDZ_INLINE uint64_t move_tag(int kind, int length, int rank, int size) {
    return DDZ_TAG(kind, length, rank, size);
}

DDZ_INLINE uint64_t tag_of_move(const ddz_move *move) {
    uint64_t tag;
    memcpy(&tag, &move->kind, 8);
    return tag;
}

DDZ_INLINE int tag_kind(uint64_t tag) { return (int)(tag / DDZ_TAG(1, 0, 0, 0) & 255); }
DDZ_INLINE int tag_length(uint64_t tag) { return (int)(tag / DDZ_TAG(0, 1, 0, 0) & 255); }
DDZ_INLINE int tag_rank(uint64_t tag) { return (int)(tag / DDZ_TAG(0, 0, 1, 0) & 255); }

DDZ_INLINE int tag_size(uint64_t tag) { return (int)(tag / DDZ_TAG(0, 0, 0, 1) & 255); }

DDZ_INLINE void put_move(ddz_move *out, uint64_t cards, uint64_t tag) {
    out->cards = cards;
    memcpy(&out->kind, &tag, 8);
}

#if defined(__AVX512VBMI2__) && defined(__BMI2__)
#define DDZ_WIDE 1
/* The slots of a set, four times each, in order. */
DDZ_INLINE __m128i gather_slots(uint64_t ranks) {
    const __m128i four_times = _mm_setr_epi8(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52,
                                             56, 60);
    return _mm_maskz_compress_epi8((__mmask16)_pext_u64(ranks, DDZ_EVERY_RANK), four_times);
}

/* Eight moves: cards and tags woven together. */
DDZ_INLINE void put_eight(ddz_move *out, __m512i cards, __m512i tags) {
    const __m512i low = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
    const __m512i high = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
    _mm512_storeu_si512(out, _mm512_permutex2var_epi64(cards, low, tags));
    _mm512_storeu_si512(out + 4, _mm512_permutex2var_epi64(cards, high, tags));
}
#endif

/* One move for each rank of the set, ascending: the cards are `base` and `unit`
 * moved up to the rank, the tag is `tag` and `step` for every slot. May write up
 * to DDZ_SLACK moves more. Returns the end. */
DDZ_INLINE ddz_move *put_each(ddz_move *out, uint64_t ranks, uint64_t unit, uint64_t base,
                              uint64_t tag, uint64_t step) {
#if defined(DDZ_WIDE)
    const __m512i units = _mm512_set1_epi64((long long)unit);
    const __m512i bases = _mm512_set1_epi64((long long)base);
    __m128i slots = gather_slots(ranks);
    int n = rank_count(ranks);
    int done;
    for (done = 0; done < n; done += 8) {
        __m512i shifts = _mm512_cvtepu8_epi64(slots);
        __m512i cards = _mm512_add_epi64(_mm512_sllv_epi64(units, shifts), bases);
        __m512i tags = _mm512_set1_epi64((long long)tag);
        if (step != 0)
            tags = _mm512_add_epi64(tags, _mm512_slli_epi64(shifts, __builtin_ctzll(step) - 2));
        put_eight(out + done, cards, tags);
        slots = _mm_srli_si128(slots, 8);
    }
    return out + n;
#else
    while (ranks != 0) {
        int shift = lowest_bit(ranks);
        put_move(out++, base + (unit << shift), tag + step * (uint64_t)(shift >> 2));
        ranks &= ranks - 1;
    }
    return out;
#endif
}

/* The cards `unit` of each rank of the set, ascending, into room for 24.
 * Returns how many. */
DDZ_INLINE int lay_out(uint64_t *cards, uint64_t ranks, uint64_t unit) {
#if defined(DDZ_WIDE)
    const __m512i units = _mm512_set1_epi64((long long)unit);
    __m128i slots = gather_slots(ranks);
    __m512i low = _mm512_sllv_epi64(units, _mm512_cvtepu8_epi64(slots));
    __m512i high = _mm512_sllv_epi64(units, _mm512_cvtepu8_epi64(_mm_srli_si128(slots, 8)));
    _mm512_storeu_si512(cards, low);
    _mm512_storeu_si512(cards + 8, high);
    return rank_count(ranks);
#else
    int n = 0;
    for (; ranks != 0; ranks &= ranks - 1)
        cards[n++] = unit * (ranks & (0 - ranks));
    return n;
#endif
}

/* For each rank of a set in order one bit: whether it is in the part of the set. */
DDZ_INLINE uint32_t places_of(uint64_t part, uint64_t ranks) {
#if defined(__BMI2__)
    return (uint32_t)_pext_u64(part, ranks);
#else
    uint32_t places = 0;
    uint32_t bit = 1;
    if (part == 0)
        return 0;
    for (; ranks != 0; ranks &= ranks - 1, bit <<= 1)
        if (part & ranks & (0 - ranks))
            places |= bit;
    return places;
#endif
}

/* n moves: base + cards[i], all with the same tag. May read up to seven cards
 * and write up to seven moves more. Returns the end. */
DDZ_INLINE ddz_move *put_row(ddz_move *out, uint64_t base, uint64_t tag, const uint64_t *cards,
                             int n) {
    int i;
#if defined(DDZ_WIDE)
    const __m512i bases = _mm512_set1_epi64((long long)base);
    const __m512i tags = _mm512_set1_epi64((long long)tag);
    for (i = 0; i < n; i += 8)
        put_eight(out + i, _mm512_add_epi64(bases, _mm512_loadu_si512(cards + i)), tags);
#else
    for (i = 0; i < n; i++)
        put_move(out + i, base + cards[i], tag);
#endif
    return out + n;
}

#if defined(DDZ_WIDE)
/* The sets of two of fifteen places in order, then those of three: the first place of each,
 * the second and the third. Nothing is at the place 15, which is the third of two. Each has
 * 15 beside it, so that whole moves are permuted from them. */
enum { DDZ_TWOS = 105, DDZ_THREES = 455 };
static uint64_t ddz_places[3][DDZ_TWOS + DDZ_THREES + 3][2];

/* Once, before put_sets. */
static inline void fill_places(void) {
    int i, j, k, n;
    int two = 0;
    int three = DDZ_TWOS;
    for (k = 0; k < 3; k++)
        for (n = 0; n < DDZ_TWOS + DDZ_THREES + 3; n++)
            ddz_places[k][n][0] = ddz_places[k][n][1] = 15;
    for (i = 0; i < 15; i++)
        for (j = i + 1; j < 15; j++) {
            ddz_places[0][two][0] = (uint64_t)i;
            ddz_places[1][two++][0] = (uint64_t)j;
            for (k = j + 1; k < 15; k++) {
                ddz_places[0][three][0] = (uint64_t)i;
                ddz_places[1][three][0] = (uint64_t)j;
                ddz_places[2][three++][0] = (uint64_t)k;
            }
        }
}
#define DDZ_IS_WIDE 1
#else
#define DDZ_IS_WIDE 0
static inline void fill_places(void) {}
#endif

/* The cards `unit` of each rank of the set, ascending, into the last of the fifteen places
 * before the last of sixteen, which is 0. */
DDZ_INLINE void lay_out_last(uint64_t *cards, uint64_t ranks, uint64_t unit) {
    int free = 15 - rank_count(ranks);
#if defined(DDZ_WIDE)
    const __m512i units = _mm512_set1_epi64((long long)unit);
    __m128i slots =
        _mm_maskz_expand_epi8((__mmask16)(0x7fff & 0x7fff << free), gather_slots(ranks));
    __m512i high = _mm512_cvtepu8_epi64(_mm_srli_si128(slots, 8));
    _mm512_storeu_si512(cards, _mm512_sllv_epi64(units, _mm512_cvtepu8_epi64(slots)));
    _mm512_storeu_si512(cards + 8, _mm512_maskz_sllv_epi64(127, units, high));
#else
    lay_out(cards + free, ranks, unit);
    cards[15] = 0;
#endif
}

/* One move for each set of two or three (`size`) of the n cards that lay_out_last laid out
 * last, in order: `base` and the set, all with the same tag. May write up to seven moves
 * more. Returns the end. */
DDZ_INLINE ddz_move *put_sets(ddz_move *out, uint64_t base, uint64_t tag, const uint64_t *cards,
                              int n, int size) {
#if defined(DDZ_WIDE)
    /* With the first card comes `base`, and from the place 15 the tag. */
    const __m512i low = _mm512_loadu_si512(cards);
    const __m512i high = _mm512_loadu_si512(cards + 8);
    const __m512i bases = _mm512_set1_epi64((long long)base);
    const __m512i tags = _mm512_set1_epi64((long long)tag);
    const __m512i first_low = _mm512_add_epi64(low, bases);
    const __m512i first_high = _mm512_mask_add_epi64(tags, 127, high, bases);
    int twos = n * (n - 1) / 2;
    int sets = size == 2 ? twos : twos * (n - 2) / 3;
    /* Sets of the last n places are the last ones. */
    int start = (size == 2 ? DDZ_TWOS : DDZ_TWOS + DDZ_THREES) - sets;
    int i;
    for (i = 0; i < sets; i += 4) {
        __m512i first = _mm512_loadu_si512(ddz_places[0][start + i]);
        __m512i second = _mm512_loadu_si512(ddz_places[1][start + i]);
        __m512i third = _mm512_loadu_si512(ddz_places[2][start + i]);
        first = _mm512_permutex2var_epi64(first_low, first, first_high);
        second = _mm512_permutex2var_epi64(low, second, high);
        third = _mm512_permutex2var_epi64(low, third, high);
        _mm512_storeu_si512(out + i, _mm512_add_epi64(_mm512_add_epi64(first, second), third));
    }
    return out + sets;
#else
    int first, second;
    for (first = 15 - n; first < 15; first++) {
        uint64_t one = base + cards[first];
        if (size == 2)
            out = put_row(out, one, tag, cards + first + 1, 14 - first);
        else
            for (second = first + 1; second < 15; second++)
                out = put_row(out, one + cards[second], tag, cards + second + 1, 14 - second);
    }
    return out;
#endif
}

/* Copies those of n sets of cards that have `least` to `most` cards in the slot of that
 * shift, each with `more` added. `to` may be the end of the n sets. May write up to seven
 * sets more. Returns how many were copied. */
DDZ_INLINE int copy_with(uint64_t *to, const uint64_t *cards, int n, uint64_t more, int shift,
                         int least, int most) {
    int copied = 0;
    int i;
#if defined(DDZ_WIDE)
    const __m512i mores = _mm512_set1_epi64((long long)more);
    const __m512i leasts = _mm512_set1_epi64(least);
    const __m512i range = _mm512_set1_epi64(most - least);
    const __m512i nibble = _mm512_set1_epi64(15);
    const __m128i shifts = _mm_cvtsi32_si128(shift);
    for (i = 0; i < n; i += 8) {
        __m512i some = _mm512_loadu_si512(cards + i);
        __m512i held = _mm512_and_si512(_mm512_srl_epi64(some, shifts), nibble);
        __mmask8 there = (__mmask8)(n - i < 8 ? (1 << (n - i)) - 1 : 255);
        there = _mm512_mask_cmple_epu64_mask(there, _mm512_sub_epi64(held, leasts), range);
        some = _mm512_maskz_compress_epi64(there, _mm512_add_epi64(some, mores));
        _mm512_storeu_si512(to + copied, some);
        copied += __builtin_popcount(there);
    }
#else
    for (i = 0; i < n; i++) {
        uint64_t some = cards[i];
        int held = some >> shift & 15;
        to[copied] = some + more;
        copied += least <= held && held <= most;
    }
#endif
    return copied;
}

/* Sixteen sets of cards, each with `more` added. */
DDZ_INLINE void copy_all(uint64_t *to, const uint64_t *cards, uint64_t more) {
    int i;
    for (i = 0; i < 16; i++)
        to[i] = cards[i] + more;
}

/* The fifteen counts of a hand, a byte each. */
DDZ_INLINE void spread_counts(uint8_t *out, uint64_t hand) {
#if defined(__SSE2__)
    uint64_t even = hand & UINT64_C(0x0f0f0f0f0f0f0f0f);
    uint64_t odd = hand >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f);
    uint8_t counts[16];
    _mm_storeu_si128((__m128i *)counts, _mm_unpacklo_epi8(_mm_cvtsi64_si128((long long)even),
                                                          _mm_cvtsi64_si128((long long)odd)));
    memcpy(out, counts, DDZ_SLOTS);
#else
    int slot;
    for (slot = 0; slot < DDZ_SLOTS; slot++)
        out[slot] = hand >> 4 * slot & 15;
#endif
}

/* Copies n moves, up to `likely` of them without a branch that could be guessed
 * wrong. Writes at most DDZ_SLACK moves too many. Returns the end. */
DDZ_INLINE ddz_move *put_copies(ddz_move *out, const ddz_move *moves, int n, int likely) {
    int i;
    memcpy(out, moves, likely * sizeof(ddz_move));
    for (i = likely; i < n; i += 4)
        memcpy(out + i, moves + i, 4 * sizeof(ddz_move));
    return out + n;
}

#endif
