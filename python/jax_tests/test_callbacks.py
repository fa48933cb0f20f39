"""Functions of Python in programs that run on Paddock."""

import contextlib
import gc
import io
import unittest
import weakref

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback


class CallbackTest(unittest.TestCase):
    def test_pure_callback(self) -> None:
        @jax.jit
        def f(x: jax.Array) -> jax.Array:
            return jax.pure_callback(lambda a: np.asarray(a) * 2, x, x) + 1

        np.testing.assert_array_equal(f(jnp.arange(3.0)), [1, 3, 5])

    def test_a_callback_may_use_jax(self) -> None:
        def inner(a: jax.Array) -> jax.Array:
            return jax.jit(jnp.cumsum)(jax.device_put(np.asarray(a), jax.devices("paddock")[0]))

        x = jnp.ones(4)
        np.testing.assert_array_equal(jax.jit(lambda x: jax.pure_callback(inner, x, x))(x), [1, 2, 3, 4])

    def test_debug_print_keeps_its_order_in_loops(self) -> None:
        @jax.jit
        def f(x: jax.Array) -> jax.Array:
            def body(i: jax.Array, c: jax.Array) -> jax.Array:
                jax.debug.print("i={i}", i=i, ordered=True)
                return c + 1

            return jax.lax.fori_loop(0, 3, body, x)

        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            f(0).block_until_ready()
            jax.effects_barrier()
        self.assertEqual(text.getvalue(), "i=0\ni=1\ni=2\n")

    def test_io_callback_returns_values(self) -> None:
        numbers = iter(range(10))
        shape = jax.ShapeDtypeStruct((), np.int32)
        f = jax.jit(lambda: io_callback(lambda: np.int32(next(numbers)), shape, ordered=True))
        self.assertEqual([int(f()) for _ in range(3)], [0, 1, 2])

    def test_an_exception_reaches_the_caller(self) -> None:
        def fail(_: jax.Array) -> jax.Array:
            raise ValueError("a bad thing")

        x = jnp.ones(2)
        with self.assertLogs("jax._src.callback", "ERROR"):
            with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "a bad thing"):
                jax.jit(lambda x: jax.pure_callback(fail, x, x))(x).block_until_ready()

    def test_a_function_lives_as_long_as_programs_that_call_it(self) -> None:
        class Doubling:
            def __call__(self, a: jax.Array) -> np.ndarray:
                return np.asarray(a) * 2

        def compiled_with(function: Doubling) -> jax.stages.Compiled:
            return jax.jit(lambda x: jax.pure_callback(function, x, x)).lower(jnp.ones(3)).compile()

        function = Doubling()
        known = weakref.ref(function)
        compiled = compiled_with(function)
        del function
        gc.collect()
        np.testing.assert_array_equal(compiled(jnp.arange(3.0)), [0, 2, 4])
        del compiled
        jax.clear_caches()
        gc.collect()
        # The next program with a function releases those of programs that are gone.
        compiled_with(Doubling())
        gc.collect()
        self.assertIsNone(known())


if __name__ == "__main__":
    unittest.main()
