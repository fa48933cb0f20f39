"""Registers Paddock as a platform of JAX: the module that the entry point `jax_plugins` names.

JAX has no public interface for a platform's lowering rules, so this module uses its internals.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

PLATFORM = "paddock"
LIBRARY = Path(__file__).with_name("_pjrt.so")


def initialize() -> None:
    """Called by JAX when it looks for platforms."""
    if not LIBRARY.exists():
        return
    from jax._src import xla_bridge

    # Not experimental: JAX does not warn. The low priority leaves the choice to JAX_PLATFORMS.
    xla_bridge._nonexperimental_plugins.add(PLATFORM)
    xla_bridge.register_plugin(
        PLATFORM, priority=-100, library_path=str(LIBRARY), factory=_make_client
    )


def _make_client() -> Any:
    """Called by JAX while it makes the clients of all platforms."""
    from jax._src import xla_bridge

    from . import _jax_layouts
    from ._jax_callbacks import install

    client = xla_bridge.make_pjrt_c_api_client(PLATFORM)
    _lower_as_for_cpu()
    install(LIBRARY)
    _jax_layouts.install(PLATFORM)
    # Functions of Python receive arrays on the host's CPU, which JAX's own platform provides, also
    # if JAX_PLATFORMS does not name it. Paddock stays the default.
    asked = xla_bridge.config.jax_platforms.value
    if asked and "cpu" not in asked.split(","):
        xla_bridge._backends["cpu"] = xla_bridge._init_backend("cpu")
    return client


class _Rules(dict[Any, Any]):
    """Lowering rules of Paddock. Others are those of `cpu`, unless there is one for all platforms.

    Linear algebra always has those of `cpu`: Paddock runs the calls of LAPACK in them, which are
    faster than what the general rules write.
    """

    def __init__(self, rules: dict[Any, Any]) -> None:
        from jax._src import core
        from jax._src.interpreters import mlir
        from jax._src.lax import linalg

        super().__init__(rules)
        # Modules that are imported later add rules to these.
        self._of_all = mlir._lowerings
        self._of_cpu = mlir._platform_specific_lowerings["cpu"]
        self._linalg = {one for one in vars(linalg).values() if isinstance(one, core.Primitive)}

    def __missing__(self, primitive: Any) -> Any:
        return self._of_cpu[primitive]

    def __contains__(self, primitive: object) -> bool:
        if super().__contains__(primitive):
            return True
        return primitive in self._of_cpu and (primitive not in self._of_all or primitive in self._linalg)


def _lower_as_for_cpu() -> None:
    from jax._src.interpreters import mlir

    from ._jax_scatter import add_rules

    rules = mlir._platform_specific_lowerings
    rules[PLATFORM] = _Rules(rules[PLATFORM])
    add_rules(rules[PLATFORM])
    if PLATFORM not in mlir._platforms_with_donation:
        mlir._platforms_with_donation.append(PLATFORM)
