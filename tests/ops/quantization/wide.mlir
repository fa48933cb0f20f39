// paddock: exact
// Storage types of 64 bits, and a signed one written with its sign, which only the specification has.
func.func @dequantize() {
  // expected-warning @+3 {{the storage type is i64; the specification allows it}}
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 3]> : tensor<3x!quant.uniform<i64:f64, 0.5:-1>>
  // The difference takes 65 bits: 2^63 - 1 less than 0, and 2^63 more.
  %r = stablehlo.uniform_dequantize %x : (tensor<3x!quant.uniform<i64:f64, 0.5:-1>>) -> tensor<3xf64>
  check.expect_eq_const %r, dense<[-4611686018427387904.0, 4611686018427387904.0, 2.0]> : tensor<3xf64>
  // expected-warning @+2 {{the storage type is ui64}}
  %u = stablehlo.constant dense<[0, 18446744073709551615, 9223372036854775808]> : tensor<3x!quant.uniform<ui64:f32, 2.0:9223372036854775807>>
  %s = stablehlo.uniform_dequantize %u : (tensor<3x!quant.uniform<ui64:f32, 2.0:9223372036854775807>>) -> tensor<3xf32>
  check.expect_eq_const %s, dense<[-1.8446744073709552E+19, 1.8446744073709552E+19, 2.0]> : tensor<3xf32>
  return
}

// -----

// The ends of the range are no floats: what lies past them becomes them, and NaN 0.
func.func @quantize() {
  %x = stablehlo.constant dense<[1.0E+30, -1.0E+30, 2.5, 0x7FC00000, 0x7F800000]> : tensor<5xf32>
  // expected-warning @+1 {{the storage type is i64}}
  %r = stablehlo.uniform_quantize %x : (tensor<5xf32>) -> tensor<5x!quant.uniform<i64:f32, 1.0>>
  check.expect_eq_const %r, dense<[9223372036854775807, -9223372036854775808, 2, 0, 9223372036854775807]> : tensor<5x!quant.uniform<i64:f32, 1.0>>
  // expected-warning @+1 {{the storage type is ui64}}
  %u = stablehlo.uniform_quantize %x : (tensor<5xf32>) -> tensor<5x!quant.uniform<ui64<7:18446744073709551615>:f32, 1.0:7>>
  check.expect_eq_const %u, dense<[18446744073709551615, 7, 10, 7, 18446744073709551615]> : tensor<5x!quant.uniform<ui64<7:18446744073709551615>:f32, 1.0:7>>
  return
}

// -----

// Everything but movement is computed in the expressed type, as the specification has it.
func.func @operations() {
  %x = stablehlo.constant dense<[1, -2]> : tensor<2x!quant.uniform<i64:f32, 0.5>>
  %y = stablehlo.constant dense<[3, 5]> : tensor<2x!quant.uniform<i64:f32, 0.5>>
  // expected-warning @+1 {{the storage type is i64}}
  %sum = stablehlo.add %x, %y : tensor<2x!quant.uniform<i64:f32, 0.5>>
  check.expect_eq_const %sum, dense<[4, 3]> : tensor<2x!quant.uniform<i64:f32, 0.5>>
  // expected-warning @+1 {{the storage type is i64}}
  %product = stablehlo.multiply %x, %y : tensor<2x!quant.uniform<i64:f32, 0.5>>
  // 0.75 and -2.5 in halves.
  check.expect_eq_const %product, dense<[2, -5]> : tensor<2x!quant.uniform<i64:f32, 0.5>>
  // expected-warning @+1 {{the storage type is i64}}
  %most = stablehlo.maximum %x, %y : tensor<2x!quant.uniform<i64:f32, 0.5>>
  check.expect_eq_const %most, dense<[3, 5]> : tensor<2x!quant.uniform<i64:f32, 0.5>>
  // expected-warning @+1 {{the storage type is i64}}
  %dot = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<2x!quant.uniform<i64:f32, 0.5>>, tensor<2x!quant.uniform<i64:f32, 0.5>>) -> tensor<!quant.uniform<i64:f32, 0.25>>
  check.expect_eq_const %dot, dense<-7> : tensor<!quant.uniform<i64:f32, 0.25>>
  // expected-warning @+1 {{the storage type is i64}}
  %other = stablehlo.uniform_quantize %x : (tensor<2x!quant.uniform<i64:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.25:1>>
  check.expect_eq_const %other, dense<[3, -3]> : tensor<2x!quant.uniform<i8:f32, 0.25:1>>
  // expected-warning @+1 {{the storage type is i64}}
  %back = stablehlo.reverse %x, dims = [0] : tensor<2x!quant.uniform<i64:f32, 0.5>>
  check.expect_eq_const %back, dense<[-2, 1]> : tensor<2x!quant.uniform<i64:f32, 0.5>>
  %zero = stablehlo.constant dense<0> : tensor<!quant.uniform<i64:f32, 0.5>>
  // expected-warning @+1 {{the storage type is i64}}
  %all = "stablehlo.reduce"(%y, %zero) ({
  ^bb0(%a: tensor<!quant.uniform<i64:f32, 0.5>>, %b: tensor<!quant.uniform<i64:f32, 0.5>>):
    // expected-warning @+1 {{the storage type is i64}}
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i64:f32, 0.5>>
    stablehlo.return %s : tensor<!quant.uniform<i64:f32, 0.5>>
  }) {dimensions = array<i64: 0>} : (tensor<2x!quant.uniform<i64:f32, 0.5>>, tensor<!quant.uniform<i64:f32, 0.5>>) -> tensor<!quant.uniform<i64:f32, 0.5>>
  check.expect_eq_const %all, dense<8> : tensor<!quant.uniform<i64:f32, 0.5>>
  %p = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2x!quant.uniform<i64:f32:1, {0.5:1, 2.0:-1}>>
  // expected-warning @+1 {{the storage type is i64}}
  %axis = stablehlo.uniform_dequantize %p : (tensor<2x2x!quant.uniform<i64:f32:1, {0.5:1, 2.0:-1}>>) -> tensor<2x2xf32>
  check.expect_eq_const %axis, dense<[[0.0, 6.0], [1.0, 10.0]]> : tensor<2x2xf32>
  %w = stablehlo.constant dense<[1, -2]> : tensor<2x!quant.uniform<si8:f32, 0.5>>
  // expected-warning @+1 {{the storage type is si8}}
  %signed = stablehlo.add %w, %w : tensor<2x!quant.uniform<si8:f32, 0.5>>
  check.expect_eq_const %signed, dense<[2, -4]> : tensor<2x!quant.uniform<si8:f32, 0.5>>
  return
}
