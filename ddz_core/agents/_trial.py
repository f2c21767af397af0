from .random_agent import RandomAgent
from ..rollouts import Rolling
from ..habits import GREEDY
from .. import _rollouts
import random, dataclasses, os


def variant(**kw):
    return dataclasses.replace(GREEDY, **kw).compiled


NC = variant(counting=0)
EASY = variant(counting=0, teamwork=0)


class G:
    name = "greedy"
    h = GREEDY.compiled

    def __init__(self, seed=0):
        self.r = RandomAgent(seed)
        self.rng = random.Random(seed)

    def act(self, o):
        if o.phase != "play":
            return self.r.act(o)
        return self.play(o)

    def play(self, o):
        return _rollouts.Sight(o).greedy(self.h)


class GNC(G):
    name = "greedy-nocount"
    h = NC


class GE(G):
    name = "greedy-notteam"
    h = EASY


class S(G):
    budget = 1000
    name = "s1000"

    def play(self, o):
        legal = o.legal_actions
        if len(legal) == 1:
            return legal[0]
        for a in legal:
            if a.cards == o.hand:
                return a
        r = Rolling(o, "greedy", self.rng.getrandbits(63))
        n = len(legal)
        rounds = max(1, (n - 1).bit_length())
        each = self.budget // rounds
        while len(r.actions) > 1:
            r.go_on(max(4, each // len(r.actions)))
            v = sorted(r.plays(), key=lambda p: -p.mean_points)
            r.keep([p.action for p in v[: (len(v) + 1) // 2]])
        return r.actions[0]


class S4(S):
    budget = 4000
    name = "s4000"


class S16(S):
    budget = 16000
    name = "s16000"


class S64(S):
    budget = 64000
    name = "s64000"


from .._solver import Position, Solver
from .._values import Hand


class E(S16):
    name = "e16"
    cards = 20
    worlds = 60
    _solver = None

    def play(self, o):
        legal = o.legal_actions
        if len(legal) == 1:
            return legal[0]
        for a in legal:
            if a.cards == o.hand:
                return a
        if sum(o.sizes) > self.cards or len(o.sizes) != 3:
            return super().play(o)
        if E._solver is None:
            E._solver = Solver(64 << 20, o.table.rules)
        s = E._solver
        s.limit(None)
        sight = _rollouts.Sight(o)
        W = sight.worlds(self.rng.getrandbits(63), 0, self.worlds).tolist()
        L = o.landlord
        n = 3
        turn = (o.seat - L) % n
        passes = 0
        if o.last is not None:
            for m in reversed(o.plays):
                if m.action.kind != 0:
                    break
                passes += 1
        wins = [0] * len(legal)
        for w in W:
            hands = [Hand(int(w[(L + i) % n])) for i in range(n)]
            p = Position(hands, turn, o.last, None, passes, o.table.rules)
            for i, a in enumerate(legal):
                v = s.value(p.after(a))
                wins[i] += v == (turn == 0)
        best = max(wins)
        cand = [a for a, x in zip(legal, wins) if x >= best - self.slack * self.worlds]
        if len(cand) == 1:
            return cand[0]
        r = Rolling(o, "greedy", self.rng.getrandbits(63), cand)
        r.go_on(4000 // len(cand))
        return max(r.plays(), key=lambda p: p.mean_points).action

    slack = 0.03


class E15(E):
    cards = 15
    name = "e15"


class E24(E):
    cards = 24
    name = "e24"


import numpy as np


class B16(S):
    name = "b16"
    budget = 16000
    a = 0.3
    b = 0.5
    pool = 2000
    h = GREEDY.compiled

    def worlds(self, sight, n):
        pool = sight.worlds(self.rng.getrandbits(63), 0, self.pool)
        m = sight.surprises(self.h, pool).astype(float)
        lw = m[:, 0] * np.log(self.a) + m[:, 1] * np.log(self.b)
        w = np.exp(lw - lw.max())
        w /= w.sum()
        g = np.random.Generator(np.random.PCG64(self.rng.getrandbits(63)))
        u = (np.arange(n) + g.random()) / n
        idx = np.searchsorted(np.cumsum(w), u).clip(0, len(w) - 1)
        g.shuffle(idx)
        return pool[idx]

    def play(self, o):
        legal = o.legal_actions
        if len(legal) == 1:
            return legal[0]
        for a in legal:
            if a.cards == o.hand:
                return a
        sight = _rollouts.Sight(o)
        n = len(legal)
        rounds = max(1, (n - 1).bit_length())
        each = self.budget // rounds
        total = 0
        k = n
        plan = []
        while k > 1:
            plan.append(max(4, each // k))
            k = (k + 1) // 2
        W = self.worlds(sight, sum(plan))
        at = 0
        acts = list(legal)
        sums = np.zeros(n)
        for m in plan:
            sums = sums + sight.rollout(self.h, acts, W[at : at + m], 0, 0)[:, 1]
            at += m
            order = np.argsort(-sums, kind="stable")[: (len(acts) + 1) // 2]
            acts = [acts[i] for i in order]
            sums = sums[order]
        return acts[0]


class B4(B16):
    budget = 4000
    name = "b4"
    pool = 1000


class B4s(B4):
    a = 0.1
    b = 0.3
    name = "b4s"


class B4w(B4):
    a = 0.5
    b = 0.7
    name = "b4w"
