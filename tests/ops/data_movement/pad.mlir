// Negative low padding removes elements after interior padding is inserted.
func.func @pad_negative_low() {
  %operand = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %result = stablehlo.pad %operand, %zero, low = [-1], high = [1], interior = [1]
    : (tensor<3xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %result, dense<[0, 2, 0, 3, 0]> : tensor<5xi32>
  return
}

// -----

func.func @pad_two_dimensions() {
  %x = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %r = stablehlo.pad %x, %v, low = [1, 0], high = [0, 1], interior = [0, 1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  check.expect_eq_const %r, dense<[[9.0, 9.0, 9.0, 9.0], [1.0, 9.0, 2.0, 9.0]]> : tensor<2x4xf32>
  return
}

// -----

// Nothing has no interior.
func.func @pad_empty() {
  %x = stablehlo.constant dense<> : tensor<0xi8>
  %v = stablehlo.constant dense<7> : tensor<i8>
  %r = stablehlo.pad %x, %v, low = [1], high = [1], interior = [3] : (tensor<0xi8>, tensor<i8>) -> tensor<2xi8>
  check.expect_eq_const %r, dense<[7, 7]> : tensor<2xi8>
  return
}
