"""paddock_hlo.jax.compare and open."""

import inspect
import json
import os
import unittest
import unittest.mock
import urllib.error
import urllib.request
import warnings

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P

import paddock_hlo as paddock
from paddock_hlo import _jax_compare

# The kernels of the platforms round these functions differently for some of these.
X = np.linspace(0.1, 3, 5000, dtype=np.float32)


def line_of(function, text):
    lines, start = inspect.getsourcelines(function)
    return next(start + i for i, line in enumerate(lines) if text in line)


class CompareTest(unittest.TestCase):
    def test_platforms_agree(self):
        def loss(w, x):
            y, _ = jax.lax.scan(lambda c, _: (jnp.tanh(c @ w), None), x, None, length=3)
            return jnp.log(jnp.where(y > 0, y, 1)).sum()

        w = jax.random.normal(jax.random.key(0), (8, 8))
        compared = paddock.jax.compare(jax.jit(jax.grad(loss)), w, jnp.ones((4, 8)))
        self.assertFalse(compared, repr(compared))
        self.assertGreater(compared.values, 10)
        self.assertRegex(repr(compared), r"^\d+ values of \d+ programs? agree with cpu$")
        self.assertEqual(compared.result.shape, (8, 8))

    def test_linear_algebra_random_numbers_and_types_agree(self):
        def function(x):
            q, r = jnp.linalg.qr(x)
            noise = jax.random.uniform(jax.random.key(3), x.shape)
            return (q @ r + noise).astype(jnp.bfloat16), jnp.fft.fft(x[0]), jnp.argsort(x, axis=1), x.astype(jnp.int8)

        x = jax.random.normal(jax.random.key(1), (5, 5))
        compared = paddock.jax.compare(jax.jit(function), x)
        self.assertFalse(compared, repr(compared))

    def test_the_first_operation_is_named(self):
        def function(x):
            y = x + 1
            z = jnp.log(y)  # first
            return jnp.exp(z) * 2

        compared = paddock.jax.compare(jax.jit(function), X, tolerance=0)
        first = compared.first
        self.assertEqual((first.operation, first.line), ("stablehlo.log", line_of(function, "# first")))
        self.assertEqual(os.path.basename(first.file), "test_compare.py")
        self.assertGreater(first.row.ulp, 0)
        self.assertGreater(first.row.relative, 0)
        self.assertIn("ULP", repr(compared))
        cell = first.cell
        self.assertNotEqual(np.asarray(first.ours)[cell], np.asarray(first.theirs)[cell])

    def test_a_complex_element_has_its_index(self):
        compared = paddock.jax.compare(jax.jit(lambda x: jnp.exp(jax.lax.complex(x, x))), X, tolerance=0)
        (at,) = compared.first.cell
        self.assertLess(at, len(X))
        difference = np.asarray(compared.first.ours) - np.asarray(compared.first.theirs)
        largest = np.maximum(abs(difference.real), abs(difference.imag))
        self.assertEqual(largest[at], largest.max())

    def test_a_block_is_compiled_and_searched_once(self):
        count = 0

        class Counting(_jax_compare._Ours):
            def compile(self, module):
                nonlocal count
                count += 1
                return super().compile(module)

        def body(_, state):
            x, y = state
            return jnp.sin(x * 1.01 * 40) + x, y + jnp.cos(x * 30)

        with unittest.mock.patch.object(_jax_compare, "_Ours", Counting):
            compared = paddock.jax.compare(lambda x: jax.lax.fori_loop(0, 10, body, (x, x)), X, tolerance=3e-7)
        self.assertFalse(compared, repr(compared))
        self.assertGreater(compared.grown, 10)
        self.assertLess(count, 10)

    def test_rounding_that_grows_is_no_difference_of_an_operation(self):
        def function(x):
            return jnp.sin(jnp.log(x) * 3e6)

        compared = paddock.jax.compare(jax.jit(function), X)
        self.assertFalse(compared, repr(compared))
        self.assertGreater(compared.grown, 0)
        self.assertIn("rounding grew beyond the tolerance in", repr(compared))

    def test_terms_that_cancel_have_the_tolerance_of_the_terms(self):
        def function(x):
            y = jnp.exp(x)
            return (y - y.mean()).sum(), jnp.concatenate([y, -y]).sum()

        self.assertFalse(paddock.jax.compare(jax.jit(function), X))

    def test_an_operation_in_a_branch_of_a_loop_is_named(self):
        def function(x):
            def body(i, c):
                return jax.lax.cond(i == 2, lambda c: jnp.sin(c), lambda c: c * 0.5, c)  # inside

            return jax.lax.fori_loop(0, 4, body, x)

        first = paddock.jax.compare(jax.jit(function), X, tolerance=0).first
        self.assertEqual((first.operation, first.line), ("stablehlo.sine", line_of(function, "# inside")))
        self.assertRegex(first.inside[-1], "iteration 3 of the loop at test_compare.py:")

    def test_functions_of_python_give_both_platforms_the_same(self):
        calls = []

        def host(x):
            calls.append(1)
            return np.float32(x + len(calls))

        def function(x):
            y = jax.pure_callback(host, jax.ShapeDtypeStruct((), np.float32), x)
            jax.debug.print("y = {}", y)
            return y * 2

        compared = paddock.jax.compare(jax.jit(function), jnp.float32(1))
        self.assertFalse(compared, repr(compared))
        self.assertEqual(len(calls), 1)

    def test_a_block_compares_its_programs(self):
        with paddock.jax.compare() as compared:
            y = jnp.exp(jnp.arange(5.0)) + 1
            jnp.sort(y)
        self.assertGreaterEqual(compared.programs, 3)
        self.assertFalse(compared)
        with self.assertRaisesRegex(RuntimeError, "no_such_platform"):
            with paddock.jax.compare(platform="no_such_platform"):
                pass

    def test_programs_of_several_devices_are_skipped(self):
        mesh = Mesh(np.array(jax.devices()[:4]), ("i",))
        spread = jax.jit(jax.shard_map(lambda x: jax.lax.psum(x, "i"), mesh=mesh, in_specs=P("i"), out_specs=P()))
        compared = paddock.jax.compare(spread, jnp.arange(4.0))
        self.assertIn("of several devices were not compared", repr(compared))


class OpenTest(unittest.TestCase):
    def test_the_page_has_the_program_and_its_arguments(self):
        def function(x, n):
            return jnp.sin(x) * n

        try:
            page = paddock.jax.open(function, jnp.array([0.5, 2.0]), 3, browser=False)
        except RuntimeError as error:
            # The page was not built before the wheel.
            self.assertIn("npm run build", str(error))
            return
        with page:
            served = json.load(urllib.request.urlopen(page.address + "served/program", timeout=10))
            self.assertIn("// %arg0: dense<[0.5, 2.0]> : tensor<2xf32>", served["text"])
            self.assertIn("stablehlo.sine", served["text"])
            self.assertIn(b"<html", urllib.request.urlopen(page.address, timeout=10).read())
        with self.assertRaises(urllib.error.URLError):
            urllib.request.urlopen(page.address, timeout=10)

    def test_large_arguments_are_made_by_the_page(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                paddock.jax.open(lambda x: x + 1, jnp.ones(200_000), browser=False).close()
            except RuntimeError as error:
                self.assertIn("npm run build", str(error))
        self.assertTrue(any("100,000 elements" in str(one.message) for one in caught))


if __name__ == "__main__":
    unittest.main()
