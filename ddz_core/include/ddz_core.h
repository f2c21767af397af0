/* The C interface of ddz_core: the types that cross the door between the
 * kernels and everybody else, and the kernels themselves.
 *
 * A hand is a uint64_t of fifteen 4-bit counts, slot 0 (the 3s) lowest, slots
 * 13 and 14 the small and the big joker. A set of ranks is a uint64_t with the
 * lowest bit of the nibble of each of its slots set.
 *
 * Get the kernels and compiled rules with ddz_core_python.h, from Cython with
 * `from ddz_core.kernels cimport import_kernels, rules_of`. docs/c-interface.md
 * tells how, and what stays as it is: what is marked opaque here does not.
 */
#ifndef DDZ_CORE_H
#define DDZ_CORE_H

#include <stdint.h>

/* Raised whenever a type or a function below changes its meaning or its place. */
#define DDZ_ABI 3

#define DDZ_SLOTS 15
#define DDZ_CHAIN_SLOTS 12
#define DDZ_SMALL_JOKER 13
#define DDZ_BIG_JOKER 14
#define DDZ_MAX_PLAYERS 4
#define DDZ_NOBODY 255
/* A set of cards has at most one reading of each kind and, with wild cards, rank. */
#define DDZ_MAX_READINGS (18 * 13)
/* The sum of (13 - n) 2^(12 - n), over the lengths n that solo chains have, and
 * over those that pair chains have: each of the 13 - n chains of length n is in
 * 2^(12 - n) sets of ranks. */
#define DDZ_CHAINS (1793 + 9217)
/* The most plays that a hand of at most 20 cards has under any rules of one deck without
 * wild cards, and with one to four of them; and that one of at most 33 cards of two decks
 * has. tests/test_most_plays.py proves them over all hands. */
#define DDZ_MOST_PLAYS 811
#define DDZ_MOST_PLAYS_WILD 15949
#define DDZ_MOST_PLAYS_OF_TWO 1845
/* Kernels may write this many moves past the last one that they return. */
#define DDZ_SLACK 16
/* The text lines of `playouts` are at most this long: four numbers, three colons. */
#define DDZ_MAX_LINE 48
/* `solve` keeps at most so many lists of plays at once, each as long as the longest
 * of a hand and DDZ_SLACK more: for every card one of a play and of two passes,
 * and those of a hand that is laid down. */
#define DDZ_SOLVE_LISTS(cards) (3 * (cards) + 20)

#define DDZ_EVERY_RANK UINT64_C(0x0111111111111111)
#define DDZ_CHAIN_RANKS UINT64_C(0x0000111111111111)
#define DDZ_PAIR_RANKS UINT64_C(0x0001111111111111)
#define DDZ_JOKERS UINT64_C(0x0110000000000000)
/* The 54 cards. */
#define DDZ_DECK UINT64_C(0x0114444444444444)
/* The cards of two decks: 108. */
#define DDZ_MOST_CARDS 108
/* Bodies of all kinds and lengths at all ranks: seven kinds without chains at fifteen slots
 * at the most; solo chains, pair chains, three kinds of trio chains and three of quad chains
 * at (12 - n + 1) for each length n from 5, 3 and 2 on; five sizes of bombs; the rocket. */
#define DDZ_MOST_CANDIDATES (7 * 15 + 36 + 55 + 6 * 66 + 5 * 13 + 1)

/* In canonical order; ddz_core.Kind has the same numbers. */
typedef enum {
    DDZ_PASS,
    DDZ_SOLO,
    DDZ_PAIR,
    DDZ_TRIO,
    DDZ_TRIO_SOLO,
    DDZ_TRIO_PAIR,
    DDZ_SOLO_CHAIN,
    DDZ_PAIR_CHAIN,
    DDZ_TRIO_CHAIN,
    DDZ_TRIO_CHAIN_SOLO,
    DDZ_TRIO_CHAIN_PAIR,
    DDZ_QUAD_SOLO,
    DDZ_QUAD_PAIR,
    DDZ_BOMB,
    DDZ_ROCKET,
    DDZ_QUAD_CHAIN,
    DDZ_QUAD_CHAIN_SOLO,
    DDZ_QUAD_CHAIN_PAIR,
    DDZ_BOMB_CHAIN,
    DDZ_KINDS
} ddz_kind;

/* A play. All zero is the pass, and as "the last play" it means leading. */
typedef struct {
    uint64_t cards;
    uint8_t kind;
    uint8_t length; /* chained groups in the body */
    uint8_t rank;   /* highest slot of the body */
    uint8_t size;   /* number of cards */
    uint32_t spare;
} ddz_move;

