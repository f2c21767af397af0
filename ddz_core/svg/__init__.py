"""Pictures of cards, as SVG: for notebooks, documents and the page of ``ddz serve``.

They are texts that need nothing else: no font, no file, no library.

>>> import ddz_core as ddz
>>> ddz.svg.hand("33344456").startswith("<svg ")
True
"""

from __future__ import annotations

from .cards import STYLE, sprite
from .hands import hand
from .tables import game, observation

__all__ = ["STYLE", "game", "hand", "observation", "sprite"]
