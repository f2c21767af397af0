"""Rules compiled for the kernels, with the chains and ways that all rules share."""

cimport cython
from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from ddz_core._core.loader cimport kernels
from ddz_core.kernels cimport (
    CHAIN_SLOTS, CHAINS, Chains, EVERY_RANK, Move, ROCKET, Rules, Shape, Ways,
)

from ddz_core.arguments import plain_text, shown
from ddz_core.errors import InvalidRules
from ddz_core.kinds import RANKS, SHAPES, Kind
from ddz_core.rules import Rules as RulesValue, rules_named


# ------------------------------------------------------------ chains and ways

cdef Chains chains
cdef Ways ways


cdef int fill_chains(object kind, uint8_t *number, uint16_t *places, int at) except -1:
    """Writes the chains of a kind for each set of ranks, from chains.moves[at] on."""
    cdef Shape shape
    cdef uint32_t ranks, chain
    cdef int length, start
    cdef Move *move
    shape.width = SHAPES[kind].width
    shape.min_length = SHAPES[kind].min_length
    for ranks in range(1 << CHAIN_SLOTS):
        number[ranks] = 0
        places[ranks] = at
        for length in range(shape.min_length, CHAIN_SLOTS + 1):
            for start in range(CHAIN_SLOTS - length + 1):
                chain = ((1 << length) - 1) << start
                if ranks & chain == chain:
                    move = &chains.moves[at]
                    move.cards = (EVERY_RANK & (<uint64_t>1 << 4 * length) - 1) << 4 * start
                    move.cards *= shape.width
                    move.kind = kind
                    move.length = length
                    move.rank = start + length - 1
                    move.size = length * shape.width
                    number[ranks] += 1
                    at += 1
    return at


cdef void fill_ways() noexcept:
    """The coefficients of (1 + x)^a (1 + x + x^2)^b, a + b <= 15."""
    cdef int n, a, b
    cdef uint32_t number
    for b in range(16):
        for a in range(16 - b):
            for n in range(25):
                if a > 0:
                    number = ways.number[n][a - 1][b]
                    if n >= 1:
                        number += ways.number[n - 1][a - 1][b]
                elif b > 0:
                    number = ways.number[n][0][b - 1]
                    if n >= 1:
                        number += ways.number[n - 1][0][b - 1]
                    if n >= 2:
                        number += ways.number[n - 2][0][b - 1]
                else:
                    number = n == 0
                ways.number[n][a][b] = number


def _fill():
    cdef int solo_chains = fill_chains(Kind.SOLO_CHAIN, chains.solos, chains.solos_at, 0)
    cdef int both = fill_chains(Kind.PAIR_CHAIN, chains.pairs, chains.pairs_at, solo_chains)
    assert both == CHAINS
    fill_ways()


_fill()


# --------------------------------------------------------------------- rules

@cython.final
cdef class CompiledRules:
    """Rules as the kernels read them. Immutable; threads may share it."""

    def __cinit__(self, rules):
        cdef Shape *shape
        memset(&self.c, 0, sizeof(Rules))
        if not isinstance(rules, RulesValue):
            raise InvalidRules(f"rules to compile must be a Rules, not {shown(rules)}")
        self.value = rules
        self.c.chains = &chains
        self.c.ways = &ways
        for kind, made_of in SHAPES.items():
            shape = &self.c.shapes[<int>kind]
            shape.allowed = rules.allows(kind)
            shape.width, shape.unit, shape.kickers, shape.min_length, shape.max_length = made_of
            if shape.unit == 1:
                shape.limit = rules.quad_solos if kind is Kind.QUAD_SOLO else rules.chain_solos
        self.c.shapes[ROCKET].allowed = True
        self.c.jokers_as_solos = rules.jokers_as_solos
        self.c.jokers_as_pair = rules.jokers_as_pair
        self.c.lengthening_kickers = rules.lengthening_kickers
        if rules.decks == 2:
            self.c.variant = &kernels.two_decks
        elif rules.wild is not None:
            self.c.variant = &kernels.wild_cards
            self.c.has_wild = True
            self.c.wild_slot = RANKS.index(rules.wild)
        self.c.decks = rules.decks
        self.c.hand_size = rules.hand_size
        self.c.bottom_size = rules.bottom_size
        for card in rules.deck:
            self.c.by_slot[self.c.deck_size] = RANKS.index(card)
            self.c.deck_size += 1
            self.c.deck += <uint64_t>1 << 4 * RANKS.index(card)
        self.c.doubling_bomb = rules.doubling_bomb

    def __reduce__(self):
        return compiled, (self.value,)

    @property
    def capsule(self):
        """A capsule ``ddz_core.RULES`` with the ``ddz_rules`` pointer, for C code.

        The pointer is good as long as this object lives: what :func:`compiled`
        returns lives until the process ends.
        """
        return PyCapsule_New(&self.c, "ddz_core.RULES", NULL)


cdef dict cache = {}


cpdef CompiledRules compiled(object rules):
    """The compiled form of a `Rules` or of a preset's name.

    Kept for ever: there are few rule sets, and C code may hold on to the pointer.
    """
    cdef object key = rules
    cdef object found
    if isinstance(rules, RulesValue):
        key = (rules, rules.name)  # equal rules of another name speak of themselves by it
    elif isinstance(rules, str):
        key = rules if type(rules) is str else plain_text(rules)
    else:
        raise InvalidRules(f"rules must be a Rules or the name of a preset, not {shown(rules)}")
    found = cache.get(key)
    if found is None:
        if isinstance(rules, str):
            found = compiled(rules_named(key))
        else:
            found = CompiledRules(rules)
        found = cache.setdefault(key, found)
    return <CompiledRules>found


# Every play of every rule set is a play under these.
PERMISSIVE = RulesValue(
    chain_solos=4, quad_solos=2, jokers_as_solos=True, jokers_as_pair=True,
    lengthening_kickers=True, quad_kickers=True, quad_chains=True, bomb_chains=True,
    name="permissive",
)
