// paddock: exact
// Constants and iota.

func.func @constant_c1() {
  // expected-error @+1 {{constant (C1): }}
  %result = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<3xi32>
  func.return
}

// The specification writes `dense<[1, 2]> : tensor<2x!quant.uniform<i8:f32, 0.5:3>>`.
func.func @constant_quantized_of_storage_type() {
  // expected-warning @+1 {{value has type tensor<2xi8> and output tensor<2x!quant.uniform<i8:f32}}
  %result = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  func.return
}

func.func @constant_quantized() -> tensor<2x!quant.uniform<i8:f32, 0.5:3>> {
  %result = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2x!quant.uniform<i8:f32, 0.5:3>>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %pretty = stablehlo.constant dense<[1, -128]> : tensor<2x!quant.uniform<i8<-128:127>:f32, 5e-1:3>>
  %sum = stablehlo.add %result, %pretty : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  func.return %sum : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
}

func.func @constant_quantized_of_storage_type_outside_its_range() {
  // expected-error @+1 {{120 is outside -10 to 10, the range of i8<-10:10>}}
  %result = "stablehlo.constant"() {value = dense<[1, 120]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8<-10:10>:f32, 0.5>>
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

// -----

func.func @constant_quantized_outside_its_range() {
  // expected-error @+1 {{120 is outside -10 to 10, the range of i8<-10:10>}}
  %result = stablehlo.constant dense<[1, 120]> : tensor<2x!quant.uniform<i8<-10:10>:f32, 0.5>>
  func.return
}

func.func @constant_quantized_splat_outside_its_range() {
  // expected-error @+1 {{-11 is outside -10 to 10, the range of i8<-10:10>}}
  %result = stablehlo.constant dense<-11> : tensor<2x!quant.uniform<i8<-10:10>:f32, 0.5>>
  func.return
}

func.func @constant_quantized_bytes_outside_its_range() {
  // expected-error @+1 {{120 is outside -10 to 10, the range of i8<-10:10>}}
  %result = stablehlo.constant dense<"0x0178"> : tensor<2x!quant.uniform<i8<-10:10>:f32, 0.5>>
  func.return
}

func.func @constant_quantized_expected_outside_its_range(%x: tensor<2x!quant.uniform<ui32<0:4294967294>:f32, 0.5>>) {
  // expected-error @+1 {{4294967295 is outside 0 to 4294967294}}
  check.expect_eq_const %x, dense<[1, 4294967295]> : tensor<2x!quant.uniform<ui32<0:4294967294>:f32, 0.5>>
  func.return
}
