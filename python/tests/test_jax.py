"""Programs straight from JAX, if it is installed."""

import unittest

import numpy as np

import paddock_hlo as paddock

try:
    import jax
    import jax.numpy as jnp
    from jax import export
except ImportError:
    jax = None


@unittest.skipIf(jax is None, "needs JAX")
class Jax(unittest.TestCase):
    def setUp(self):
        self.function = jax.jit(lambda x, w: jax.nn.relu(x @ w).sum(axis=0))
        generator = np.random.default_rng(3)
        self.x = generator.standard_normal((4, 8), np.float32)
        self.w = generator.standard_normal((8, 3), np.float32)

    def test_an_exported_function_runs(self):
        exported = export.export(self.function)(self.x, self.w)
        program = paddock.load(exported)
        expected = np.asarray(self.function(self.x, self.w))
        np.testing.assert_allclose(program(self.x, self.w), expected, rtol=1e-5)
        self.assertEqual(program.trace(self.x, self.w).error, None)

    def test_a_lowered_function_runs_and_has_the_lines_of_python(self):
        program = paddock.load(self.function.lower(self.x, self.w))
        expected = np.asarray(self.function(self.x, self.w))
        np.testing.assert_allclose(program(self.x, self.w), expected, rtol=1e-5)
        self.assertIn("test_jax.py", program.source)

    def test_arrays_of_jax_are_inputs(self):
        program = paddock.load(self.function.lower(self.x, self.w))
        self.assertEqual(
            program(jnp.asarray(self.x), jnp.asarray(self.w)).tobytes(), program(self.x, self.w).tobytes()
        )
        for dtype in (jnp.bfloat16, jnp.float8_e4m3fn, jnp.bool_, jnp.int8, jnp.complex64):
            array = jnp.asarray([0, 1, 1], dtype)
            result = paddock.load(jax.jit(lambda x: x[::-1]).lower(array))(array)
            self.assertEqual(result.dtype, array.dtype)
            self.assertEqual(result.tobytes(), np.asarray(array)[::-1].tobytes())

    def test_results_are_arrays_of_jax_without_a_copy(self):
        value = paddock.load(self.function.lower(self.x, self.w)).run(self.x, self.w)[0]
        self.assertEqual(jnp.from_dlpack(value).tolist(), value.tolist())


if __name__ == "__main__":
    unittest.main()
