// Batching dimensions come first in the result, wherever they stand in the operands.
func.func @dot_general_batches() {
  %x = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
  %y = stablehlo.constant dense<[[[1, 0], [0, 1]], [[1, 0], [0, 1]]]> : tensor<2x2x2xi64>
  %r = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]
    : (tensor<2x2x2xi64>, tensor<2x2x2xi64>) -> tensor<2x2x2xi64>
  check.expect_eq %r, %x : tensor<2x2x2xi64>, tensor<2x2x2xi64>
  %s = stablehlo.dot_general %x, %y, batching_dims = [1] x [1], contracting_dims = [0] x [0]
    : (tensor<2x2x2xi64>, tensor<2x2x2xi64>) -> tensor<2x2x2xi64>
  check.expect_eq_const %s, dense<[[[6, 0], [8, 0]], [[0, 10], [0, 12]]]> : tensor<2x2x2xi64>
  return
}

// -----

// Over nothing the sum is zero.
func.func @dot_general_empty() {
  %x = stablehlo.constant dense<> : tensor<2x0xf32>
  %y = stablehlo.constant dense<> : tensor<0x3xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<0.0> : tensor<2x3xf32>
  return
}

// -----

// Narrow integers are multiplied and added in the result's type.
func.func @dot_general_widens() {
  %x = stablehlo.constant dense<[[100, 100]]> : tensor<1x2xi8>
  %y = stablehlo.constant dense<[[100], [100]]> : tensor<2x1xi8>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xi32>
  check.expect_eq_const %r, dense<20000> : tensor<1x1xi32>
  return
}

// -----

// bfloat16 is summed in f32 and rounded once: by single roundings 256 + 1 + 1 stays 256.
func.func @dot_general_accumulates() {
  %x = stablehlo.constant dense<[[256.0, 1.0, 1.0]]> : tensor<1x3xbf16>
  %y = stablehlo.constant dense<[[1.0], [1.0], [1.0]]> : tensor<3x1xbf16>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x3xbf16>, tensor<3x1xbf16>) -> tensor<1x1xbf16>
  check.expect_eq_const %r, dense<258.0> : tensor<1x1xbf16>
  return
}