/* Opaque. What a kind is made of; see ddz_core.kinds.Shape. `allowed` is 0 where the
 * rules do not have the kind; `limit` is the most kickers of one rank. */
typedef struct {
    uint8_t allowed, width, unit, kickers, min_length, max_length, limit;
} ddz_shape;

/* Opaque. The solo and pair chains of every set of the twelve chain ranks. They depend
 * on no rules and are made once. */
typedef struct {
    /* Those of the set m, in canonical order: solos[m] of them from moves[solos_at[m]]
     * on, and so for pairs. Only sets that hold a chain have any. Copies read up to
     * sixteen moves on. */
    uint8_t solos[1 << DDZ_CHAIN_SLOTS];
    uint8_t pairs[1 << DDZ_CHAIN_SLOTS];
    uint16_t solos_at[1 << DDZ_CHAIN_SLOTS];
    uint16_t pairs_at[1 << DDZ_CHAIN_SLOTS];
    ddz_move moves[DDZ_CHAINS + 16];
} ddz_chains;

/* Opaque. number[n][a][b]: multisets of n kickers from a ranks that can give one and b
 * ranks that can give two. Made once, too. */
typedef struct {
    uint32_t number[25][16][16];
} ddz_ways;

typedef struct ddz_rules ddz_rules;
typedef struct ddz_state ddz_state;

/* Opaque. The kernels of rules that have code of their own: with two decks, and for hands
 * with wild cards. They are as those of the same names in ddz_kernels. */
typedef struct {
    int64_t (*generate)(const ddz_rules *rules, uint64_t hand, const ddz_move *last,
                        ddz_move *out);
    int64_t (*count)(const ddz_rules *rules, uint64_t hand, const ddz_move *last);
    void (*pick)(const ddz_rules *rules, uint64_t hand, const ddz_move *last, int64_t index,
                 ddz_move *out);
    int (*readings)(const ddz_rules *rules, uint64_t cards, ddz_move *out);
    int (*playout)(const ddz_rules *rules, ddz_state *state, uint64_t *stream,
                   ddz_move *record);
} ddz_variant;

/* Opaque. Compiled rules: only pointers to them are handed about. */
struct ddz_rules {
    const ddz_variant *variant; /* NULL: one deck and no wild cards */
    const ddz_chains *chains;
    const ddz_ways *ways;
    uint64_t deck; /* all the cards in play */
    uint8_t by_slot[DDZ_MOST_CARDS]; /* the slot of each of them, weakest first */
    uint8_t deck_size;
    ddz_shape shapes[DDZ_KINDS];
    uint8_t jokers_as_solos, jokers_as_pair, lengthening_kickers;
    uint8_t has_wild;  /* whether cards are wild: */
    uint8_t wild_slot; /* those of this slot */
    uint8_t decks, hand_size, bottom_size;
    uint8_t doubling_bomb; /* the smallest bomb that doubles the points, by its cards */
};

/* The play phase of one deal. To begin one, set all to zero, then `hands`, `players`,
 * `landlord`, `turn` (who leads) and `winner` = DDZ_NOBODY. */
struct ddz_state {
    uint64_t hands[DDZ_MAX_PLAYERS];
    ddz_move last; /* what is to be beaten; kind 0 where `turn` leads */
    uint8_t players, landlord, turn, last_seat;
    uint8_t passes;        /* in a row */
    uint8_t bombs;         /* bombs, rockets and bomb chains played */
    uint8_t winner;        /* the seat that went out, or DDZ_NOBODY */
    uint8_t doubled;       /* those of them that double the points */
    uint8_t doubling_bomb; /* the smallest bomb that does; 0: each */
    uint8_t spare;
    uint16_t landlord_plays, peasant_plays;
};

/* The play phase of many deals side by side, one array for each thing. Arrays by
 * seat hold the games of seat 0, then those of seat 1, and so on. Seat 0 is the
 * landlord. */
