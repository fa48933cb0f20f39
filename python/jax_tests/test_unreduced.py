"""Sums that programs leave to the devices (unreduced axes): run with PADDOCK_DEVICES=4."""

import unittest

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P


def tiles_of(array: jax.Array) -> list:
    return [np.asarray(shard.data).tolist() for shard in array.addressable_shards]


class UnreducedTest(unittest.TestCase):
    def setUp(self) -> None:
        mesh = jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Explicit,) * 2)
        context = jax.set_mesh(mesh)
        context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def left(self, dtype: type = np.float32) -> jax.Array:
        """Returns the sum along y of what is 1, 2 in the first rows and 3, 4 in the second ones."""
        parts = jax.device_put(np.array([[1, 2], [3, 4]], dtype), P("x", "y"))
        f = jax.shard_map(lambda a: jax.lax.pcast(a, "y", to="unreduced"), out_specs=P("x", unreduced={"y"}))
        return jax.jit(f)(parts)

    def test_each_device_keeps_its_part_of_a_sum(self) -> None:
        left = self.left()
        self.assertEqual(left.shape, (2, 1))
        self.assertEqual(left.sharding.spec, P("x", None, unreduced={"y"}))
        self.assertEqual(tiles_of(left), [[[1]], [[2]], [[3]], [[4]]])

    def test_a_reshard_adds_the_parts(self) -> None:
        for dtype in (np.float32, np.int8, np.uint32, np.complex64, jnp.bfloat16, np.float16):
            with self.subTest(dtype=dtype):
                total = jax.jit(lambda a: jax.reshard(a, P("x")))(self.left(dtype))
                self.assertEqual(total.dtype, dtype)
                np.testing.assert_array_equal(np.asarray(total).astype(np.float64 if dtype != np.complex64 else dtype), [[3], [7]])

    def test_a_shard_map_takes_the_parts(self) -> None:
        f = jax.shard_map(lambda a: jax.lax.psum(a, "y"), in_specs=P("x", unreduced={"y"}), out_specs=P("x"))
        np.testing.assert_array_equal(jax.jit(f)(self.left()), [[3], [7]])
        np.testing.assert_array_equal(f(self.left()), [[3], [7]])

    def test_what_is_no_sum_can_be_left_as_one(self) -> None:
        whole = jax.reshard(jnp.arange(6.0).reshape(2, 3), P(unreduced={"x", "y"}))
        f = jax.shard_map(
            lambda a: jax.lax.psum(a, ("x", "y")), in_specs=P(unreduced={"x", "y"}), out_specs=P()
        )
        np.testing.assert_array_equal(jax.jit(f)(whole), np.arange(6.0).reshape(2, 3))

    def test_products_leave_sums_and_gradients_pass_them(self) -> None:
        a = jax.device_put(np.arange(8.0, dtype=np.float32).reshape(2, 4), P(None, "x"))
        b = jax.device_put(np.arange(12.0, dtype=np.float32).reshape(4, 3), P("x", None))

        def f(a: jax.Array, b: jax.Array) -> jax.Array:
            left = jnp.einsum("ij,jk->ik", a, b, out_sharding=P(unreduced={"x"}))
            add = jax.shard_map(lambda c: jax.lax.psum(c, "x"), in_specs=P(unreduced={"x"}), out_specs=P())
            return jnp.sum(add(left) ** 2)

        value, (of_a, of_b) = jax.jit(jax.value_and_grad(f, argnums=(0, 1)))(a, b)
        x, y = np.asarray(a), np.asarray(b)
        self.assertAlmostEqual(float(value), float(((x @ y) ** 2).sum()), delta=1e-3)
        np.testing.assert_allclose(of_a, 2 * (x @ y) @ y.T, rtol=1e-5)
        np.testing.assert_allclose(of_b, 2 * x.T @ (x @ y), rtol=1e-5)

    def test_scalars_and_loops(self) -> None:
        def body(a: jax.Array) -> jax.Array:
            return jax.lax.pcast(jnp.sum(a), ("x", "y"), to="unreduced")

        f = jax.shard_map(body, in_specs=P("x", "y"), out_specs=P(unreduced={"x", "y"}))
        x = jax.device_put(np.arange(16.0, dtype=np.float32).reshape(4, 4), P("x", "y"))

        def step(total: jax.Array, _: None) -> tuple[jax.Array, None]:
            return total + jax.reshard(f(x), P()), None

        total, _ = jax.jit(lambda: jax.lax.scan(step, jnp.float32(0), None, length=3))()
        self.assertEqual(float(total), 3 * 120)


if __name__ == "__main__":
    unittest.main()
