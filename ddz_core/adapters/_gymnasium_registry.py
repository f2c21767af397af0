"""What ``gymnasium.make`` and ``gymnasium.make_vec`` know of this package.

The names of classes are texts, so that Gymnasium, which calls :func:`register` as a
plugin when it is imported, imports no environment that nobody has asked for.
"""

from __future__ import annotations

ONE_DEAL = "ddz_core/DouDizhu-v0"
MANY_DEALS = "ddz_core/DouDizhuVector-v0"


def register() -> None:
    """Registers the environments, unless they are already."""
    from gymnasium.envs import registration

    if ONE_DEAL not in registration.registry:
        registration.register(ONE_DEAL, "ddz_core.adapters.gymnasium_env:DouDizhuEnv")
    if MANY_DEALS not in registration.registry:
        registration.register(
            MANY_DEALS, vector_entry_point="ddz_core.adapters.gymnasium:DdzVectorEnv"
        )
