"""The side of a runner in Python: bench/runner_main.cc says what is asked and answered."""

import json
import os
import sys
import time

import numpy as np

try:
    import ml_dtypes
except ImportError:  # numpy alone knows no bf16
    ml_dtypes = None

DTYPES = {
    "f32": np.float32, "f64": np.float64, "f16": np.float16, "i1": np.bool_,
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
    "complex<f32>": np.complex64, "complex<f64>": np.complex128,
}
if ml_dtypes is not None:
    DTYPES["bf16"] = ml_dtypes.bfloat16


def describe(folder):
    """Returns the harness's description of a program: name, parameters, arguments, results."""
    with open(os.path.join(folder, "program.json"), encoding="utf-8") as file:
        return json.load(file)


def read_inputs(folder):
    """Returns the arguments of a program as arrays."""
    arrays = []
    for i, argument in enumerate(describe(folder)["arguments"]):
        path = os.path.join(folder, f"input-{i}.raw")
        arrays.append(np.fromfile(path, dtype=DTYPES[argument["element"]]).reshape(argument["shape"]))
    return arrays


class Program:
    """The result of `load`. run() runs once, to the end; results() returns the last arrays."""

    def run(self):
        raise NotImplementedError

    def results(self):
        return []


def median(numbers):
    return sorted(numbers)[len(numbers) // 2]


def answer(load, state, words):
    if words[0] == "load":
        state["program"] = None
        folder, threads, grid, is_text = words[1:5]
        state["program"] = load(folder, int(threads), grid, is_text == "1")
        return {}
    if words[0] == "run":
        times, processor = [], []
        for _ in range(int(words[1])):
            start, used = time.perf_counter(), time.process_time()
            state["program"].run()
            times.append((time.perf_counter() - start) * 1e3)
            processor.append((time.process_time() - used) * 1e3)
        return {"ms": median(times), "cpu_ms": median(processor)}
    if words[0] == "results":
        values = state["program"].results()
        for i, value in enumerate(values):
            np.ascontiguousarray(value).tofile(f"{words[1]}-{i}.raw")
        return {"count": len(values)}
    raise ValueError("there is no such request")


def serve(load):
    """Answers requests until the input ends. `load` returns a Program or raises."""
    # Redirects what libraries print to standard error.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    state = {}
    for line in sys.stdin:
        try:
            reply = answer(load, state, line.rstrip("\n").split("\t"))
        except Exception as error:  # pylint: disable=broad-except
            lines = str(error).splitlines() or [type(error).__name__]
            reply = {"problem": lines[0][:200]}
        replies.write(json.dumps(reply) + "\n")
        replies.flush()
