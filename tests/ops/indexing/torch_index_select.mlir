// Rows by an index of rank 2.
func.func @rows() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[[2, 0], [1, 1]]> : tensor<2x2xi64>
  %r = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<3x2xi32>, tensor<2x2xi64>) -> tensor<2x2x2xi32>
  check.expect_eq_const %r, dense<[[[5, 6], [1, 2]], [[3, 4], [3, 4]]]> : tensor<2x2x2xi32>
  return
}

// -----

// Each row of the batch has an index of its own; dimensions count from the end.
func.func @batch() {
  %x = stablehlo.constant dense<[[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]> : tensor<2x2x3xi32>
  %i = stablehlo.constant dense<[[2, 0], [1, 1]]> : tensor<2x2xi32>
  %r = "stablehlo.torch_index_select"(%x, %i) {dim = -1 : i64, batch_dims = -1 : i64} : (tensor<2x2x3xi32>, tensor<2x2xi32>) -> tensor<2x2x2xi32>
  check.expect_eq_const %r, dense<[[[3, 1], [6, 4]], [[8, 8], [11, 11]]]> : tensor<2x2x2xi32>
  return
}

// -----

// A scalar index takes the dimension away.
func.func @scalar_index() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf16>
  %i = stablehlo.constant dense<1> : tensor<ui8>
  %r = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<2x2xf16>, tensor<ui8>) -> tensor<2xf16>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf16>
  return
}
