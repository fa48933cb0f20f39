"""Inputs and settings of a run."""

from __future__ import annotations

import sys
from typing import Any, Callable, Iterator, Mapping, Sequence, TypedDict

from . import _core
from ._arrays import to_tensor
from ._value import Value

Process = tuple[int, int]
"""(replica, partition) of a process of the grid."""


class PerProcess:
    """An input that has another array on each process of the grid.

    `arrays` are in the order of the processes (0, 0), (0, 1), ..., (1, 0), ..., or a mapping of (replica, partition)
    to an array.
    """

    def __init__(self, arrays: Sequence[Any] | Mapping[Process, Any]) -> None:
        self._arrays = arrays

    def _items(self, grid: Process | None) -> Iterator[tuple[Process, Any]]:
        if isinstance(self._arrays, Mapping):
            yield from self._arrays.items()
            return
        if grid is None:
            raise ValueError("a list of arrays for each process needs grid=(replicas, partitions)")
        if len(self._arrays) != grid[0] * grid[1]:
            raise ValueError(f"{len(self._arrays)} arrays for the {grid[0] * grid[1]} processes of the grid")
        for number, array in enumerate(self._arrays):
            yield (number // grid[1], number % grid[1]), array


class Settings(TypedDict, total=False):
    """Keywords of a run, all optional.

    entry: name of the function; @main, or else the only one
    level: "fast", or "faithful", which keeps every value; both give the same bits
    numerics: "fast", or "portable", which gives the same bits on every machine
    grid: (replicas, partitions); the program's own, or (1, 1)
    mode: how processes of a grid run: "cooperative", in turns, or "threads", several at once
    memory: limit for the bytes of tensors; 4 GiB
    threads: threads that share large operations, or processes that run at once; 0 means the processors
    seed: seed of `rng`
    print: called with each text that the program prints; writes to sys.stdout
    infeed: what stablehlo.infeed reads, in order: arrays, tuples of arrays, or texts, for all processes
    received: the same for stablehlo.recv from the host, by channel
    outfeed: called with the process, the channel and the values of stablehlo.outfeed, and of stablehlo.send to the host
    """

    entry: str
    level: str
    numerics: str
    grid: Process
    mode: str
    memory: int
    threads: int
    seed: int
    print: Callable[[str], Any]
    infeed: Sequence[Any]
    received: Mapping[int, Sequence[Any]]
    outfeed: Callable[[Process, int, tuple[Value, ...]], Any]


_SETTERS = ("level", "numerics", "grid", "mode", "memory", "threads", "seed")


def _print(text: str) -> None:
    sys.stdout.write(text)


def _input_tensor(value: Any, leaf: Mapping[str, Any], copies: bool) -> _core.Tensor:
    if isinstance(value, Value):
        return value._tensor
    try:
        tensor = to_tensor(value, leaf["element_type"])
    except TypeError as error:
        raise TypeError(f"argument %{leaf['name'].lstrip('%')}: {error}") from None
    return tensor.copy() if copies else tensor


def _add_entries(options: _core.Options, channel: int, entries: Sequence[Any]) -> None:
    for entry in entries:
        if isinstance(entry, str):
            options.add_fed(channel, [], entry)
            continue
        values = entry if isinstance(entry, tuple) else (entry,)
        options.add_fed(channel, [_fed_tensor(value) for value in values], "")


def _fed_tensor(value: Any) -> _core.Tensor:
    return value._tensor if isinstance(value, Value) else to_tensor(value).copy()


def _set_exchanges(options: _core.Options, settings: Settings) -> None:
    """Sets what a run exchanges with the host."""
    options.set_print(settings.get("print") or _print)
    _add_entries(options, 0, settings.get("infeed", ()))
    for channel, entries in settings.get("received", {}).items():
        if channel < 1:
            raise ValueError(f"channels are positive, and {channel} is not")
        _add_entries(options, channel, entries)
    listener = settings.get("outfeed")
    if listener is not None:
        call = listener
        options.set_outfeed(lambda process, channel, values: call(process, channel, tuple(Value._of(*one) for one in values)))


def _check_count(arrays: Sequence[Any], leaves: Sequence[Any], name: str) -> None:
    if len(arrays) in (0, len(leaves)):
        return
    raise TypeError(f"@{name} has {len(leaves)} arguments, and {len(arrays)} were given")


def make_options(
    program: _core.Program, functions: Sequence[Any], arrays: Sequence[Any], settings: Settings, copies: bool
) -> _core.Options:
    """Makes the options of a run; `copies` the arrays if the run outlives the call."""
    unknown = set(settings) - set(Settings.__annotations__)
    if unknown:
        raise TypeError(f"a run takes no {sorted(unknown)[0]!r}, but {', '.join(Settings.__annotations__)}")
    entry = settings.get("entry", "").removeprefix("@")
    options = _core.Options(program, entry)
    for name in _SETTERS:
        if settings.get(name) is not None:  # type: ignore[misc]
            getattr(options, f"set_{name}")(settings[name])  # type: ignore[literal-required]
    _set_exchanges(options, settings)
    function = functions[program.find_entry(entry)]
    leaves = function["argument_leaves"]
    _check_count(arrays, leaves, function["name"])
    for number, (value, leaf) in enumerate(zip(arrays, leaves)):
        if value is None:
            continue
        if isinstance(value, str):
            options.set_text(number, value)
        elif isinstance(value, PerProcess):
            for process, array in value._items(settings.get("grid")):
                options.set_for(process, number, _input_tensor(array, leaf, copies))
        else:
            options.set(number, _input_tensor(value, leaf, copies))
    return options
