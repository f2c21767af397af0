"""Pictures of cards, as SVG: for notebooks, documents and the page of ``ddz serve``.

:func:`plays` is a table, as HTML. All are texts that need nothing
else: no font, no file, no library.

>>> import ddz_core as ddz
>>> ddz.svg.hand("33344456").startswith("<svg ")
True
"""

from __future__ import annotations

from .cards import STYLE, sprite
from .hands import hand
from .html import plays
from .tables import game, observation

__all__ = ["STYLE", "game", "hand", "observation", "plays", "sprite"]
