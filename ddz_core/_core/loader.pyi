from types import ModuleType
from typing import Any, TypedDict

class _Features(TypedDict):
    level: str
    available: tuple[str, ...]

LEVELS: tuple[str, ...]
UNITS: tuple[str, ...]
KERNELS: Any

def unit_module(unit: str, level: str) -> ModuleType: ...
def cpu_features() -> _Features: ...
