"""Runs of JAX's programs that Python performs instead of the PJRT plugin.

While an observer is entered, the plugin offers each run to the handler here, on the thread that
starts the run (core/pjrt/watched_runs.h). Threads without observers decline.
"""

from __future__ import annotations

import ctypes
import threading
import traceback
from collections import OrderedDict
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from typing import Any, Iterator, Sequence

import jax
import numpy as np

from . import _core
from . import _jax_callbacks as callbacks
from ._arrays import dtype_of, to_numpy, to_tensor
from ._diagnostics import ProgramError
from ._jax_places import aliases_of
from ._program import Program
from ._run import processes_of
from .jax_plugin import LIBRARY, PLATFORM

_DECLINED, _DONE, _FAILED = 0, 1, 2
_MOST_PROGRAMS = 256
_Pointers = ctypes.POINTER(ctypes.c_void_p)


class _OfferedRun(ctypes.Structure):
    """`paddock_watched_run`."""

    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("program", ctypes.c_uint64),
        ("code", ctypes.c_void_p),
        ("code_size", ctypes.c_size_t),
        ("name", ctypes.c_void_p),
        ("name_size", ctypes.c_size_t),
        ("replicas", ctypes.c_int64),
        ("partitions", ctypes.c_int64),
        ("threads", ctypes.c_int64),
        ("memory_bytes", ctypes.c_uint64),
        ("is_portable", ctypes.c_int),
        ("operands", _Pointers),
        ("operand_count", ctypes.c_size_t),
        ("results", _Pointers),
        ("result_count", ctypes.c_size_t),
    ]


_Handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_OfferedRun), ctypes.POINTER(ctypes.c_void_p))
_EXTENSION_TYPE = 7033


class _HostCalls:
    """Functions of Python that a run calls. Repetitions of the run receive what they returned for the same operands."""

    def __init__(self) -> None:
        # A repetition may go back and forth, so calls have no number: those with equal operands are in order.
        self._returned: dict[tuple[Any, ...], list[list[np.ndarray[Any, Any]]]] = {}

    def record(self, operands: list[_core.Tensor], types: list[str], config: str) -> list[_core.Tensor]:
        """Calls the function with the number `config`."""
        arrays = [np.array(array) for array in call_host(operands, config)]
        self._returned.setdefault(_key_of(operands, config), []).append(arrays)
        return [to_tensor(array, kind) for array, kind in zip(arrays, types)]

    def replay(self) -> Any:
        """Returns the function for a repetition of the run. It calls what the run did not reach."""
        counts: dict[tuple[Any, ...], int] = {}

        def call(operands: list[_core.Tensor], types: list[str], config: str) -> list[_core.Tensor]:
            key = _key_of(operands, config)
            known = self._returned.get(key)
            count = counts[key] = counts.get(key, -1) + 1
            arrays = call_host(operands, config) if known is None else known[min(count, len(known) - 1)]
            return [to_tensor(array, kind) for array, kind in zip(arrays, types)]

        return call

    @property
    def nbytes(self) -> int:
        total = 0
        for key, calls in self._returned.items():
            total += sum(len(part) for part in key) + sum(array.nbytes for arrays in calls for array in arrays)
        return total


def _key_of(operands: list[_core.Tensor], config: str) -> tuple[Any, ...]:
    return (config, *(to_numpy(operand).tobytes() for operand in operands))


def call_host(operands: list[_core.Tensor], config: str) -> list[np.ndarray[Any, Any]]:
    """Calls a function of Python with copies of the operands."""
    return callbacks.call_function(int(config), [to_numpy(operand).copy() for operand in operands])


@dataclass(frozen=True)
class Compiled:
    """A compiled program, and the text or artifact that it was compiled from."""

    name: str
    code: bytes
    program: Program
    functions: Sequence[callbacks.Function] = ()
    """The functions of Python that it calls, which repetitions of its runs may need."""


