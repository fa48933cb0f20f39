"""Compares jax.numpy, jax.lax, jax.nn, jax.scipy and jax.random on Paddock with cpu.

`JAX_PLATFORMS=paddock python compare_functions.py [--large] [--x64] [--only TEXT] [--share N] [--log FILE]` calls every public function with
generated arguments: element types, shapes, options, special values, and its derivatives and batches. A process calls them one after
the other; after a crash or a hang another one goes on. Fails if a call crashes, hangs, raises only on Paddock, or differs.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

_SECONDS_FOR_CALL = 300
# For imports, and the arguments of the calls that are passed over.
_SECONDS_TO_START = 1200
# Further variables of the processes.
_ENVIRONMENT: dict[str, str] = {}
_KNOWN = Path(__file__).with_name("known_differences.txt")


class Worker:
    """A process that makes the calls from a number on."""

    def __init__(self, first: int, words: list[str]) -> None:
        command = [sys.executable, "-u", str(Path(__file__).with_name("worker.py")), "--first", str(first), *words]
        environment = {**os.environ, "JAX_PLATFORMS": "paddock", **_ENVIRONMENT}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.errors: collections.deque[str] = collections.deque(maxlen=8)
        self._threads = [threading.Thread(target=one, daemon=True) for one in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def _read_errors(self) -> None:
        self.errors.extend(line.strip() for line in self.process.stderr)

    def end(self) -> str:
        """Ends the process; returns how it ended."""
        if self.process.poll() is None:
            self.process.kill()
        code = self.process.wait()
        for thread in self._threads:
            thread.join(5)
        name = signal.Signals(-code).name if code < 0 else f"exit {code}"
        return f"{name}: {' | '.join(self.errors)}"[:900]


def results(first: int, words: list[str], seconds: float) -> Any:
    """Yields a dictionary for each call."""
    while True:
        worker, last = Worker(first, words), None
        while True:
            try:
                line = worker.lines.get(timeout=seconds if last else _SECONDS_TO_START)
            except queue.Empty:
                outcome = "hangs"
                break
            outcome = "crashes"
            if line is None:
                break
            if not line.startswith("{"):
                continue
            result = json.loads(line)
            if result.get("outcome") == "end":
                worker.end()
                return
            last = result
            if "outcome" in result:
                yield result
        ended = worker.end()
        if last is None or "outcome" in last:
            raise RuntimeError(f"the process ended between calls: {ended}")
        yield {**last, "outcome": outcome if last["phase"] == "paddock" else f"cpu {outcome}", "message": ended}
        first = last["number"] + 1


def known_differences() -> list[str]:
    lines = _KNOWN.read_text().splitlines() if _KNOWN.exists() else []
    return [line.split("  ")[0] for line in lines if line and not line.startswith("#")]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="calls whose names contain this text")
    parser.add_argument("--share", type=int, default=1, help="makes one call of so many")
    parser.add_argument("--large", action="store_true", help="arrays of thousands of elements")
    parser.add_argument("--x64", action="store_true", help="types of 64 bits")
    parser.add_argument("--first", type=int, default=0, help="number of the first call, as in a log")
    parser.add_argument("--seconds", type=float, default=_SECONDS_FOR_CALL, help="after which a call hangs")
    parser.add_argument("--log", type=Path, help="file for all results, a line of JSON each")
    arguments = parser.parse_args()
    if arguments.x64:
        _ENVIRONMENT["JAX_ENABLE_X64"] = "1"
    known = known_differences()
    counts: collections.Counter[str] = collections.Counter()
    log = arguments.log.open("w") if arguments.log else None
    words = ["--only", arguments.only, "--share", str(arguments.share), *(["--large"] if arguments.large else [])]
    for result in results(arguments.first, words, arguments.seconds):
        if log:
            print(json.dumps(result), file=log, flush=True)
        outcome = result["outcome"]
        if outcome in ("differs", "raises") and any(result["name"].startswith(one) for one in known):
            outcome = "known"
        counts[outcome] += 1
        if outcome not in ("equal", "refused", "known", "subnormal"):
            print(f"{outcome}: {result['name']}\n    {result['message']}", flush=True)
    print(dict(counts))
    return 1 if any(counts[one] for one in ("differs", "raises", "hangs", "crashes")) else 0


if __name__ == "__main__":
    sys.exit(main())
