"""One deal as a text or a picture, for the environments that render."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.values import Hand
from ..errors import InvalidArgument
from ._picture import picture

RENDER_MODES = ["human", "ansi", "rgb_array"]


def checked_render_mode(mode: object) -> Any:
    """The render mode, one of ``RENDER_MODES`` or ``None``."""
    if mode is not None and mode not in RENDER_MODES:
        raise InvalidArgument(f"render_mode is None or one of {RENDER_MODES}, not {mode!r:.80}")
    return mode


def rendered(
    mode: str,
    heading: str,
    names: Sequence[str],
    hands: Sequence[Hand],
    turn: int,
    last_actions: Sequence[object],
    last: Hand,
    end: str,
) -> str | NDArray[np.uint8] | None:
    """The table: ``human`` prints it, ``ansi`` returns the text, ``rgb_array`` a picture.

    The picture, uint8[height, width, 3], has a row for each hand, then one for the
    play to beat; the mark is at whose turn it is.
    """
    if mode == "rgb_array":
        return picture([*hands, last], turn)
    lines = [heading]
    for seat, name in enumerate(names):
        mark = ">" if seat == turn else " "
        action = "" if last_actions[seat] is None else last_actions[seat]
        lines.append(f"{mark} {name:<10} {hands[seat]!s:<20} {action}".rstrip())
    if end:
        lines.append(end)
    text = "\n".join(lines)
    if mode == "ansi":
        return text
    print(text)
    return None
