from typing import Any, TypedDict, final

from ddz_core.kinds import SHAPES as SHAPES
from ddz_core.rules import Rules

class _Features(TypedDict):
    level: str
    available: tuple[str, ...]

LEVELS: tuple[str, ...]
KERNELS: Any
PERMISSIVE: Rules

@final
class CompiledRules:
    value: Rules
    def __init__(self, rules: Rules) -> None: ...
    @property
    def capsule(self) -> Any: ...

def compiled(rules: Rules | str) -> CompiledRules: ...
def cpu_features() -> _Features: ...
