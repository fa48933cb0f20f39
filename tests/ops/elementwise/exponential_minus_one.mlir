// Near zero the result keeps its digits, and the sign of zero.
func.func @exponential_minus_one_small() {
  %x = stablehlo.constant dense<[1.0e-10, -0.0, 0xFF800000]> : tensor<3xf32>
  %r = stablehlo.exponential_minus_one %x : tensor<3xf32>
  %bits = stablehlo.bitcast_convert %r : (tensor<3xf32>) -> tensor<3xui32>
  %small = stablehlo.constant dense<1.0e-10> : tensor<f32>
  %expected = stablehlo.bitcast_convert %small : (tensor<f32>) -> tensor<ui32>
  %first = stablehlo.slice %bits [0:1] : (tensor<3xui32>) -> tensor<1xui32>
  %scalar = stablehlo.reshape %first : (tensor<1xui32>) -> tensor<ui32>
  check.expect_eq %scalar, %expected : tensor<ui32>, tensor<ui32>
  %rest = stablehlo.slice %bits [1:3] : (tensor<3xui32>) -> tensor<2xui32>
  check.expect_eq_const %rest, dense<[0x80000000, 0xBF800000]> : tensor<2xui32>
  return
}