typedef struct {
    int64_t games;
    int32_t players;
    uint64_t *deals;  /* the number of the deal that is played */
    uint64_t *hands;  /* by seat */
    uint64_t *recent; /* by seat: the cards of its last action in this trick, 0 a pass */
    uint64_t *bottom;
    uint64_t *played; /* all the cards that lie on the table */
    ddz_move *last;   /* what is to be beaten */
    uint8_t *turn, *last_seat, *passes, *bombs, *doubled, *landlord_plays, *peasant_plays;
    uint64_t *kept;   /* what must still be with the landlord: of the bottom, or an open hand */
    uint8_t *wild;    /* the slot of the wild rank, where each deal draws one */
    uint8_t draws_wild; /* whether it does: for rules that have wild cards */
    uint8_t open_hand;  /* what the landlord's open hand multiplies points by, or 0 */
    uint8_t is_long;    /* whether observations are DDZ_LONG_OBSERVATION bytes long */
} ddz_games;

/* Where the parts of an observation begin, and its length in bytes; docs/vector.md tells
 * what they are. Sets of cards are DDZ_SLOTS counts each. */
typedef enum {
    DDZ_AT_HAND = 0,
    DDZ_AT_UNSEEN = DDZ_AT_HAND + DDZ_SLOTS,
    DDZ_AT_LAST = DDZ_AT_UNSEEN + DDZ_SLOTS,
    DDZ_AT_BOTTOM = DDZ_AT_LAST + DDZ_SLOTS,
    DDZ_AT_PLAYED = DDZ_AT_BOTTOM + DDZ_SLOTS,
    DDZ_AT_RECENT = DDZ_AT_PLAYED + DDZ_SLOTS, /* of the next seat, of the second */
    DDZ_AT_SIZES = DDZ_AT_RECENT + 2 * DDZ_SLOTS, /* own, next, second */
    DDZ_AT_ROLE = DDZ_AT_SIZES + 3,
    DDZ_AT_BOMBS,
    DDZ_AT_READING, /* kind, length and rank of the play to beat */
    DDZ_AT_PASSES = DDZ_AT_READING + 3,
    DDZ_OBSERVATION,
    /* A long one goes on: */
    DDZ_AT_THIRD = DDZ_OBSERVATION, /* the recent cards of the third seat */
    DDZ_AT_OPEN = DDZ_AT_THIRD + DDZ_SLOTS, /* the landlord's open hand */
    DDZ_AT_THIRD_SIZE = DDZ_AT_OPEN + DDZ_SLOTS,
    DDZ_AT_WILD, /* the slot of the wild rank and 1, or 0 */
    DDZ_LONG_OBSERVATION
} ddz_observation;

/* What a range of play-outs came to. */
typedef struct {
    uint64_t games, decisions, landlord_wins, bombs;
} ddz_tally;

/* Opaque but for its size. A position that was searched: what of it matters, and what
 * came out. */
typedef struct {
    uint64_t hands[3], info;
} ddz_entry;

/* A search with open cards, and the memory that it may use. Set to zero all that
 * is not named as given. */
typedef struct {
    const ddz_rules *rules; /* given */
    ddz_entry *transpositions; /* given, zeroed: 2 (last_mask + 1) entries */
    uint64_t *known;        /* given, zeroed: known_mask + 1 hands */
    uint64_t *winners;      /* given, zeroed: winners_mask + 1 plays; only for solve */
    ddz_move *scratch;      /* given: DDZ_SOLVE_LISTS lists of plays */
    /* given: powers of two, less one */
    uint64_t last_mask, known_mask, winners_mask;
    uint64_t mask, used;    /* the part of the transpositions in use; entries there */
    uint64_t nodes;         /* positions looked at; other threads may read it */
    int64_t deadline;       /* given, on the clock of `now`, or 0 for none */
    int32_t (*ask)(void *); /* given, or NULL: called with `asked` about every */
    void *asked;            /* millisecond; gives up where it does not return 0 */
    int64_t due;            /* plays to list before that; below 0: at once */
    uint32_t order;         /* given: 0, or another number for another order of plays */
    ddz_move best;          /* where the side to move wins: an action that does */
    int32_t root;           /* used inside */
    int32_t stop;           /* whether it gave up; set to 0 to go on */
} ddz_search;

/* Opaque. What the greedy player holds dear: the worth of the plays a hand is split
 * into, by their highest slot, and how much it gives to have the trick. */
typedef struct {
    int16_t solo[DDZ_SLOTS], pair[DDZ_SLOTS], trio[DDZ_SLOTS], chain[DDZ_SLOTS];
    int16_t bomb[DDZ_SLOTS];
    int16_t rocket;
    int16_t play;      /* what a play costs, whatever it is */
    int16_t lead_card; /* what every card of a lead is worth */
    int16_t bomb_card; /* what every card of a bomb beyond four is worth */
    int16_t wild;      /* what a wild card is worth besides what it stands for */
    /* By role (landlord, the peasant after him, the one before him, with four players
     * the one between) and the cards of the enemy who has fewest (1, 2, 3 to 4, 5 to 8,
     * more): how much worth a hand must not lose, and what it may lose more by a bomb. */
    int16_t follow[4][5], bombing[4][5];
    int16_t counting; /* 1: it counts the unseen cards, and leads what nobody can beat */
    int16_t teamwork; /* 1: it does not beat its partner, and feeds him his last card */
} ddz_habits;

