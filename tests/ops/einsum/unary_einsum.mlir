// A transpose, a sum and a diagonal; a diagonal keeps signed zeros and NaN beside it.
func.func @transpose() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %t = stablehlo.unary_einsum %a, config = "ab->ba" : (tensor<2x3xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %t, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi64>
  %s = stablehlo.unary_einsum %a, config = "ab->b" : (tensor<2x3xi64>) -> tensor<3xi64>
  check.expect_eq_const %s, dense<[5, 7, 9]> : tensor<3xi64>
  return
}

// -----

func.func @diagonal() {
  %a = stablehlo.constant dense<[[-0.0, 0x7F800000], [0x7FC00000, 2.0]]> : tensor<2x2xf32>
  %d = stablehlo.unary_einsum %a, config = "aa->a" : (tensor<2x2xf32>) -> tensor<2xf32>
  %bits = stablehlo.bitcast_convert %d : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0x80000000, 0x40000000]> : tensor<2xui32>
  %b = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %trace = stablehlo.unary_einsum %b, config = "aa->" : (tensor<2x2xi32>) -> tensor<i32>
  check.expect_eq_const %trace, dense<5> : tensor<i32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:1>

// The sum of real values, whose zero point counts once.
func.func @unary_einsum_quantized() {
  %x = stablehlo.constant dense<[[3, 5], [1, 7]]> : tensor<2x2x!q>
  %r = stablehlo.unary_einsum %x, config = "ab->a" : (tensor<2x2x!q>) -> tensor<2x!q>
  check.expect_eq_const %r, dense<[7, 7]> : tensor<2x!q>
  return
}
