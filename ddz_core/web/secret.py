"""Secrets that people hold: tokens of seats, keys of invitations. Their hashes are kept."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256


def new_id() -> str:
    """The id of a table: 96 bits that nobody guesses."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """A token or a key: 192 bits."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> bytes:
    """What is kept of a secret. It has bits enough to need no salt."""
    return sha256(secret.encode(errors="replace")).digest()


def fits(secret: str, kept: bytes | None) -> bool:
    """Whether a secret is the one that this is the hash of, asked in a time that tells nothing.

    >>> fits("sesame", hashed("sesame")), fits("sesame", None)
    (True, False)
    """
    return kept is not None and hmac.compare_digest(hashed(secret), kept)
