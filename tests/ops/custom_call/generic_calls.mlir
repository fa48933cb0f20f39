// The names of other platforms, with results in a tuple: the reflector of (3, 4).
func.func @qr() {
  %a = stablehlo.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %t = stablehlo.custom_call @Qr(%a) {xla_shape = "(f32[2,1]{1,0}, f32[1]{0})"} : (tensor<2x1xf32>) -> tuple<tensor<2x1xf32>, tensor<1xf32>>
  %qr = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2x1xf32>, tensor<1xf32>>) -> tensor<2x1xf32>
  %tau = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2x1xf32>, tensor<1xf32>>) -> tensor<1xf32>
  check.expect_eq_const %qr, dense<[[-5.0], [0.5]]> : tensor<2x1xf32>
  %q = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%qr, %tau) : (tensor<2x1xf32>, tensor<1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %q, dense<[[-0.6], [-0.8]]> : tensor<2x1xf32>
  return
}

// -----

// Pivots count from 0; rows 0, 1, 2 of the factors were rows 2, 1, 0 and of a batch's second matrix 1, 0, 2.
func.func @lu() {
  %a = stablehlo.constant dense<[[[1.0], [2.0], [4.0]], [[1.0], [-2.0], [0.0]]]> : tensor<2x3x1xf64>
  %lu, %pivots, %permutation = stablehlo.custom_call @LuDecomposition(%a) : (tensor<2x3x1xf64>) -> (tensor<2x3x1xf64>, tensor<2x1xi32>, tensor<2x3xi32>)
  check.expect_eq_const %lu, dense<[[[4.0], [0.5], [0.25]], [[-2.0], [-0.5], [0.0]]]> : tensor<2x3x1xf64>
  check.expect_eq_const %pivots, dense<[[2], [1]]> : tensor<2x1xi32>
  check.expect_eq_const %permutation, dense<[[2, 1, 0], [1, 0, 2]]> : tensor<2x3xi32>
  return
}

// -----

// The first number of the text says which triangle is read: the lower one, then the upper one.
func.func @eigh() {
  %a = stablehlo.constant dense<[[2.0, 77.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %t = stablehlo.custom_call @Eigh(%a) {backend_config = "1,1,15,0.000010"} : (tensor<2x2xf32>) -> tuple<tensor<2x2xf32>, tensor<2xf32>>
  %w = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2x2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  check.expect_eq_const %w, dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[[2.0, 0.0], [77.0, 1.0]]> : tensor<2x2xf32>
  %v1, %w1 = stablehlo.custom_call @Eigh(%b) {backend_config = "0,1,15,0.000010"} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  check.expect_eq_const %w1, dense<[1.0, 2.0]> : tensor<2xf32>
  return
}
