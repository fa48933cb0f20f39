"""Registers Paddock as a device of torch_xla: the class that the entry point `torch_xla.plugins` names."""

from __future__ import annotations

import os

from torch_xla.experimental import plugins

from .jax_plugin import LIBRARY


class PaddockPlugin(plugins.DevicePlugin):  # type: ignore[misc]
    """The device of `PJRT_DEVICE=PADDOCK`, in one process."""

    def __init__(self) -> None:
        super().__init__()
        if os.environ.get("PJRT_DEVICE") == "PADDOCK":
            # Paddock reads StableHLO, and torch_xla sends HLO by default.
            os.environ.setdefault("XLA_STABLEHLO_COMPILE", "1")

    def library_path(self) -> str:
        return str(LIBRARY)

    def configure_single_process(self) -> None:
        """One process has all devices."""
