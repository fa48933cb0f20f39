// A wide element is its narrow parts, the least significant first.
func.func @bitcast_convert_narrower() {
  %x = stablehlo.constant dense<0x0123456789ABCDEF> : tensor<ui64>
  %r = stablehlo.bitcast_convert %x : (tensor<ui64>) -> tensor<4xui16>
  check.expect_eq_const %r, dense<[0xCDEF, 0x89AB, 0x4567, 0x0123]> : tensor<4xui16>
  %back = stablehlo.bitcast_convert %r : (tensor<4xui16>) -> tensor<ui64>
  check.expect_eq %back, %x : tensor<ui64>, tensor<ui64>
  return
}

// -----

// Types under a byte convert at their true width.
func.func @bitcast_convert_nibbles() {
  %x = stablehlo.constant dense<[0x21, 0x8F]> : tensor<2xui8>
  %r = stablehlo.bitcast_convert %x : (tensor<2xui8>) -> tensor<2x2xi4>
  check.expect_eq_const %r, dense<[[1, 2], [-1, -8]]> : tensor<2x2xi4>
  return
}

// -----

// The bits of a NaN are kept.
func.func @bitcast_convert_payload() {
  %x = stablehlo.constant dense<0x7FA12345> : tensor<ui32>
  %f = stablehlo.bitcast_convert %x : (tensor<ui32>) -> tensor<f32>
  %r = stablehlo.bitcast_convert %f : (tensor<f32>) -> tensor<ui32>
  check.expect_eq %r, %x : tensor<ui32>, tensor<ui32>
  return
}
