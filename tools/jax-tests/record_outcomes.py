"""A plugin of pytest that writes each test's outcome at once, so that a crash loses none.

PADDOCK_OUTCOMES names the file, whose lines are `started`, `passed`, `failed` or `skipped`, the
test's name, and the message of a failure. Tests whose names are already there do not run again.
PADDOCK_CHOSEN, if set, names a file with the names of the tests to run, one a line.
"""

import os
from pathlib import Path

import pytest

_path = Path(os.environ["PADDOCK_OUTCOMES"])
_chosen = os.environ.get("PADDOCK_CHOSEN")


def _name(nodeid: str) -> str:
    return nodeid.rsplit("/", 1)[-1]


def _write(*words: str) -> None:
    with _path.open("a") as file:
        file.write("\t".join(words) + "\n")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ran = set()
    if _path.exists():
        ran = {line.split("\t")[1] for line in _path.read_text().splitlines()}
    items[:] = [item for item in items if _name(item.nodeid) not in ran]
    if _chosen:
        chosen = set(Path(_chosen).read_text().splitlines())
        items[:] = [item for item in items if _name(item.nodeid) in chosen]


def pytest_runtest_logstart(nodeid: str) -> None:
    _write("started", _name(nodeid))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when != "call" and report.outcome == "passed":
        return
    message = "" if report.outcome != "failed" else str(report.longrepr)[-2000:]
    _write(report.outcome, _name(report.nodeid), " | ".join(message.split("\n")).replace("\t", " "))
