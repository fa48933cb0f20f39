"""Open: a program of JAX with its arguments, on Paddock's page in a browser."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
import threading
import warnings
from typing import Any, Callable, Iterator

import jax

from ._diagnostics import ProgramWarning
from ._jax_runs import JaxRun, Observer, Performed
from ._value import Value

# Elements of arguments that the page receives as text.
_MOST_ELEMENTS = 100_000


class Page:
    """A page that is served to the browsers of this machine until `close`, or the end of Python."""

    def __init__(self, text: str, name: str, browser: bool) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="paddock-")
        path = os.path.join(self._folder.name, f"{name}.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        command = [sys.executable, "-m", "paddock_hlo", "open" if browser else "serve", path]
        self._server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address: str = self._server.stdout.readline().strip()
        """Address of the page; only this machine can reach it."""
        self._reader: threading.Thread | None = None
        if not self.address:
            reason = self._server.stderr.read().strip()
            self.close()
            raise RuntimeError(reason or "the page cannot be served")
        # A full pipe would stop the server.
        self._reader = threading.Thread(target=self._server.stderr.read, daemon=True)
        self._reader.start()
        atexit.register(self.close)

    def close(self) -> None:
        """Ends the server."""
        self._server.kill()
        self._server.wait()
        if self._reader is not None:
            self._reader.join()
        self._server.stdout.close()
        self._server.stderr.close()
        self._folder.cleanup()
        atexit.unregister(self.close)

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Page({self.address})"

    def _repr_html_(self) -> str:
        return f'<a href="{self.address}" target="_blank">{self.address}</a>'


class _Capture(Observer):
    """The last run."""

    def __init__(self) -> None:
        super().__init__()
        self.run: JaxRun | None = None

    def see(self, performed: Performed) -> None:
        self.run = performed.run


def _comments(run: JaxRun) -> Iterator[str]:
    """Returns the comments that give the page the grid and the arguments."""
    yield "// paddock: example"
    for word, count in zip(("num_replicas", "num_partitions"), run.settings["grid"]):
        if count > 1:
            yield f"// {word}: {count}"
    left = _MOST_ELEMENTS
    for leaf, array in zip(run.program._argument_leaves(), run.arrays):
        if array is None:
            continue
        left -= array.size
        if left < 0:
            message = f"the arguments have more than {_MOST_ELEMENTS:,} elements: the page makes the numbers of the last ones"
            warnings.warn(message, ProgramWarning, stacklevel=4)
            return
        yield f"// %{leaf['name'].lstrip('%')}: {Value(array, leaf['element_type']).dense()}"


def open_page(run: JaxRun, browser: bool = True) -> Page:
    """Opens the page on a run."""
    source = run.program._as_text.source()
    return Page("\n".join([*_comments(run), "", source]), run.name.removeprefix("jit_"), browser)


def open_function(function: Callable[..., Any], *arguments: Any, browser: bool = True) -> Page:
    """Runs a function on Paddock and opens the page on its program, with the values of the arguments.

    The page shows every value beside its line, and pictures of them. It runs the program itself, so it refuses functions
    of Python in it. `browser=False` only serves it, at `address`.
    """
    capture = _Capture()
    capture.enter()
    raised: BaseException | None = None
    try:
        jax.block_until_ready(jax.jit(function)(*arguments))
    except jax.errors.JaxRuntimeError as error:
        # A run that fails is worth a look, too.
        raised = error
    finally:
        capture.failure = None
        capture.leave(raised)
    if capture.run is None:
        raise raised or RuntimeError("the function ran no program on Paddock")
    return open_page(capture.run, browser)
