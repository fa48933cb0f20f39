"""paddock_hlo.jax.watch: values of JAX's programs, and the first NaN or infinity."""

import gc
import inspect
import os
import threading
import unittest

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P

import paddock_hlo as paddock
from paddock_hlo._jax_places import frames_of, name_of

HERE = os.path.abspath(__file__)


def line_of(function, text):
    """Returns the line of a function's source that has a text."""
    lines, start = inspect.getsourcelines(function)
    return next(start + i for i, line in enumerate(lines) if text in line)


class WatchTest(unittest.TestCase):
    def expect_stop(self, operation, function, *arguments):
        """Runs a function that must stop, and returns the error."""
        with self.assertRaises(paddock.jax.NonFiniteError) as caught:
            with paddock.jax.watch():
                jax.block_until_ready(function(*arguments))
        self.assertEqual(caught.exception.found.operation, operation)
        return caught.exception

    def test_every_value_of_a_program_is_kept(self):
        function = jax.jit(lambda x: jnp.sin(x) * 2)
        x = jnp.arange(3.0)
        with paddock.jax.watch() as watch:
            y = function(x)
        self.assertEqual(len(watch), 1)
        run = watch[0]
        self.assertEqual(run.results[0].tolist(), y.tolist())
        sine = next(row.name for row in run.trace() if row.operation == "stablehlo.sine")
        np.testing.assert_allclose(run[sine], np.sin(np.arange(3)), rtol=1e-6)
        np.testing.assert_array_equal(run.arguments[0], [0, 1, 2])
        self.assertEqual(run.session().step(), "reached")
        self.assertIn("%", str(run.why("%arg0[1]")))
        self.assertNotIn("dropped", repr(watch))

    def test_results_and_lines_have_values(self):
        def function(x):
            y = jnp.cos(x)  # here
            z = jax.lax.fori_loop(0, 3, lambda i, c: jnp.sin(c) * c.sum(), y)
            return z.sum(), jnp.sin(z)

        with paddock.jax.watch() as watch:
            jax.jit(function)(jnp.ones(4))
        run = watch[-1]
        self.assertEqual(run.why("result1[3]").cells[0]["operation"], "stablehlo.sine")
        self.assertEqual(run.why("result").cells[0]["operation"], "stablehlo.reduce")
        with self.assertRaisesRegex(ValueError, "2 results"):
            run.why("result2[0]")
        (value,) = run.at(line_of(function, "# here"), "test_watch.py").values()
        np.testing.assert_allclose(value, np.full(4, np.cos(1)), rtol=1e-6)
        self.assertEqual(run.at(1), {})

    def test_results_have_the_same_bits(self):
        def step(x):
            return jax.lax.fori_loop(0, 5, lambda i, c: jnp.tanh(c @ x) + i, x)

        x = jax.random.normal(jax.random.key(1), (8, 8))
        without = np.asarray(jax.jit(step)(x))
        with paddock.jax.watch():
            watched = np.asarray(jax.jit(step)(x))
        self.assertEqual(watched.tobytes(), without.tobytes())

    def test_a_nan_names_its_line_and_its_cause(self):
        def loss(x):
            shifted = x - 2
            return jnp.log(shifted).sum()  # NaN

        error = self.expect_stop("stablehlo.log", jax.jit(loss), jnp.array([3.0, 1.0]))
        self.assertEqual((error.found.file, error.found.line), (HERE, line_of(loss, "# NaN")))
        self.assertEqual(error.found.cell, (1,))
        self.assertEqual(error.found.rule, "log of a negative number")
        self.assertIn("return jnp.log(shifted).sum()", str(error))
        self.assertIn("= 1.0 - 2.0", str(error))
        self.assertIsInstance(error, jax.errors.JaxRuntimeError)

    def test_operations_without_jit_are_watched(self):
        error = self.expect_stop("stablehlo.log", jnp.log, jnp.array([-1.0]))
        self.assertEqual(error.run.name, "jit_log")
        self.expect_stop("stablehlo.divide", jax.lax.div, jnp.ones(2), jnp.zeros(2))

    def test_an_infinity_of_a_gradient(self):
        def root(x):
            return jnp.where(x > 0, jnp.sqrt(x), 0.0).sum()

        error = self.expect_stop("stablehlo.divide", jax.jit(jax.grad(root)), jnp.array([1.0, 0.0]))
        self.assertEqual(error.found.line, line_of(root, "jnp.sqrt"))
        self.assertFalse(error.found.is_nan)

    def test_a_scan_stops_at_the_iteration(self):
        def outer(x):
            def body(carry, _):
                return jnp.log(carry), carry  # scan

            return jax.lax.scan(body, x, None, length=10)

        error = self.expect_stop("stablehlo.log", jax.jit(outer), jnp.float32(20.0))
        self.assertEqual(error.found.line, line_of(outer, "# scan"))
        self.assertIn("iteration 4 of the loop", str(error))

    def test_a_loop_that_would_not_end_stops(self):
        def endless(x):
            return jax.lax.while_loop(lambda c: ~(c < 1), lambda c: jnp.sqrt(c - 100), x)

        error = self.expect_stop("stablehlo.sqrt", jax.jit(endless), jnp.float32(150.0))
        self.assertIn("square root", error.found.rule)

    def test_infinite_constants_are_no_mistake(self):
        def attention(scores, mask):
            return jax.nn.softmax(jnp.where(mask, scores, -jnp.inf))

        mask = jnp.tril(jnp.ones((3, 3), bool))
        with paddock.jax.watch() as watch:
            weights = jax.jit(attention)(jnp.ones((3, 3)), mask)
        self.assertIsNone(watch[-1].found)
        np.testing.assert_allclose(weights[0], [1, 0, 0])

    def test_only_nan_or_without_a_stop(self):
        function = jax.jit(lambda x: 1 / x)
        with paddock.jax.watch(inf=False):
            self.assertEqual(float(function(jnp.float32(0))), np.inf)
        with paddock.jax.watch(stop=False) as watch:
            self.assertEqual(float(function(jnp.float32(0))), np.inf)
        self.assertEqual(watch[-1].found.operation, "stablehlo.divide")

    def test_programs_of_several_devices(self):
        devices = jax.devices()[:4]

        def normalize(x):
            total = jax.lax.psum(x, "i")
            return jnp.log(x) / total  # device

        x = jnp.array([1.0, 2.0, -3.0, 4.0])
        spread = jax.shard_map(normalize, mesh=Mesh(np.array(devices), ("i",)), in_specs=P("i"), out_specs=P("i"))
        for function in (jax.jit(spread), jax.pmap(normalize, "i", devices=devices)):
            error = self.expect_stop("stablehlo.log", function, x)
            self.assertEqual(error.found.line, line_of(normalize, "# device"))
            self.assertEqual(error.found.process, 2)
            self.assertIn("on device 2", str(error))
        with paddock.jax.watch() as watch:
            np.testing.assert_allclose(jax.jit(spread)(jnp.full(4, 2.0)), np.full(4, np.log(2) / 8), rtol=1e-6)
        logs = [watch[-1].trace((0, device))["%arg1"].tolist() for device in range(4)]
        self.assertEqual(logs, [[2.0]] * 4)

    def test_the_oldest_runs_are_dropped(self):
        function = jax.jit(lambda x: x + 1)
        x = jnp.ones(100_000)
        with paddock.jax.watch(memory=4_000_000) as watch:
            for _ in range(20):
                x = function(x)
        self.assertLess(watch.nbytes, 4_000_000)
        self.assertEqual(len(watch) + watch.dropped, 20)
        self.assertIn(f"{watch.dropped} earlier ones were dropped at the limit of 4 MB", repr(watch))
        self.assertEqual(float(watch[-1].results[0][0]), 21)
        with paddock.jax.watch(memory=1000) as watch:
            function(x)
        self.assertEqual((len(watch), watch.dropped), (0, 1))

    def test_watches_nest(self):
        function = jax.jit(lambda x: jnp.log(x))
        negative = jnp.float32(-1) + 0
        with paddock.jax.watch(nan=False, inf=False) as outer:
            with self.assertRaises(FloatingPointError):
                with paddock.jax.watch() as inner:
                    function(negative)
            function(negative)
        self.assertEqual((len(outer), len(inner)), (2, 1))
        function(negative)
        self.assertEqual(len(outer), 2)

    def test_nested_watches_of_other_kinds_find_their_own(self):
        def function(x):
            large = jnp.exp(x)  # infinity
            return large, jnp.sqrt(x)  # nan

        x = jnp.array([1000.0, -1.0])
        with paddock.jax.watch(inf=False, stop=False) as nan:
            with paddock.jax.watch(nan=False, stop=False) as inf:
                with paddock.jax.watch(stop=False) as both:
                    jax.jit(function)(x)
        self.assertEqual(nan[-1].found.operation, "stablehlo.sqrt")
        self.assertEqual(inf[-1].found.operation, "stablehlo.exponential")
        self.assertEqual(both[-1].found.operation, "stablehlo.exponential")
        self.assertIn("exponential(1000.0)", str(inf[-1].found.why))
        self.assertIn("sqrt(-1.0)", str(nan[-1].found.why))
        with paddock.jax.watch(inf=False) as nan:
            with self.assertRaises(FloatingPointError):
                with paddock.jax.watch(nan=False):
                    jax.jit(function)(x)
        self.assertIsNone(nan[-1].found)

    def test_other_threads_are_not_watched(self):
        function = jax.jit(lambda x: x * 2)
        function(jnp.float32(1))
        seen = []

        def run():
            with paddock.jax.watch() as own:
                for i in range(20):
                    function(jnp.float32(i))
            seen.append(len([one for one in own if one.name == "jit__lambda"]))

        with paddock.jax.watch() as watch:
            threads = [threading.Thread(target=run) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(seen, [20] * 4)
        self.assertEqual(len(watch), 0)

    def test_an_exception_restores_the_state(self):
        function = jax.jit(lambda x: x * 2)
        with self.assertRaises(ZeroDivisionError):
            with paddock.jax.watch() as watch:
                function(jnp.float32(1))
                1 // 0
        count = len(watch)
        self.assertEqual(float(jax.jit(lambda x: jnp.log(x))(jnp.float32(1))), 0)
        self.assertEqual(len(watch), count)

    def test_functions_of_python_are_called_once(self):
        calls = []

        def host(x):
            calls.append(float(x))
            return np.float32(x - 5)

        def function(x):
            y = jax.pure_callback(host, jax.ShapeDtypeStruct((), np.float32), x)
            return jnp.log(y)

        error = self.expect_stop("stablehlo.log", jax.jit(function), jnp.float32(2))
        self.assertIn("= log(-3.0)", str(error))
        self.assertEqual(calls, [2.0])
        with paddock.jax.watch():
            self.assertEqual(float(jax.jit(function)(jnp.float32(6))), 0)

    def test_a_run_that_fails_keeps_the_values_before(self):
        def fail(_):
            raise ValueError("no such row")

        def function(x):
            return jax.pure_callback(fail, jax.ShapeDtypeStruct((), np.float32), x + 1)

        with self.assertRaisesRegex(Exception, "no such row"):
            with paddock.jax.watch() as watch:
                jax.block_until_ready(jax.jit(function)(jnp.float32(2)))
        self.assertIn("no such row", str(watch[-1].error))
        sums = [row.max for row in watch[-1].trace() if row.operation == "stablehlo.add"]
        self.assertEqual(sums, [3.0])

    def test_every_element_type(self):
        for name in ("bool", "int4", "uint8", "bfloat16", "complex64", "float8_e4m3fn"):
            with self.subTest(name), paddock.jax.watch() as watch:
                array = jnp.asarray([0, 1, 1], name)
                jax.jit(lambda x: x[::-1])(array)
                self.assertEqual(watch[-1].results[0].tolist(), np.asarray(array)[::-1].tolist())

    def test_donated_and_empty_arguments_and_random_keys(self):
        with paddock.jax.watch() as watch:
            donated = jnp.ones(3)
            jax.jit(lambda x: x + 1, donate_argnums=0)(donated)
            self.assertTrue(donated.is_deleted())
            jax.jit(lambda x: x.T)(jnp.ones((0, 3)))
            jax.random.normal(jax.random.key(0), (4,))
        added = next(run for run in watch if run.arguments and run.arguments[0].shape == (3,))
        np.testing.assert_array_equal(added.arguments[0], [1, 1, 1])

    def test_a_watch_frees_its_runs(self):
        function = jax.jit(lambda x: jnp.sin(x).sum())
        x = jnp.ones(1000)

        def count():
            gc.collect()
            return sum(isinstance(one, paddock.jax.WatchedRun) for one in gc.get_objects())

        before = count()
        with paddock.jax.watch(memory=1 << 20) as watch:
            for _ in range(100):
                function(x)
        self.assertGreater(watch.dropped, 50)
        self.assertEqual(count() - before, len(watch))
        del watch
        self.assertEqual(count(), before)


class PlacesTest(unittest.TestCase):
    def test_locations_of_jax(self):
        aliases = {"#loc1": '"f"("/a.py":3:4 to :9)', "#loc2": '"<module>"("/a.py":11:0 to 12:3)'}
        text = 'callsite(#loc1 at #loc2)'
        self.assertEqual([(f.file, f.line, f.function) for f in frames_of(text, aliases)], [("/a.py", 3, "f"), ("/a.py", 11, "<module>")])
        self.assertEqual(name_of(f'"jit(f)/log"({text})', aliases), "jit(f)/log")
        self.assertEqual(frames_of('fused<{x = 1}>["/b.py":7:1, #loc1]', aliases)[0].line, 7)
        for text in ("unknown", "", '"x"', "#loc9", '"a"(', "callsite("):
            self.assertEqual(frames_of(text, aliases), [])


if __name__ == "__main__":
    unittest.main()
