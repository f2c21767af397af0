"""The C interface for Cython: ``from ddz_core.kernels cimport Move, Kernels``.

The names are those of ``ddz_core/include/ddz_core.h``, which documents them. Structs
that others should not look into are in it too, for the kernels' own use;
docs/c-interface.md tells what stays as it is.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t


cdef extern from "ddz_core.h" nogil:
    enum:
        ABI "DDZ_ABI"
        SLOTS "DDZ_SLOTS"
        CHAINS "DDZ_CHAINS"
        CHAIN_SLOTS "DDZ_CHAIN_SLOTS"
        SMALL_JOKER "DDZ_SMALL_JOKER"
        BIG_JOKER "DDZ_BIG_JOKER"
        MAX_PLAYERS "DDZ_MAX_PLAYERS"
        NOBODY "DDZ_NOBODY"
        MAX_READINGS "DDZ_MAX_READINGS"
        MOST_PLAYS "DDZ_MOST_PLAYS"
        MOST_PLAYS_WILD "DDZ_MOST_PLAYS_WILD"
        MOST_PLAYS_OF_TWO "DDZ_MOST_PLAYS_OF_TWO"
        SLACK "DDZ_SLACK"
        MAX_LINE "DDZ_MAX_LINE"
        AT_HAND "DDZ_AT_HAND"
        AT_UNSEEN "DDZ_AT_UNSEEN"
        AT_LAST "DDZ_AT_LAST"
        AT_BOTTOM "DDZ_AT_BOTTOM"
        AT_PLAYED "DDZ_AT_PLAYED"
        AT_RECENT "DDZ_AT_RECENT"
        AT_SIZES "DDZ_AT_SIZES"
        AT_ROLE "DDZ_AT_ROLE"
        AT_BOMBS "DDZ_AT_BOMBS"
        AT_READING "DDZ_AT_READING"
        AT_PASSES "DDZ_AT_PASSES"
        OBSERVATION "DDZ_OBSERVATION"
        AT_THIRD "DDZ_AT_THIRD"
        AT_OPEN "DDZ_AT_OPEN"
        AT_THIRD_SIZE "DDZ_AT_THIRD_SIZE"
        AT_WILD "DDZ_AT_WILD"
        LONG_OBSERVATION "DDZ_LONG_OBSERVATION"
        MOST_CARDS "DDZ_MOST_CARDS"
        MOST_CANDIDATES "DDZ_MOST_CANDIDATES"
    int SOLVE_LISTS "DDZ_SOLVE_LISTS"(int cards)
    const uint64_t EVERY_RANK "DDZ_EVERY_RANK"
    const uint64_t CHAIN_RANKS "DDZ_CHAIN_RANKS"
    const uint64_t PAIR_RANKS "DDZ_PAIR_RANKS"
    const uint64_t JOKERS "DDZ_JOKERS"
    const uint64_t DECK "DDZ_DECK"

    enum:
        PASS "DDZ_PASS"
        SOLO "DDZ_SOLO"
        PAIR "DDZ_PAIR"
        TRIO "DDZ_TRIO"
        TRIO_SOLO "DDZ_TRIO_SOLO"
        TRIO_PAIR "DDZ_TRIO_PAIR"
        SOLO_CHAIN "DDZ_SOLO_CHAIN"
        PAIR_CHAIN "DDZ_PAIR_CHAIN"
        TRIO_CHAIN "DDZ_TRIO_CHAIN"
        TRIO_CHAIN_SOLO "DDZ_TRIO_CHAIN_SOLO"
        TRIO_CHAIN_PAIR "DDZ_TRIO_CHAIN_PAIR"
        QUAD_SOLO "DDZ_QUAD_SOLO"
        QUAD_PAIR "DDZ_QUAD_PAIR"
        BOMB "DDZ_BOMB"
        ROCKET "DDZ_ROCKET"
        QUAD_CHAIN "DDZ_QUAD_CHAIN"
        QUAD_CHAIN_SOLO "DDZ_QUAD_CHAIN_SOLO"
        QUAD_CHAIN_PAIR "DDZ_QUAD_CHAIN_PAIR"
        BOMB_CHAIN "DDZ_BOMB_CHAIN"
        KINDS "DDZ_KINDS"

    ctypedef struct Move "ddz_move":
        uint64_t cards
        uint8_t kind
        uint8_t length
        uint8_t rank
        uint8_t size
        uint32_t spare

    ctypedef struct Shape "ddz_shape":
        uint8_t allowed
        uint8_t width
        uint8_t unit
        uint8_t kickers
        uint8_t min_length
        uint8_t max_length
        uint8_t limit

    ctypedef struct Chains "ddz_chains":
        uint8_t *solos
        uint8_t *pairs
        uint16_t *solos_at
        uint16_t *pairs_at
        Move *moves

    ctypedef struct Ways "ddz_ways":
        uint32_t number[25][16][16]

    ctypedef struct Rules "ddz_rules"
    ctypedef struct State "ddz_state"

    ctypedef struct Variant "ddz_variant":
        int64_t (*generate)(const Rules *rules, uint64_t hand, const Move *last,
                            Move *out) noexcept nogil
        int64_t (*count)(const Rules *rules, uint64_t hand, const Move *last) noexcept nogil
        void (*pick)(const Rules *rules, uint64_t hand, const Move *last, int64_t index,
                     Move *out) noexcept nogil
        int (*readings)(const Rules *rules, uint64_t cards, Move *out) noexcept nogil
        int (*playout)(const Rules *rules, State *state, uint64_t *stream,
                       Move *record) noexcept nogil

    ctypedef struct Rules "ddz_rules":
        const Variant *variant
        const Chains *chains
        const Ways *ways
        uint64_t deck
        uint8_t *by_slot
        uint8_t deck_size
        Shape *shapes
        uint8_t jokers_as_solos
        uint8_t jokers_as_pair
        uint8_t lengthening_kickers
        uint8_t has_wild
        uint8_t wild_slot
        uint8_t decks
        uint8_t hand_size
        uint8_t bottom_size
        uint8_t doubling_bomb

    ctypedef struct State "ddz_state":
        uint64_t *hands
        Move last
        uint8_t players
        uint8_t landlord
        uint8_t turn
        uint8_t last_seat
        uint8_t passes
        uint8_t bombs
        uint8_t winner
        uint8_t doubled
        uint8_t doubling_bomb
        uint16_t landlord_plays
        uint16_t peasant_plays

    ctypedef struct Games "ddz_games":
        int64_t games
        int32_t players
        uint64_t *deals
        uint64_t *hands
        uint64_t *recent
        uint64_t *bottom
        uint64_t *played
        Move *last
        uint8_t *turn
        uint8_t *last_seat
        uint8_t *passes
        uint8_t *bombs
        uint8_t *doubled
        uint8_t *landlord_plays
        uint8_t *peasant_plays
        uint64_t *kept
        uint8_t *wild
        uint8_t draws_wild
        uint8_t open_hand
        uint8_t is_long

    ctypedef struct Tally "ddz_tally":
        uint64_t games
        uint64_t decisions
        uint64_t landlord_wins
        uint64_t bombs

    ctypedef struct Entry "ddz_entry":
        uint64_t *hands
        uint64_t info

    ctypedef struct Search "ddz_search":
        const Rules *rules
        Entry *transpositions
        uint64_t *known
        uint64_t *winners
        Move *scratch
        uint64_t last_mask
        uint64_t known_mask
        uint64_t winners_mask
        uint64_t mask
        uint64_t used
        uint64_t nodes
        int64_t deadline
        int32_t (*ask)(void *asked) noexcept nogil
        void *asked
        int64_t due
        uint32_t order
        Move best
        int32_t root
        int32_t stop

    ctypedef struct Habits "ddz_habits":
        int16_t *solo
        int16_t *pair
        int16_t *trio
        int16_t *chain
        int16_t *bomb
        int16_t rocket
        int16_t play
        int16_t lead_card
        int16_t bomb_card
        int16_t wild
        int16_t follow[4][5]
        int16_t bombing[4][5]
        int16_t counting
        int16_t teamwork

    ctypedef struct Hidden "ddz_hidden":
        uint64_t *known
        uint64_t cards
        uint8_t *sizes
        uint8_t players

    ctypedef struct Trial "ddz_trial":
        const Rules *rules
        const Habits *habits
        const State *state
        uint64_t cards
        const uint64_t *hands
        uint64_t seed
        uint64_t first
        uint64_t stop

    ctypedef struct Outcome "ddz_outcome":
        int64_t wins
        int64_t points
        int64_t squares

    ctypedef struct Kernels "ddz_kernels":
        uint32_t abi
        uint32_t size
        const char *level
        int64_t (*generate)(const Rules *rules, uint64_t hand, const Move *last,
                            Move *out) noexcept nogil
        int64_t (*count)(const Rules *rules, uint64_t hand, const Move *last) noexcept nogil
        void (*pick)(const Rules *rules, uint64_t hand, const Move *last, int64_t index,
                     Move *out) noexcept nogil
        int (*readings)(const Rules *rules, uint64_t cards, Move *out) noexcept nogil
        int (*beats)(const Rules *rules, const Move *a, const Move *b) noexcept nogil
        void (*count_batch)(const Rules *rules, const uint64_t *hands, const Move *last,
                            int64_t step, int64_t n, int64_t *counts) noexcept nogil
        int64_t (*generate_batch)(const Rules *rules, const uint64_t *hands,
                                  const Move *last, int64_t step, int64_t n,
                                  Move *out) noexcept nogil
        uint64_t (*deal)(const Rules *rules, uint64_t number, int players, uint64_t *hands,
                         uint64_t *bottom, int *first_bidder) noexcept nogil
        void (*apply)(State *state, const Move *action) noexcept nogil
        uint64_t (*perft)(const Rules *rules, const State *state, int depth,
                          Move *scratch) noexcept nogil
        int (*playout)(const Rules *rules, State *state, uint64_t *stream,
                       Move *record) noexcept nogil
        char *(*playouts)(const Rules *rules, bint draws_wild, uint64_t first,
                          uint64_t games, Tally *tally, char *lines) noexcept nogil
        void (*games_deal)(const Rules *rules, const Games *games, int64_t start,
                           int64_t stop) noexcept nogil
        void (*games_count)(const Rules *rules, const Games *games, int64_t start,
                            int64_t stop, int64_t *counts) noexcept nogil
        void (*games_list)(const Rules *rules, const Games *games, int64_t start,
                           int64_t stop, Move *out) noexcept nogil
        void (*games_pick)(const Rules *rules, const Games *games, int64_t start,
                           int64_t stop, const int64_t *indices, Move *out) noexcept nogil
        int64_t (*games_check)(const Rules *rules, const Games *games, int64_t start,
                               int64_t stop, const Move *actions) noexcept nogil
        void (*games_step)(const Rules *rules, const Games *games, int64_t start, int64_t stop,
                           const Move *actions, int32_t *rewards,
                           uint8_t *ended) noexcept nogil
        void (*games_observe)(const Rules *rules, const Games *games, int64_t start,
                              int64_t stop, uint8_t *out) noexcept nogil
        int (*solve)(Search *search, const State *state) noexcept nogil
        int64_t (*now)() noexcept nogil
        int (*fewest)(Search *search, uint64_t hand) noexcept nogil
        int (*greedy_playout)(const Rules *rules, const Habits *landlord,
                              const Habits *peasants, State *state,
                              uint64_t aside) noexcept nogil
        void (*greedy)(const Rules *rules, const Habits *habits, const State *state,
                       const uint8_t *sizes, uint64_t unseen, Move *out) noexcept nogil
        int (*candidates)(const Rules *rules, const Habits *habits, uint64_t hand,
                          const Move *last, Move *out, int32_t *worths) noexcept nogil
        void (*worlds)(const Hidden *hidden, uint64_t seed, uint64_t first, uint64_t stop,
                       uint64_t *hands) noexcept nogil
        void (*rollout)(const Trial *trial, const Move *actions, int n,
                        Outcome *outcomes) noexcept nogil
        void (*surprises)(const Trial *trial, const Move *actions, int n,
                          uint16_t *out) noexcept nogil
        uint64_t (*perft_asking)(const Rules *rules, const State *state, int depth,
                                 Move *scratch, int32_t (*ask)(void *asked) noexcept nogil,
                                 void *asked) noexcept nogil
        Variant two_decks
        Variant wild_cards

    ctypedef struct Unit "ddz_unit":
        uint32_t abi
        uint32_t size
        const char *level
        void (*fill)(Kernels *kernels) noexcept


cdef extern from "ddz_core_python.h":
    # The kernels for this machine; ImportError where they do not fit.
    const Kernels *import_kernels "ddz_import_kernels"() except NULL
    # Compiled rules, from a ddz_core.Rules or the name of a preset.
    const Rules *rules_of "ddz_rules_of"(object rules) except NULL