class JaxRun:
    """One run of a compiled program, with copies of its arguments."""

    def __init__(self, compiled: Compiled, arrays: Sequence[Any], settings: dict[str, Any]) -> None:
        self.name = compiled.name
        self.code = compiled.code
        self.program = compiled.program
        self.arrays = tuple(arrays)
        self.settings = settings
        self.host_calls = _HostCalls()
        self._has_run = False

    @property
    def aliases(self) -> dict[str, str]:
        """Locations that the program's text defines for others."""
        return aliases_of(self.program._as_text.source())

    @property
    def is_divided(self) -> bool:
        """Whether the run has several processes."""
        return bool(self.settings["grid"] != (1, 1))

    def options(self, level: str = "faithful") -> _core.Options:
        """Makes the options of the run, or of a repetition of it."""
        settings = {**self.settings, "level": level}
        options = self.program._options(self.program._as_text, self.arrays, settings, copies=self._has_run)
        function = self.host_calls.replay() if self._has_run else self.host_calls.record
        options.set_custom_calls({callbacks.TARGET: function})
        return options

    def start(self, level: str = "faithful") -> _core.Run:
        """Returns the run before its first step. Called once."""
        run = _core.Run(self.options(level))
        self._has_run = True
        return run

    @property
    def nbytes(self) -> int:
        """Bytes of the arguments and of what functions of Python returned."""
        return sum(array.nbytes for array in self.arrays if array is not None) + self.host_calls.nbytes


@dataclass
class Performed:
    """A run that Python performed, to its end or to what stopped it."""

    run: JaxRun
    core: _core.Run | None
    """The session with the values; None if it could not start."""
    keeps_values: bool
    """Whether the session has every value, which needs more memory than the results alone."""
    found: dict[Observer, _core.NonFinite] = field(default_factory=dict)
    """The first NaN or infinity of each observer that looks for it."""
    error: BaseException | None = None


class Observer:
    """What is entered with `with`, and sees the runs that its thread starts."""

    nan = False
    inf = False
    failure: BaseException | None = None

    def see(self, performed: Performed) -> None:
        """Called after each run. What it raises stops the program."""

    stop = False
    """Whether the program stops at what the observer looks for."""

    def looks_for(self, found: _core.NonFinite) -> bool:
        return self.nan if found.is_nan else self.inf

    def __init__(self) -> None:
        self._tokens: list[Token[tuple[Observer, ...]]] = []

    def enter(self) -> None:
        _install()
        self._tokens.append(_observers.set((*_observers.get(), self)))

    def leave(self, raised: BaseException | None) -> None:
        """Raises the observer's own exception if `raised` is what JAX made of it."""
        _observers.reset(self._tokens.pop())
        _uninstall()
        failure, self.failure = self.failure, None
        if failure is None or raised is None or raised is failure:
            return
        # JAX raises a JaxRuntimeError, or for some operations without jit a ValueError.
        if str(failure) not in str(raised):
            return
        # Its own traceback begins in the handler; the one of JAX's exception has the program's lines.
        raise failure.with_traceback(raised.__traceback__) if _is_of_program(failure) else failure from None


def _is_of_program(error: BaseException) -> bool:
    """Returns whether the program, not Python's code, is at fault."""
    return isinstance(error, (ProgramError, jax.errors.JaxRuntimeError, KeyboardInterrupt))


class _Programs:
    """The last programs, by the plugin's numbers."""

    def __init__(self) -> None:
        self._held: OrderedDict[int, Compiled] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, offered: _OfferedRun) -> Compiled:
        number = offered.program
        with self._lock:
            if number in self._held:
                self._held.move_to_end(number)
                return self._held[number]
        name = ctypes.string_at(offered.name, offered.name_size).decode("utf-8", "replace")
        code = ctypes.string_at(offered.code, offered.code_size)
        program = Program(_core.load(name, code, False, [callbacks.TARGET]))
        calls = callbacks.TARGET.encode() in code
        functions = callbacks.functions_in(program._as_text.source()) if calls else ()
        compiled = Compiled(name, code, program, functions)
        with self._lock:
            self._held[number] = compiled
            while len(self._held) > _MOST_PROGRAMS:
                self._held.popitem(last=False)
        return compiled


_programs = _Programs()
_observers: ContextVar[tuple[Observer, ...]] = ContextVar("paddock_observers", default=())
_lock = threading.Lock()
_entered = 0
# The message of the last failure on each thread, which the plugin reads after the call.
_failures = threading.local()


