"""A plugin of pytest with which files of a newer JAX can be imported: names that they use at import.

Tests that use such a name are skipped.
"""

import contextlib
import unittest
from collections.abc import Iterator

from jax._src import config


@contextlib.contextmanager
def _skipping(*_: object) -> Iterator[None]:
    raise unittest.SkipTest("this JAX has no such setting")
    yield


for name in ("use_rgv3",):
    if not hasattr(config, name):
        setattr(config, name, _skipping)
