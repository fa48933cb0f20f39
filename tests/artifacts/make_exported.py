"""Writes the files NAME.jax of this folder: python make_exported.py, with jax installed.

NAME.jax.artifact is the artifact inside NAME.jax."""
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
os.environ["JAX_PLATFORMS"] = "cpu"

import pathlib

import jax
import numpy as np
import jax.numpy as jnp
from jax import export
from jax.sharding import Mesh, NamedSharding, PartitionSpec

folder = pathlib.Path(__file__).parent
spec = jax.ShapeDtypeStruct
f32 = jnp.float32
jax.config.update("jax_traceback_in_locations_limit", 0)


def layer(params, x, *, scale):
    y = jnp.tanh(x @ params["w"] + params["b"][0]) * scale
    return {"y": y, "sums": (x.sum(), None)}


def write(name, exported, vjp_order=0):
    (folder / f"{name}.jax").write_bytes(exported.serialize(vjp_order=vjp_order))
    (folder / f"{name}.jax.artifact").write_bytes(exported.mlir_module_serialized)


params = {"w": spec((3, 4), f32), "b": [spec((4,), f32)], "unused": spec((2,), jnp.int32)}
write("layer", export.export(jax.jit(layer))(params, spec((2, 3), f32), scale=spec((), f32)), vjp_order=1)

rows, columns = export.symbolic_shape("rows, columns")
write("symbolic", export.export(jax.jit(lambda x: x.sum(axis=0) / x.shape[0]))(spec((rows, columns), f32)))

# From JAX 0.12 on such files name the JAX that wrote them; those of older versions here do not.
write("versioned", export.export(jax.jit(layer))(params, spec((rows, 3), f32), scale=spec((), f32)))

write("platforms", export.export(jax.jit(lambda x: jax.lax.platform_dependent(x, cpu=jnp.sin, default=jnp.cos)),
                                 platforms=["cpu", "tpu"])(spec((3,), f32)))

mesh = Mesh(np.array(jax.devices()).reshape(2, 2), ("data", "model"))
by = lambda *axes: NamedSharding(mesh, PartitionSpec(*axes))
sharded = dict(in_shardings=(by("data", None), by(None, "model")), out_shardings=by("data", "model"))
for name, is_shardy in [("sharded", False), ("shardy", True)]:
    jax.config.update("jax_use_shardy_partitioner", is_shardy)
    product = jax.jit(lambda x, w: x @ w, **sharded)
    write(name, export.export(product)(spec((4, 6), f32), spec((6, 8), f32)))


def mapped(x, w):
    y = jax.lax.with_sharding_constraint(x * 2, by(("data", "model"), None))
    product = lambda a, b: jax.lax.psum(a @ b, "model")
    specs = PartitionSpec("data", "model"), PartitionSpec("model", None)
    return jax.shard_map(product, mesh=mesh, in_specs=specs, out_specs=PartitionSpec("data", None))(y, w)


write("mapped", export.export(jax.jit(mapped))(spec((4, 6), f32), spec((6, 8), f32)))
