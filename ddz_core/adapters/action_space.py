"""Moves as numbers: ids for RLCard, for OpenSpiel, and our own for any rules."""

from __future__ import annotations

import operator
from functools import lru_cache
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from .._core.batch import legal_moves_batch
from .._core.move_ids import MoveIndex, move_at
from .._core.queries import legal_moves, readings
from .._core.values import MOVE_DTYPE, Move, MoveList
from ..arguments import shown
from ..errors import IllegalPlay, InvalidArgument, Reason
from ..rules import Rules, rules_named
from . import numberings
from ._limits import check_numbered

Ids = NDArray[np.int32]
Moves = NDArray[np.void]


class _Tables(NamedTuple):
    """What the spaces of one numbering share."""

    numbering: numberings.Numbering
    finder: MoveIndex
    played: Ids
    """For each id the one that the core plays."""
    texts: dict[str, int]
    """The ids of the forms that :meth:`Move.parse` does not know: those of lower bodies."""
    stand_ins: dict[int, Move]
    """For these ids a play that the core knows, and that is beaten by the same plays."""


@lru_cache
def _tables(numbering: str | Rules) -> _Tables:
    """The tables of a numbering, made once."""
    if isinstance(numbering, Rules):
        made = numberings.compact(numbering)
    else:
        made = numberings.rlcard() if numbering == "rlcard" else numberings.openspiel()
    for array in (made.forms, made.is_move, made.lower):
        array.flags.writeable = False
    ids = np.flatnonzero(made.is_move).astype(np.int32)
    # Each id; where it names the lower of two bodies, the id of the higher one.
    played = np.arange(len(made.forms), dtype=np.int32)
    twice = np.flatnonzero(made.lower >= 0)
    lower = made.lower[twice]
    played[lower] = twice
    texts = {str(move_at(made.forms, id)): id for id in lower.tolist()}
    stand_ins = {id: _stand_in(made.forms, played, id) for id in texts.values()}
    return _Tables(made, MoveIndex(made.forms[ids], ids), played, texts, stand_ins)


def _stand_in(forms: Moves, played: Ids, id: int) -> Move:
    """The same body with other kickers, so that the cards are read with this body alone."""
    same = np.logical_and.reduce(
        [forms[name] == forms[name][id] for name in ("kind", "length", "rank")]
    )
    return move_at(forms, int(np.flatnonzero(same & (played == np.arange(len(forms))))[0]))