/* Hidden hands: what each seat is known to hold, and how many cards of those that
 * nobody has seen it has besides; the rest are out of play. */
typedef struct {
    uint64_t known[DDZ_MAX_PLAYERS];
    uint64_t cards;
    uint8_t sizes[DDZ_MAX_PLAYERS];
    uint8_t players;
} ddz_hidden;

/* Worlds in which actions are tried: `hands` are those of worlds first to stop - 1, each
 * seat's in turn. Of the hands of `state` nothing is read. */
typedef struct {
    const ddz_rules *rules;
    const ddz_habits *habits; /* NULL: every legal action is equally likely */
    const ddz_state *state;   /* the position now */
    uint64_t cards;           /* all that are not played, those out of play among them */
    const uint64_t *hands;
    uint64_t seed, first, stop;
} ddz_trial;

/* What an action came to, for the player who took it, in many worlds: how many were
 * won, and the sum of the points and of their squares. */
typedef struct {
    int64_t wins, points, squares;
} ddz_outcome;

typedef struct {
    uint32_t abi, size; /* DDZ_ABI, sizeof(ddz_kernels) */
    const char *level;  /* "plain", "avx2" or "avx512" */

    /* Every legal play in canonical order, the pass not counted. `last` is the
     * play to beat, NULL or kind 0 when leading. `out` must hold count() moves
     * and DDZ_SLACK more. Returns how many there are. */
    int64_t (*generate)(const ddz_rules *rules, uint64_t hand, const ddz_move *last, ddz_move *out);
    /* The same number without listing. */
    int64_t (*count)(const ddz_rules *rules, uint64_t hand, const ddz_move *last);
    /* The play of that index in the list, 0 <= index < count(). */
    void (*pick)(const ddz_rules *rules, uint64_t hand, const ddz_move *last, int64_t index,
                 ddz_move *out);
    /* Every reading of exactly these cards, in canonical order, at most DDZ_MAX_READINGS. */
    int (*readings)(const ddz_rules *rules, uint64_t cards, ddz_move *out);
    /* Whether play a beats play b. */
    int (*beats)(const ddz_rules *rules, const ddz_move *a, const ddz_move *b);

    /* The same for n hands, one after the other. `last` moves on by `step` plays
     * (0 or 1) after every hand. */
    void (*count_batch)(const ddz_rules *rules, const uint64_t *hands, const ddz_move *last,
                        int64_t step, int64_t n, int64_t *counts);
    int64_t (*generate_batch)(const ddz_rules *rules, const uint64_t *hands, const ddz_move *last,
                              int64_t step, int64_t n, ddz_move *out);

    /* hands[0..players-1], bottom and first bidder of a deal number; returns
     * the state of the deal's random stream after them. */
    uint64_t (*deal)(const ddz_rules *rules, uint64_t number, int players, uint64_t *hands,
                     uint64_t *bottom, int *first_bidder);
    /* Applies a legal action (all zero: the pass). */
    void (*apply)(ddz_state *state, const ddz_move *action);
    /* Sequences of exactly `depth` actions, fewer where the deal ended.
     * `scratch` must hold depth times the largest count() of a hand, leading,
     * and DDZ_SLACK more. */
    uint64_t (*perft)(const ddz_rules *rules, const ddz_state *state, int depth, ddz_move *scratch);
    /* Plays the deal on to its end, every legal action equally likely; returns
     * the number of decisions. `stream` is the state of the random stream.
     * Where `record` is not NULL, every action is written there. */
    int (*playout)(const ddz_rules *rules, ddz_state *state, uint64_t *stream, ddz_move *record);
    /* Plays deals first, first+1, ..., and adds to `tally`. Where `lines` is
     * not NULL, writes "number:winner:decisions:bombs\n" for each (at most
     * DDZ_MAX_LINE bytes) and returns the end. With `draws_wild`, which is for one deck
     * and rules without bomb chains, each deal draws the rank whose cards are wild. */
    char *(*playouts)(const ddz_rules *rules, int draws_wild, uint64_t first, uint64_t games,
                      ddz_tally *tally, char *lines);

    /* For games start to stop - 1. Actions are the plays and, where it is legal,
     * the pass after them. */
    void (*games_deal)(const ddz_rules *rules, const ddz_games *games, int64_t start, int64_t stop);
    void (*games_count)(const ddz_rules *rules, const ddz_games *games, int64_t start, int64_t stop,
                        int64_t *counts);
    /* Writes the actions of all those games from `out` on, and up to DDZ_SLACK moves more. */
    void (*games_list)(const ddz_rules *rules, const ddz_games *games, int64_t start, int64_t stop,
                       ddz_move *out);
    void (*games_pick)(const ddz_rules *rules, const ddz_games *games, int64_t start, int64_t stop,
                       const int64_t *indices, ddz_move *out);
    /* The first game whose action is not legal, or -1. */
    int64_t (*games_check)(const ddz_rules *rules, const ddz_games *games, int64_t start, int64_t stop,
                           const ddz_move *actions);
    /* Applies one action in every game. rewards[game * players + seat] are the
     * points where the deal ended, else 0; a deal that ended is followed by the next. */
    void (*games_step)(const ddz_rules *rules, const ddz_games *games, int64_t start, int64_t stop,
                       const ddz_move *actions, int32_t *rewards, uint8_t *ended);
    /* What the player to move sees: DDZ_OBSERVATION or DDZ_LONG_OBSERVATION bytes for
     * each game. */
    void (*games_observe)(const ddz_rules *rules, const ddz_games *games, int64_t start,
                          int64_t stop, uint8_t *out);
    /* Whether the landlord, seat 0, wins with open cards: 1 or 0, -1 where it was
     * stopped. Of the state it reads the hands, players, turn, last, last_seat. */
    int (*solve)(ddz_search *search, const ddz_state *state);
    /* Nanoseconds on a clock that never goes back. */
    int64_t (*now)(void);
    /* The smallest number of plays that lays a hand down. */
    int (*fewest)(ddz_search *search, uint64_t hand);
    /* Plays the deal on to its end greedily; returns the number of decisions. `aside`
     * are cards out of play. */
    int (*greedy_playout)(const ddz_rules *rules, const ddz_habits *landlord,
                          const ddz_habits *peasants, ddz_state *state, uint64_t aside);
    /* What the greedy player does. Of the hands it reads that of `turn` alone; `sizes`
     * are the cards of each seat, `unseen` all that it has not seen. */
    void (*greedy)(const ddz_rules *rules, const ddz_habits *habits, const ddz_state *state,
                   const uint8_t *sizes, uint64_t unseen, ddz_move *out);
    /* The plays worth a closer look, one for each body, at most DDZ_MOST_CANDIDATES; returns
     * how many. `worths` is what the hand that each leaves is worth to the greedy player. */
    int (*candidates)(const ddz_rules *rules, const ddz_habits *habits, uint64_t hand,
                      const ddz_move *last, ddz_move *out, int32_t *worths);
    /* The hands, ddz_hidden.players each, of worlds first to stop - 1, each way to
     * give the cards out equally likely. The same seed gives the same worlds. */
    void (*worlds)(const ddz_hidden *hidden, uint64_t seed, uint64_t first, uint64_t stop,
                   uint64_t *hands);
    /* Tries n actions in these worlds, and adds to `outcomes`. */
    void (*rollout)(const ddz_trial *trial, const ddz_move *actions, int n,
                    ddz_outcome *outcomes);
    /* For each of these worlds how often the others did what the greedy player would not
     * have done, in all n actions from the first lead on: out[0] where one passes and the
     * other does not, out[1] where the bodies differ. */
    void (*surprises)(const ddz_trial *trial, const ddz_move *actions, int n, uint16_t *out);
    /* As perft; calls `ask(asked)` about every millisecond, and gives up, with a number
     * that means nothing, where it does not return 0. */
    uint64_t (*perft_asking)(const ddz_rules *rules, const ddz_state *state, int depth,
                             ddz_move *scratch, int32_t (*ask)(void *), void *asked);

    /* What compiled rules refer to. */
    ddz_variant two_decks, wild_cards;
} ddz_kernels;

/* Opaque. The kernels of one room compiled for one processor level. `fill` puts them
 * into their places. */
typedef struct {
    uint32_t abi, size; /* DDZ_ABI, sizeof(ddz_kernels) */
    const char *level;
    void (*fill)(ddz_kernels *kernels);
} ddz_unit;

#endif
