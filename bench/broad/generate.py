"""Answers requests like a runner (bench/runner_main.cc): `list`, and `make NAME FOLDER`, which writes FOLDER/program.mlir
and FOLDER/input-N.raw."""

import importlib
import json
import os
import sys

import numpy as np

import catalogue

FAMILIES = [
    "elementwise", "reductions", "indexing", "sorting", "linear_algebra", "special_functions", "random_numbers", "images",
    "transforms", "layers", "optimizers", "models", "training", "solvers", "simulations",
]


def list_all():
    return [{"name": name, "family": entry[0], "size": entry[3]} for name, entry in catalogue.PROGRAMS.items()]


def write(name, folder):
    text, values = catalogue.make(name)
    with open(os.path.join(folder, "program.mlir"), "w", encoding="utf-8") as file:
        file.write(text)
    for i, value in enumerate(values):
        np.ascontiguousarray(value).tofile(os.path.join(folder, f"input-{i}.raw"))


def answer(words):
    if words[0] == "list":
        return {"programs": list_all()}
    write(*words[1:])
    return {}


def main():
    for name in FAMILIES:
        importlib.import_module(name)
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            reply = answer(line.rstrip("\n").split("\t"))
        except Exception as error:  # pylint: disable=broad-except
            reply = {"problem": (str(error).splitlines() or [type(error).__name__])[0][:200]}
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


main()