class ActionSpace:
    """Ids for the moves, and moves for the ids: both are look-ups.

    ``numbering`` is ``"rlcard"`` (27,472 ids), ``"openspiel"`` (26,057), or the name of
    another preset or a :class:`Rules` for the compact numbering: every play of at
    most 20 cards in canonical order, then the pass. :meth:`compact` gives the compact
    numbering of the presets ``rlcard`` and ``openspiel`` as well.

    ``n`` is the number of ids, ``rules`` the rules the moves belong to, ``pass_id`` the
    id of the pass. ``forms`` is MOVE_DTYPE[n], read-only: what each id names; a bid
    of OpenSpiel is a row of zeros there, as the pass is. ``lower`` is int32[n], read-only: the
    id of the same cards read with their body one rank lower, -1 where there is none.

    >>> space = ActionSpace("rlcard")
    >>> space.n, space.id_of("3334"), str(space.move_of(27470)), space.pass_id
    (27472, 41, 'BR:rocket:1:R', 27471)
    >>> ActionSpace("standard").ids(legal_moves("3334").array).tolist()
    [0, 1, 15, 28, 41]
    """

    def __init__(self, numbering: str | Rules) -> None:
        self._made_of = numbering
        if isinstance(numbering, Rules):
            self.name, self.rules = numbering.name, numbering
        else:
            self.name, self.rules = numbering, rules_named(numbering)
        check_numbered(self.rules, "an action space")
        library = isinstance(numbering, str) and numbering in ("rlcard", "openspiel")
        self._tables = _tables(self.name if library else self.rules)
        self.index = self._tables.finder
        self.forms = self._tables.numbering.forms
        self.lower = self._tables.numbering.lower
        self.pass_id = self._tables.numbering.pass_id
        self.n = len(self.forms)

    @classmethod
    def compact(cls, rules: Rules | str) -> ActionSpace:
        """The compact numbering of a preset, also of ``rlcard`` and ``openspiel``.

        >>> ActionSpace.compact("openspiel").n
        25671
        """
        return cls(rules_named(rules) if isinstance(rules, str) else rules)

    def __reduce__(self) -> tuple[type[ActionSpace], tuple[str | Rules]]:
        return ActionSpace, (self._made_of,)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<ActionSpace {self.name!r} of {self.n} ids>"

    # ------------------------------------------------------------- one by one

    def id_of(self, move: Move | str) -> int:
        """The id of a move, given as :class:`Move` or text; cards alone lead.

        It reads what :meth:`move_of` and :meth:`form_of` print. Raises
        :class:`IllegalPlay` for what is no play under ``rules``.

        >>> ActionSpace("openspiel").id_of("333444555666:trio_chain_solo:3:5")
        1484
        """
        if isinstance(move, str):
            move = str(move)
            named = self._tables.texts.get(move)
            if named is not None:
                return named
            move = self._read(move)
        if not isinstance(move, Move):
            raise TypeError(f"a move is a Move or a text, not {shown(move)}")
        found = self.index.id_of(move)
        if found < 0:
            raise IllegalPlay(
                Reason.NO_COMBINATION, f"{move} has no id in the action space {shown(self.name)}"
            )
        return found

    def _read(self, text: str) -> Move:
        if text == "pass" or ":" in text:
            return Move.parse(text)
        found = readings(text, self.rules)
        if not found:
            raise IllegalPlay(
                Reason.NO_COMBINATION,
                f"{shown(text)} is no play under the rules {shown(self.rules.name)}",
            )
        return max(found, key=lambda move: move.length)

    def move_of(self, id: SupportsIndex) -> Move:
        """The move of an id, as the core plays it.

        Raises :class:`InvalidArgument` for an id outside 0 to n - 1 and for a bid.

        >>> str(ActionSpace("openspiel").move_of(1484))
        '333444555666:trio_chain_solo:3:6'
        """
        id = self._one_id(id)
        self._check_moves(np.array([id]))
        return move_at(self.forms, self._tables.played[id])

    def form_of(self, id: SupportsIndex) -> Move:
        """What an id names: :meth:`move_of`, but with the body of the id's own form.

        >>> str(ActionSpace("openspiel").form_of(1484))
        '333444555666:trio_chain_solo:3:5'
        """
        id = self._one_id(id)
        self._check_moves(np.array([id]))
        return move_at(self.forms, id)

    def _one_id(self, id: SupportsIndex) -> int:
        try:
            number = operator.index(id)
        except TypeError:
            raise InvalidArgument(f"an id is a whole number, not {shown(id)}") from None
        if not 0 <= number < self.n:
            raise self._no_such_id(number)
        return number

    def _no_such_id(self, id: int) -> InvalidArgument:
        return InvalidArgument(
            f"id {id} is not in the action space {shown(self.name)}: ids are 0 to {self.n - 1}"
        )

    def _check_moves(self, ids: NDArray[np.integer[Any]]) -> None:
        """Raises :class:`InvalidArgument` where an id is no move, but a bid."""
        is_move = self._tables.numbering.is_move[ids]
        if not is_move.all():
            bid = ids[np.argmin(is_move)]
            raise InvalidArgument(
                f"id {bid} of the action space {shown(self.name)} is a bid, no move"
            )

    # ----------------------------------------------------------------- arrays

    def ids(self, moves: Moves | MoveList) -> Ids:
        """The ids of moves, ``int32[n]``; rows of zeros are the pass.

        ``moves`` is an array of MOVE_DTYPE and one dimension, or a MoveList. Raises
        :class:`IllegalPlay` naming the first row without an id.
        """
        moves = _array(moves.array if isinstance(moves, MoveList) else moves, "moves")
        if moves.dtype != MOVE_DTYPE:
            raise InvalidArgument(f"moves must be of MOVE_DTYPE, not {moves.dtype}")
        found = self.index.ids_of(moves)
        if len(found) and found.min() < 0:
            row = int(np.argmin(found))
            raise IllegalPlay(
                Reason.NO_COMBINATION,
                f"row {row}: {_shown(moves[row])} has no id in the action space {shown(self.name)}",
            )
        return found

    def moves(self, ids: NDArray[np.integer[Any]]) -> Moves:
        """The moves of ids, MOVE_DTYPE[n], as the core plays them.

        Where cards have two bodies this is the higher one; ``forms[ids]`` tells which
        the id names. Raises :class:`InvalidArgument` naming the first id that is none.
        """
        ids = self._checked(ids)
        self._check_moves(ids)
        moves: Moves = self.forms[self._tables.played[ids]]
        return moves

    def _checked(self, ids: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
        if _array(ids, "ids").dtype.kind not in "iu":
            raise InvalidArgument(f"ids must be whole numbers, not {ids.dtype}")
        wrong = (ids < 0) | (ids >= self.n)
        if wrong.any():
            raise self._no_such_id(ids[np.argmax(wrong)])
        return ids

    # ------------------------------------------------------------ legal moves

    def legal_ids(self, hand: Any, last: Move | str | None = None) -> Ids:
        """The ids of the legal moves of one hand, ascending; the pass too when following.

        Arguments are as for ``legal_moves``.

        >>> ActionSpace("rlcard").legal_ids("3334", last="3").tolist()
        [1, 27471]
        """
        to_beat = None if last is None else self._to_beat(last)
        return self.ids_of_legal(legal_moves(hand, to_beat, self.rules), to_beat)

    def _to_beat(self, last: Move | str) -> Move:
        """What the core is to beat: of a lower body the same one with other kickers."""
        id = self.id_of(last)
        return self._tables.stand_ins.get(id) or self.form_of(id)

    def ids_of_legal(self, moves: Moves | MoveList, last: Move | None) -> Ids:
        """The ids of a hand's legal plays, ascending; the pass too where there is a ``last``.

        ``last`` is the play to beat, and may be a :meth:`form_of` an id: then forms
        of the same cards that do not beat it are left out.
        """
        ids = self.ids(moves)
        if last is not None and not isinstance(last, Move):
            raise TypeError(f"last is a Move or None, not {shown(last)}")
        if last is None:
            return np.sort(self._with_lower(ids, None))
        found = self._with_lower(ids, np.full(len(ids), last.rank))
        return np.sort(np.append(found, np.int32(self.pass_id)))

    def _with_lower(self, ids: Ids, ranks: NDArray[Any] | None) -> Ids:
        """The ids, and those of lower bodies of the same cards that beat the ranks too."""
        lower = self.lower[ids]
        keep = lower >= 0
        if ranks is not None:
            keep &= self.forms["rank"][lower] > ranks
        return np.append(ids, lower[keep])

    def legal_ids_batch(
        self,
        hands: NDArray[np.uint64] | NDArray[np.uint8],
        last: Moves | Move | str | None = None,
        threads: int = 1,
    ) -> tuple[NDArray[np.int64], Ids]:
        """The ids of the legal moves of many hands: ``(indptr, ids)``, ragged.

        ``ids[indptr[i]:indptr[i + 1]]`` belong to hand i, ascending; the pass is among
        them where the hand follows. Arguments are as for ``legal_moves_batch``.
        """
        if isinstance(last, Move | str):
            last = self._to_beat(last)
        indptr, moves = legal_moves_batch(hands, last, self.rules, threads)
        rows = np.repeat(np.arange(len(hands)), np.diff(indptr))
        ids = self.ids(moves)
        to_beat = _rows_to_beat(last, len(hands))
        lower = self.lower[ids]
        also = lower >= 0
        also &= (to_beat["kind"][rows] == 0) | (self.forms["rank"][lower] > to_beat["rank"][rows])
        follows = np.flatnonzero(to_beat["kind"])
        rows = np.concatenate((rows, rows[also], follows))
        ids = np.concatenate((ids, lower[also], np.full(len(follows), self.pass_id, np.int32)))
        order = np.argsort(rows * self.n + ids, kind="stable")
        indptr = np.zeros(len(hands) + 1, np.int64)
        np.cumsum(np.bincount(rows, minlength=len(hands)), out=indptr[1:])
        return indptr, ids[order].astype(np.int32, copy=False)

    # ------------------------------------------------------------------ masks

    def mask(self, ids: NDArray[np.integer[Any]]) -> NDArray[np.int8]:
        """``int8[n]``: 1 at these ids.

        >>> space = ActionSpace("rlcard")
        >>> np.flatnonzero(space.mask(space.legal_ids("334"))).tolist()
        [0, 1, 15]
        """
        mask = np.zeros(self.n, np.int8)
        mask[self._checked(ids)] = 1
        return mask

    def masks(self, indptr: NDArray[np.int64], ids: NDArray[np.integer[Any]]) -> NDArray[np.int8]:
        """``int8[rows, n]``: 1 at the ids of each row of a ragged list.

        A dense mask is large, 27 KB a row: the ragged lists are the native form.
        """
        rows = len(_array(indptr, "indptr")) - 1
        if indptr.dtype.kind not in "iu":
            raise InvalidArgument(f"indptr must be whole numbers, not {indptr.dtype}")
        ids = self._checked(ids)
        if rows < 0 or indptr[0] != 0 or indptr[-1] != len(ids) or (np.diff(indptr) < 0).any():
            raise InvalidArgument("indptr must rise from 0 to the number of ids")
        mask = np.zeros((rows, self.n), np.int8)
        mask[np.repeat(np.arange(rows), np.diff(indptr)), ids] = 1
        return mask


def _array(given: Any, name: str) -> NDArray[Any]:
    """The argument, which must be an array with one dimension."""
    if not isinstance(given, np.ndarray) or given.ndim != 1:
        raise InvalidArgument(f"{name} must be an array with one dimension")
    return given


def _rows_to_beat(last: Moves | Move | None, n: int) -> Moves:
    """What each of n hands has to beat; rows of zeros lead."""
    if isinstance(last, np.ndarray):
        return last
    one = np.zeros(1, MOVE_DTYPE)
    if last is not None:
        one["kind"], one["rank"] = last.kind, last.rank
    return np.repeat(one, n)


def _shown(row: np.void) -> str:
    """A row of MOVE_DTYPE for a message; it need not be a move."""
    names = [name for name in row.dtype.names or () if name != "spare"]
    return ", ".join(f"{name} {row[name]}" for name in names)
