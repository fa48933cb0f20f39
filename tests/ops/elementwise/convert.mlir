// Floats become integers by truncation, saturation, and NaN as 0.
func.func @convert_float_to_integer() {
  %x = stablehlo.constant dense<[-1.9, 300.0, -300.0, 0x7FC00000]> : tensor<4xf32>
  %r = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi8>
  check.expect_eq_const %r, dense<[-1, 127, -128, 0]> : tensor<4xi8>
  %u = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xui8>
  check.expect_eq_const %u, dense<[0, 255, 0, 0]> : tensor<4xui8>
  return
}

// -----

// Integers wrap to narrower ones.
func.func @convert_integer() {
  %x = stablehlo.constant dense<[300, -1, 128]> : tensor<3xi32>
  %r = stablehlo.convert %x : (tensor<3xi32>) -> tensor<3xi8>
  check.expect_eq_const %r, dense<[44, -1, -128]> : tensor<3xi8>
  return
}

// -----

// One rounding, straight to bfloat16: by way of f32 this would be a tie and go down.
func.func @convert_rounds_once() {
  %x = stablehlo.constant dense<72339069014638593> : tensor<i64>
  %r = stablehlo.convert %x : (tensor<i64>) -> tensor<bf16>
  %bits = stablehlo.bitcast_convert %r : (tensor<bf16>) -> tensor<ui16>
  check.expect_eq_const %bits, dense<0x5B81> : tensor<ui16>
  return
}

// -----

// True is what is not zero; NaN is not zero.
func.func @convert_to_boolean() {
  %x = stablehlo.constant dense<[0.0, -0.0, 0.5, 0x7FC00000]> : tensor<4xf32>
  %r = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %r, dense<[false, false, true, true]> : tensor<4xi1>
  return
}
