// Dimensions of size one repeat; the others keep their place.
func.func @broadcast_in_dim_column() {
  %x = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %r = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[1, 1, 1], [2, 2, 2]]> : tensor<2x3xi32>
  return
}

// -----

// Dimensions need not be sorted: this one transposes on the way.
func.func @broadcast_in_dim_unsorted() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>
  %r = stablehlo.broadcast_in_dim %x, dims = [2, 0] : (tensor<2x3xi8>) -> tensor<3x2x2xi8>
  check.expect_eq_const %r, dense<[[[1, 4], [1, 4]], [[2, 5], [2, 5]], [[3, 6], [3, 6]]]> : tensor<3x2x2xi8>
  return
}

// -----

func.func @broadcast_in_dim_scalar_to_empty() {
  %x = stablehlo.constant dense<1.0> : tensor<f64>
  %r = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f64>) -> tensor<0x2xf64>
  check.expect_eq_const %r, dense<> : tensor<0x2xf64>
  return
}
