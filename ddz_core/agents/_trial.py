from .random_agent import RandomAgent
from ..rollouts import Rolling
from ..habits import GREEDY
from .. import _rollouts
import random, dataclasses, os
def variant(**kw): return dataclasses.replace(GREEDY, **kw).compiled
NC=variant(counting=0)
EASY=variant(counting=0,teamwork=0)
class G:
    name="greedy"
    h=GREEDY.compiled
    def __init__(self, seed=0): self.r=RandomAgent(seed); self.rng=random.Random(seed)
    def act(self,o):
        if o.phase!="play": return self.r.act(o)
        return self.play(o)
    def play(self,o):
        return _rollouts.Sight(o).greedy(self.h)
class GNC(G):
    name="greedy-nocount"; h=NC
class GE(G):
    name="greedy-notteam"; h=EASY
class S(G):
    budget=1000; name="s1000"
    def play(self,o):
        legal=o.legal_actions
        if len(legal)==1: return legal[0]
        for a in legal:
            if a.cards==o.hand: return a
        r=Rolling(o,"greedy",self.rng.getrandbits(63))
        n=len(legal); rounds=max(1,(n-1).bit_length()); each=self.budget//rounds
        while len(r.actions)>1:
            r.go_on(max(4,each//len(r.actions)))
            v=sorted(r.plays(),key=lambda p:-p.mean_points)
            r.keep([p.action for p in v[:(len(v)+1)//2]])
        return r.actions[0]
class S4(S):
    budget=4000; name="s4000"
class S16(S):
    budget=16000; name="s16000"
class S64(S):
    budget=64000; name="s64000"
from .._solver import Position, Solver
from .._values import Hand
class E(S16):
    name="e16"; cards=20; worlds=60
    _solver=None
    def play(self,o):
        legal=o.legal_actions
        if len(legal)==1: return legal[0]
        for a in legal:
            if a.cards==o.hand: return a
        if sum(o.sizes)>self.cards or len(o.sizes)!=3: return super().play(o)
        if E._solver is None: E._solver=Solver(64<<20,o.table.rules)
        s=E._solver; s.limit(None)
        sight=_rollouts.Sight(o)
        W=sight.worlds(self.rng.getrandbits(63),0,self.worlds).tolist()
        L=o.landlord; n=3
        turn=(o.seat-L)%n
        passes=0
        if o.last is not None:
            for m in reversed(o.plays):
                if m.action.kind!=0: break
                passes+=1
        wins=[0]*len(legal)
        for w in W:
            hands=[Hand(int(w[(L+i)%n])) for i in range(n)]
            p=Position(hands,turn,o.last,None,passes,o.table.rules)
            for i,a in enumerate(legal):
                v=s.value(p.after(a))
                wins[i]+= v==(turn==0)
        best=max(wins)
        cand=[a for a,x in zip(legal,wins) if x>=best-self.slack*self.worlds]
        if len(cand)==1: return cand[0]
        r=Rolling(o,"greedy",self.rng.getrandbits(63),cand)
        r.go_on(4000//len(cand))
        return max(r.plays(),key=lambda p:p.mean_points).action
    slack=0.03
class E15(E): cards=15; name="e15"
class E24(E): cards=24; name="e24"
