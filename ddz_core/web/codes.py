"""The codes of refusals, and what they are in HTTP (docs/web.md section 6)."""

from __future__ import annotations

from ..errors import DdzError, RefusedRequest

STATUS = {
    "bad_invitation": 403,
    "bad_settings": 422,
    "cannot_save": 500,
    "no_such_deal": 404,
    "no_such_file": 404,
    "no_such_table": 404,
    "not_over": 409,
    "other_origin": 403,
    "too_fast": 429,
    "too_large": 413,
    "too_many": 503,
}
"""Of the codes that come over HTTP; all others are 400."""


def code_of(refusal: DdzError) -> str:
    """The code of a refusal: that of the table, or of the game's reason.

    >>> import ddz_core as ddz
    >>> refused = ddz.Game("standard", deal=1).why_not("33")
    >>> code_of(refused)
    'wrong_phase'
    """
    if isinstance(refusal, RefusedRequest):
        return refusal.code
    return "bad_settings" if refusal.reason is None else refusal.reason.name.lower()


def refuse(code: str, message: str) -> RefusedRequest:
    """What to raise: ``raise refuse("stale", "…")``."""
    return RefusedRequest(code, message)
