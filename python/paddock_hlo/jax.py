"""What Paddock adds to JAX: every value of its programs, with JAX_PLATFORMS=paddock.

    import paddock_hlo as paddock

    with paddock.jax.watch() as watch:
        loss = train_step(params, batch)
"""

from __future__ import annotations

from ._jax_compare import Comparison, Difference, compare
from ._jax_open import Page
from ._jax_open import open_function as open
from ._jax_places import Frame
from ._jax_watch import NonFinite, NonFiniteError, Watch, WatchedRun, watch

__all__ = ["Comparison", "Difference", "Frame", "NonFinite", "NonFiniteError", "Page", "Watch", "WatchedRun", "compare", "open", "watch"]

for _public in (Comparison, Difference, Frame, NonFinite, NonFiniteError, Page, Watch, WatchedRun):
    _public.__module__ = __name__
