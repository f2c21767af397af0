from typing import Any, final

from ddz_core.kinds import SHAPES as SHAPES
from ddz_core.rules import Rules

PERMISSIVE: Rules

@final
class CompiledRules:
    value: Rules
    def __new__(cls, rules: Rules) -> CompiledRules: ...
    @property
    def capsule(self) -> Any: ...

def compiled(rules: Rules | str) -> CompiledRules: ...
