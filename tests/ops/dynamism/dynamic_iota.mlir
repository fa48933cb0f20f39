// paddock: exact
func.func @dynamic_iota_second_dimension() {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %x = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf16>
  %r = stablehlo.convert %x : (tensor<?x?xf16>) -> tensor<2x3xf16>
  check.expect_eq_const %r, dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf16>
  return
}

// -----

func.func @dynamic_iota_empty() {
  %shape = stablehlo.constant dense<0> : tensor<1xi32>
  %x = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xui8>
  %r = stablehlo.convert %x : (tensor<?xui8>) -> tensor<0xui8>
  check.expect_eq_const %r, dense<> : tensor<0xui8>
  return
}

// -----

// The run computes another size than the result's type has.
func.func @fail_other_size() {
  %n = stablehlo.constant dense<[3]> : tensor<1xi32>
  %hidden = stablehlo.optimization_barrier %n : tensor<1xi32>
  // expected-error @+1 {{output_shape says tensor<3xi32> and the result is tensor<4xi32>}}
  %r = stablehlo.dynamic_iota %hidden, dim = 0 : (tensor<1xi32>) -> tensor<4xi32>
  stablehlo.custom_call @dce_sink(%r) : (tensor<4xi32>) -> ()
  return
}
