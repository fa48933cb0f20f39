"""JAX on Paddock: run with JAX_PLATFORMS=paddock."""

import gzip
import json
import tempfile
import unittest
from pathlib import Path

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

TYPES = (
    "bool int2 int4 int8 int16 int32 uint2 uint4 uint8 uint16 uint32 float16 float32 bfloat16 "
    "complex64 float8_e4m3fn float8_e5m2 float8_e4m3 float8_e3m4 float8_e4m3b11fnuz "
    "float8_e4m3fnuz float8_e5m2fnuz float4_e2m1fn"
).split()


class PlatformTest(unittest.TestCase):
    def test_is_the_default_platform(self) -> None:
        self.assertEqual(jax.default_backend(), "paddock")
        self.assertEqual(jax.devices()[0].platform, "paddock")

    def test_arrays_of_every_type_go_to_the_device_and_back(self) -> None:
        for name in TYPES:
            with self.subTest(name):
                dtype = np.dtype(getattr(ml_dtypes, name, name))
                array = np.array([[0, 1, 1], [1, 0, 1]], dtype=dtype)
                back = np.asarray(jax.jit(lambda x: x.T)(array))
                self.assertEqual(back.dtype, dtype)
                np.testing.assert_array_equal(back, array.T)

    def test_narrow_integers_keep_their_sign(self) -> None:
        narrow = jnp.array([-2, 7, -8], jnp.int4)
        np.testing.assert_array_equal(narrow.astype(jnp.int8), [-2, 7, -8])

    def test_constants_may_be_empty(self) -> None:
        for dtype in (np.float32, np.bool_):
            empty = np.zeros((0, 2), dtype)
            self.assertEqual(jax.jit(lambda: jnp.asarray(empty).T)().shape, (2, 0))

    def test_arrays_of_the_host_may_have_any_strides(self) -> None:
        array = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
        for view in (array.T, array[:, ::-1], array[::2, 1:, ::3], array[:0]):
            np.testing.assert_array_equal(np.asarray(jnp.array(view)), view)

    def test_large_arrays_are_not_changed_by_later_writes(self) -> None:
        array = np.ones(100_000, np.float32)
        on_device = jnp.array(array)
        array[:] = 2
        self.assertEqual(float(on_device.sum()), 100_000)

    def test_windows_partly_outside_are_dropped(self) -> None:
        operand = jnp.arange(40, dtype=jnp.float32).reshape(10, 4)
        for dtype in (jnp.int8, jnp.uint8, jnp.int32, jnp.uint32):
            indices = jnp.array([[8], [9], [100], [3]], dtype)
            updates = jnp.ones((4, 2, 4), jnp.float32)
            numbers = jax.lax.ScatterDimensionNumbers((1, 2), (), (0,))
            for scatter in (jax.lax.scatter, jax.lax.scatter_add, jax.lax.scatter_min):
                with self.subTest(f"{scatter.__name__} {dtype.__name__}"):

                    def call(x: jax.Array, scatter=scatter, i=indices, u=updates) -> jax.Array:
                        return scatter(x, i, u, numbers)

                    with jax.default_device(jax.devices("cpu")[0]):
                        expected = np.asarray(jax.jit(call)(np.asarray(operand)))
                    np.testing.assert_array_equal(jax.jit(call)(operand), expected)
                    # Row 9 belongs to a whole window, and to one that is dropped.
                    self.assertFalse(np.array_equal(expected[8:], operand[8:]))

    def test_gradients_random_numbers_and_linear_algebra(self) -> None:
        def loss(w: jax.Array) -> jax.Array:
            return jnp.sum(jnp.tanh(w) ** 2)

        w = jax.random.normal(jax.random.key(0), (3, 3))
        np.testing.assert_allclose(jax.grad(loss)(w), 2 * np.tanh(w) * (1 - np.tanh(w) ** 2), 1e-5)
        symmetric = w + w.T
        values, vectors = jnp.linalg.eigh(symmetric)
        np.testing.assert_allclose(vectors * values @ vectors.T, symmetric, atol=1e-5)
        np.testing.assert_allclose(jnp.linalg.inv(w) @ w, np.eye(3), atol=1e-4)

    def test_random_floats_of_16_bits_are_those_of_cpu(self) -> None:
        for dtype in (jnp.bfloat16, jnp.float16):
            for draw in (jax.random.uniform, jax.random.normal):
                call = jax.jit(lambda key, draw=draw, dtype=dtype: draw(key, (50,), dtype))
                with jax.default_device(jax.devices("cpu")[0]):
                    expected = np.asarray(call(jax.random.key(3)), np.float32)
                np.testing.assert_allclose(np.asarray(call(jax.random.key(3)), np.float32), expected, 0.02)

    def test_donated_arguments_are_deleted(self) -> None:
        donated, kept = jnp.ones(3), jnp.ones(3)
        jax.jit(lambda x, y: x + y, donate_argnums=0)(donated, kept)
        self.assertTrue(donated.is_deleted())
        self.assertFalse(kept.is_deleted())

    def test_long_runs_are_asynchronous_and_chain(self) -> None:
        @jax.jit
        def slow(x: jax.Array) -> jax.Array:
            return jax.lax.fori_loop(0, 20_000, lambda i, c: c * 0.5 + 1, x)

        x = jnp.ones(16)
        for _ in range(20):
            x = slow(x)
        np.testing.assert_allclose(x, np.full(16, 2.0))

    def test_a_refused_program_raises_the_diagnostic(self) -> None:
        x = jnp.ones(2)
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "no_such_target"):
            jax.jit(jax.ffi.ffi_call("no_such_target", x))(x)

    def test_an_executable_is_serialized(self) -> None:
        from jax.experimental import serialize_executable

        compiled = jax.jit(lambda x: x * 3).lower(jnp.ones(2)).compile()
        serialized = serialize_executable.serialize(compiled)
        loaded = serialize_executable.deserialize_and_load(
            *serialized, execution_devices=jax.devices()[:1]
        )
        np.testing.assert_array_equal(loaded(jnp.ones(2)), [3, 3])

    def test_layouts_are_those_of_the_executable(self) -> None:
        from jax._src.interpreters import pxla

        ask = pxla._get_layouts_from_executable.asks_the_executable
        keys = jax.random.split(jax.random.key(0))
        for function, arguments in (
            (lambda x, y: (x + 1, y.astype(jnp.int4), x.sum()), (jnp.ones((2, 3)), jnp.ones((4,), jnp.int8))),
            (lambda x: x.T, (jnp.ones((0, 3), jnp.bfloat16),)),
            (lambda key: jax.random.split(key[0]), (keys,)),
            (lambda x: jax.debug.print("{}", x, ordered=True) or x, (jnp.ones(2),)),
        ):
            compiled = jax.jit(function).lower(*arguments).compile()
            effects = len(compiled._executable.unsafe_call.ordered_effects)
            kept = compiled._executable.in_avals
            results = compiled._executable.out_avals
            program = compiled._executable.xla_executable
            free = (None,) * len(kept), (None,) * len(results)
            expected = ask(program, *free, effects, kept, results)
            self.assertEqual(pxla._get_layouts_from_executable(program, *free, effects, kept, results), expected)

    def test_memory_kinds(self) -> None:
        device = jax.devices()[0]
        self.assertEqual(device.default_memory().kind, "device")
        kinds = [memory.kind for memory in device.addressable_memories()]
        self.assertEqual(kinds, ["device", "pinned_host", "unpinned_host"])
        on_host = jax.sharding.SingleDeviceSharding(device, memory_kind="pinned_host")
        on_device = on_host.with_memory_kind("device")
        x = jax.device_put(jnp.ones(4), on_host)
        self.assertEqual(x.sharding.memory_kind, "pinned_host")
        double = jax.jit(lambda x: jax.device_put(x, on_device) * 2, out_shardings=on_host)
        y = double(x)
        self.assertEqual(y.sharding.memory_kind, "pinned_host")
        np.testing.assert_array_equal(jax.device_put(y, on_device) + 1, [3, 3, 3, 3])

    def test_costs_of_a_program(self) -> None:
        compiled = jax.jit(lambda x: x @ x).lower(jnp.ones((64, 64))).compile()
        costs = compiled.cost_analysis()
        self.assertEqual(costs["flops"], 2 * 64**3)
        self.assertEqual(costs["bytes accessed"], 3 * 64 * 64 * 4)
        self.assertEqual(compiled.memory_analysis().argument_size_in_bytes, 64 * 64 * 4)

    def test_a_profile_has_the_runs_and_their_operations(self) -> None:
        function = jax.jit(lambda x: jnp.tanh(x @ x))
        x = jnp.ones((32, 32))
        for _ in range(2):
            with tempfile.TemporaryDirectory() as folder:
                with jax.profiler.trace(folder):
                    function(x).block_until_ready()
                (profile,) = Path(folder).rglob("*.xplane.pb")
                (trace,) = Path(folder).rglob("*.trace.json.gz")
                planes = {plane.name: plane for plane in jax.profiler.ProfileData.from_file(str(profile)).planes}
                lines = {
                    line.name: {event.name: event.duration_ns for event in line.events}
                    for line in planes["/device:CUSTOM:Paddock"].lines
                }
                shown = json.loads(gzip.decompress(trace.read_bytes()))["traceEvents"]
            self.assertGreater(lines["programs"]["jit__lambda"], 0)
            self.assertGreater(lines["operations of device 0"]["stablehlo.dot_general"], 0)
            self.assertEqual(len([event for event in shown if event.get("name") == "stablehlo.dot_general"]), 1)

    def test_memory_is_counted(self) -> None:
        before = jax.devices()[0].memory_stats()["bytes_in_use"]
        x = jnp.ones(1000)
        self.assertEqual(jax.devices()[0].memory_stats()["bytes_in_use"] - before, 4000)
        x.delete()
        self.assertEqual(jax.devices()[0].memory_stats()["bytes_in_use"], before)


if __name__ == "__main__":
    unittest.main()
