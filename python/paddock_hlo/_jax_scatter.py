"""Scatters of windows in programs of JAX.

JAX drops a window that is partly outside the operand. StableHLO's scatter writes the elements that
are inside, so the index of such a window is moved to where all of it is outside.
"""

from __future__ import annotations

from typing import Any


def add_rules(rules: dict[Any, Any]) -> None:
    """Adds the lowering rules of scatters to those of a platform."""
    from jax._src.interpreters import mlir
    from jax._src.lax import slicing

    for primitive in (
        slicing.scatter_p,
        slicing.scatter_add_p,
        slicing.scatter_sub_p,
        slicing.scatter_mul_p,
        slicing.scatter_min_p,
        slicing.scatter_max_p,
    ):
        rules[primitive] = _rule_of(mlir._lowerings[primitive])


def _rule_of(entry: Any) -> Any:
    """Returns the entry with a rule that moves the indices first."""
    from jax._src import core
    from jax._src.interpreters import mlir
    from jax._src.lax.slicing import GatherScatterMode

    def lower(ctx: Any, operand: Any, indices: Any, updates: Any, **options: Any) -> Any:
        numbers = options["dimension_numbers"]
        of_operand, of_indices, of_updates = ctx.avals_in
        sizes = _window_sizes(of_operand, of_updates, numbers)
        drops = options["mode"] == GatherScatterMode.FILL_OR_DROP
        if drops and not all(core.definitely_equal(size, 1) for size in sizes):
            ends = [of_operand.shape[d] for d in numbers.scatter_dims_to_operand_dims]
            move = mlir.lower_fun(_move_outside, multiple_results=False)
            moving = ctx.replace(avals_in=[of_indices], avals_out=None)
            (indices,) = move(moving, indices, sizes=sizes, ends=ends)
        return entry.rule(ctx, operand, indices, updates, **options)

    return type(entry)(lower, entry.inline)


def _window_sizes(operand: Any, updates: Any, numbers: Any) -> list[Any]:
    """Returns the sizes of a window in the dimensions that indices name."""
    apart = {*numbers.inserted_window_dims, *numbers.operand_batching_dims}
    kept = [d for d in range(operand.ndim) if d not in apart]
    pairs = zip(kept, numbers.update_window_dims, strict=True)
    sizes = {d: updates.shape[u] for d, u in pairs}
    return [sizes.get(d, 1) for d in numbers.scatter_dims_to_operand_dims]


def _move_outside(indices: Any, *, sizes: list[Any], ends: list[Any]) -> Any:
    """Returns indices that equal the operand's sizes, `ends`, for windows that are not inside."""
    import jax.numpy as jnp
    from jax._src.lax import lax

    # Narrow indices cannot hold all sizes.
    wide = indices.astype(jnp.promote_types(indices.dtype, jnp.int32))

    def for_each_index(values: list[Any]) -> Any:
        vector = lax.shape_as_value(values).astype(wide.dtype)
        return lax.broadcast_in_dim(vector, wide.shape, (wide.ndim - 1,))

    last = for_each_index([end - size for end, size in zip(ends, sizes, strict=True)])
    is_inside = jnp.all((wide >= 0) & (wide <= last), axis=-1, keepdims=True)
    return jnp.where(is_inside, wide, for_each_index(ends))
