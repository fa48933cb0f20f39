// Constants and iota.

func.func @constant_c1() {
  // expected-error @+1 {{constant (C1): }}
  %result = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<3xi32>
  func.return
}

// There is no other way to write it, and the specification has none.
func.func @constant_quantized() {
  // expected-warning @+1 {{value has type tensor<2xi8> and output tensor<2x!quant.uniform<i8:f32}}
  %result = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  func.return
}

func.func @iota_c1() {
  // expected-error @+1 {{iota (C1): }}
  %result = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<3xi32>
  func.return
}

func.func @iota_c1_scalar() {
  // expected-error @+1 {{iota_dimension = 0 and rank(output) = 0}}
  %result = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<i32>
  func.return
}

func.func @iota_dynamic() {
  // expected-error @+1 {{its shape is not static}}
  %result = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<?xi32>
  func.return
}

func.func @iota_boolean() {
  // expected-error @+1 {{output is tensor<3xi1>, not }}
  %result = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<3xi1>
  func.return
}