def _read(offered: _OfferedRun) -> JaxRun:
    compiled = _programs.get(offered)
    settings = {
        "grid": (offered.replicas, offered.partitions),
        "threads": offered.threads,
        "memory": offered.memory_bytes,
        "numerics": "portable" if offered.is_portable else "fast",
    }
    return JaxRun(compiled, list(_arguments(offered, compiled.program)), settings)


def _arguments(offered: _OfferedRun, program: Program) -> Iterator[Any]:
    for i, leaf in enumerate(program._argument_leaves()):
        if leaf["element_type"] is None:
            yield None
            continue
        yield callbacks.ArrayType(leaf["shape"], dtype_of(leaf["element_type"])).at(offered.operands[i]).copy()


def _write_results(offered: _OfferedRun, run: _core.Run) -> None:
    at = 0
    for process in processes_of(run.grid()):
        for tensor, _ in run.results(process):
            if tensor is not None and offered.results[at]:
                array = to_numpy(tensor)
                ctypes.memmove(offered.results[at], array.ctypes.data, array.nbytes)
            at += 1


def _start(run: JaxRun) -> Performed:
    """Starts the run with all values, or without them if memory does not suffice."""
    try:
        return Performed(run, run.start(), True)
    except ProgramError as error:
        if error.code != "memory":
            raise
    return Performed(run, run.start("fast"), False)


def _find(performed: Performed, observers: Sequence[Observer]) -> None:
    """Runs until each observer has what it looks for, or one stops, or to the end."""
    core, found = performed.core, performed.found
    nan, inf = any(one.nan for one in observers), any(one.inf for one in observers)
    looking = [one for one in observers if one.nan or one.inf]
    while looking and not any(one.stop for one in found):
        made = core.run_to_non_finite(nan, inf)
        if not made:
            return
        for observer in looking:
            found.update((observer, one) for one in reversed(made) if observer.looks_for(one))
        looking = [one for one in looking if one not in found]


def _perform(run: JaxRun, observers: Sequence[Observer]) -> Performed:
    """Runs to the end, or to the first NaN or infinity at which an observer stops."""
    performed = _start(run)
    try:
        if performed.keeps_values:
            _find(performed, observers)
        if not any(one.stop for one in performed.found):
            performed.core.run()
    except BaseException as error:
        performed.error = error
    for observer in observers:
        observer.see(performed)
    if performed.error is not None:
        raise performed.error
    return performed


def _on_run(offered: Any, message: Any) -> int:
    observers = _observers.get()
    if not observers:
        return _DECLINED
    # What an observer runs itself is not observed.
    token = _observers.set(())
    try:
        performed = _perform(_read(offered.contents), observers)
        _write_results(offered.contents, performed.core)
    except BaseException as error:
        for observer in observers:
            observer.failure = error
        text = str(error) if _is_of_program(error) else traceback.format_exc()
        _failures.message = ctypes.create_string_buffer(text.encode())
        message[0] = ctypes.addressof(_failures.message)
        return _FAILED
    finally:
        _observers.reset(token)
    return _DONE


_handler = _Handler(_on_run)


def _require_platform() -> None:
    """Raises RuntimeError if JAX does not run on Paddock."""
    from jax._src import xla_bridge

    platforms = ", ".join(xla_bridge.backends())
    if PLATFORM not in xla_bridge.backends():
        raise RuntimeError(f"JAX runs on {platforms} here: start Python with JAX_PLATFORMS={PLATFORM}")


def _install() -> None:
    global _entered
    _require_platform()
    with _lock:
        callbacks.set_handler(LIBRARY, _EXTENSION_TYPE, _handler)
        _entered += 1


def _uninstall() -> None:
    global _entered
    with _lock:
        _entered -= 1
        if _entered == 0:
            callbacks.set_handler(LIBRARY, _EXTENSION_TYPE, _Handler())


def return_memory() -> None:
    """Returns memory to the system: the other platform's compiler leaves free blocks between those in use."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it
    if trim is not None:
        trim(0)
