"""Arrays that Gymnasium's converters leave alone."""

from __future__ import annotations

from typing import Any

import numpy as np


class NumpyOnly(np.ndarray):
    """An array of moves or of objects, for which PyTorch and JAX have no form:
    ``NumpyToTorch`` and its like hand it on as it is."""


def _as_it_is(value: Any, *_: Any, **__: Any) -> Any:
    return value


try:
    from gymnasium.wrappers.array_conversion import array_conversion
except ImportError:
    # It needs array-api-compat; where that is missing, there are no converters either.
    pass
else:
    array_conversion.register(NumpyOnly, _as_it_is)
