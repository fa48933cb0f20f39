"""Programs on several devices: run with PADDOCK_DEVICES=4."""

import unittest

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P


class DevicesTest(unittest.TestCase):
    def setUp(self) -> None:
        self.mesh = jax.make_mesh((4,), ("i",), axis_types=(AxisType.Auto,))
        self.sharding = NamedSharding(self.mesh, P("i"))
        self.x = jax.device_put(jnp.arange(8.0), self.sharding)

    def test_there_are_as_many_as_asked_for(self) -> None:
        self.assertEqual([device.id for device in jax.devices()], [0, 1, 2, 3])

    def test_each_device_has_its_tile(self) -> None:
        tiles = [np.asarray(shard.data).tolist() for shard in self.x.addressable_shards]
        self.assertEqual(tiles, [[0, 1], [2, 3], [4, 5], [6, 7]])

    def test_pmap_sums_over_devices(self) -> None:
        total = jax.pmap(lambda x: jax.lax.psum(x, "i"), axis_name="i")(jnp.arange(4.0))
        np.testing.assert_array_equal(total, [6, 6, 6, 6])

    def test_shard_map_runs_a_process_for_each_device(self) -> None:
        def body(x: jax.Array) -> jax.Array:
            left = [(i, (i + 1) % 4) for i in range(4)]
            return jax.lax.ppermute(x, "i", left) + jax.lax.axis_index("i")

        f = jax.jit(jax.shard_map(body, mesh=self.mesh, in_specs=P("i"), out_specs=P("i")))
        np.testing.assert_array_equal(f(self.x), [6, 7, 1, 2, 4, 5, 7, 8])

    def test_jit_with_shardings_gives_each_device_its_tile(self) -> None:
        f = jax.jit(lambda x: x[::-1] * x.sum(), out_shardings=self.sharding)
        result = f(self.x)
        np.testing.assert_array_equal(result, np.arange(8.0)[::-1] * 28)
        np.testing.assert_array_equal(result.addressable_shards[1].data, [5 * 28, 4 * 28])

    def test_results_without_a_sharding_are_whole_on_each_device(self) -> None:
        total = jax.jit(lambda x: x.sum())(self.x)
        self.assertEqual(float(total), 28)
        self.assertTrue(total.sharding.is_fully_replicated)

    def test_results_of_shard_map_and_element_wise_operations_stay_divided(self) -> None:
        body = jax.shard_map(jnp.sin, mesh=self.mesh, in_specs=P("i"), out_specs=P("i"))
        for result in (jax.jit(body)(self.x), jax.jit(lambda x: x * 2 + x)(self.x)):
            self.assertEqual(result.sharding.spec, P("i"))

    def test_a_shard_map_in_another_joins_tiles_of_its_own_axes(self) -> None:
        mesh = jax.make_mesh((2, 2), ("i", "j"), axis_types=(AxisType.Auto,) * 2)

        def outer(x: jax.Array) -> jax.Array:
            inner = jax.shard_map(
                jnp.square, in_specs=P(None, "j"), out_specs=P(None, "j"), axis_names={"j"}
            )
            return inner(x) + jax.lax.axis_index("i")

        f = jax.shard_map(outer, in_specs=P("i"), out_specs=P("i"), axis_names={"i"})
        x = np.arange(16.0).reshape(4, 4)
        with jax.set_mesh(mesh):
            np.testing.assert_array_equal(jax.jit(f)(x), x * x + np.repeat([[0], [1]], 2, axis=0))

    def test_shard_map_may_have_no_results(self) -> None:
        body = jax.shard_map(lambda x: None, mesh=self.mesh, in_specs=P("i"), out_specs=None)
        self.assertIsNone(jax.jit(body)(self.x))

    def test_empty_results_stay_divided(self) -> None:
        body = jax.shard_map(
            lambda x: x[:, 9:], mesh=self.mesh, in_specs=P(None, "i"), out_specs=P(None, "i")
        )
        result = jax.jit(body)(jnp.ones((3, 8)))
        self.assertEqual(result.shape, (3, 0))
        self.assertEqual(result.sharding.spec, P(None, "i"))

    def test_a_callback_without_results_is_called_once(self) -> None:
        calls: list[float] = []

        @jax.jit
        def f(x: jax.Array) -> jax.Array:
            jax.debug.callback(lambda total: calls.append(float(total)), x.sum())
            return x + 1

        f(self.x).block_until_ready()
        jax.effects_barrier()
        self.assertEqual(calls, [28])

    def test_a_callback_in_a_mesh_may_use_arrays_of_the_host(self) -> None:
        def body(x: jax.Array) -> jax.Array:
            return jax.pure_callback(lambda a: a + 1, x, x)

        mesh = jax.make_mesh((4,), ("i",), axis_types=(AxisType.Explicit,))
        with jax.set_mesh(mesh):
            f = jax.shard_map(body, in_specs=P(), out_specs=P())
            np.testing.assert_array_equal(f(jnp.arange(8.0)), np.arange(8.0) + 1)

    def test_without_jit_a_replicated_array_may_differ_between_devices(self) -> None:
        counts = iter(range(100))

        def body(x: jax.Array) -> jax.Array:
            number = jax.pure_callback(lambda a: np.float32(next(counts)), jax.ShapeDtypeStruct((), np.float32), x)
            return x + number * 10

        mapped = jax.shard_map(body, mesh=self.mesh, in_specs=P("i"), out_specs=P("i"))
        for f in (mapped, jax.jit(mapped)):
            counts = iter(range(100))
            added = np.asarray(f(self.x)) - np.arange(8.0)
            self.assertEqual(sorted(set(added.tolist())), [0, 10, 20, 30])

    def test_one_device_may_run_alone(self) -> None:
        x = jax.device_put(jnp.ones(3), jax.devices()[2])
        self.assertEqual((x + 1).devices(), {jax.devices()[2]})


if __name__ == "__main__":
    unittest.main()
