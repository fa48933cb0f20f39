"""Programs of the tests, and where the checkout has others."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = Path(os.environ.get("PADDOCK_NATIVE", ROOT / "build/native/bin/paddock"))
GENERATOR = COMMAND.parent / "paddock_generator"

SQUARE = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = stablehlo.multiply %x, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}"""

# Fails if its argument is negative.
FAILING = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.negate %x : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %is_valid = stablehlo.compare GE, %x, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_valid) {error_message = "x is negative", has_side_effect = true} : (tensor<i1>) -> ()
  return %y : tensor<f32>
}"""

# A loop of about an hour, whose steps take a millisecond.
ENDLESS = """func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %most = stablehlo.constant dense<2000000000> : tensor<i32>
  %start = stablehlo.constant dense<1.5> : tensor<256x1024xf32>
  %i_end, %x_end = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<256x1024xf32>
    cond {
      %goes_on = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %goes_on : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %sine = stablehlo.sine %x : tensor<256x1024xf32>
      stablehlo.return %next, %sine : tensor<i32>, tensor<256x1024xf32>
    }
  return %i_end : tensor<i32>
}"""

# Each process gets the sum over the replicas.
SUM = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %sum = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %sum : tensor<2xf32>
}"""

# The logarithm of a negative number is NaN.
NAN = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %log = stablehlo.log %x : tensor<3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<3xf32>
  %sum = stablehlo.add %log, %one : tensor<3xf32>
  return %sum : tensor<3xf32>
}"""


def identity(type_text: str) -> str:
    """Returns a program that returns its argument."""
    return f"func.func @main(%x: {type_text}) -> {type_text} {{\n  return %x : {type_text}\n}}"


def reshaping(element_type: str) -> str:
    """Returns a program that makes a row of a 3 x 5 matrix, twice."""
    matrix, row = f"tensor<3x5x{element_type}>", f"tensor<15x{element_type}>"
    return (
        f"func.func @main(%x: {matrix}) -> ({row}, {matrix}) {{\n"
        f"  %y = stablehlo.reshape %x : ({matrix}) -> {row}\n"
        f"  %z = stablehlo.reverse %x, dims = [1] : {matrix}\n"
        f"  return %y, %z : {row}, {matrix}\n}}"
    )
