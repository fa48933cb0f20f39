// paddock: exact
// Conversions and precision.

func.func @convert_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{convert (C1): }}
  %result = stablehlo.convert %x : (tensor<2xf32>) -> tensor<3xi32>
  func.return
}

func.func @convert_any(%x: tensor<2xf32>) {
  %result = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xi1>
  func.return
}

func.func @convert_quantized(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) {
  // expected-error @+1 {{not tensor}}
  %result = stablehlo.convert %x : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
  func.return
}

func.func @is_finite_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{is_finite (C1): }}
  %result = stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<3xi1>
  func.return
}

func.func @reduce_precision_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{reduce_precision (C1): }}
  %result = "stablehlo.reduce_precision"(%x) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @reduce_precision_c2(%x: tensor<2xf32>) {
  // expected-error @+1 {{exponent_bits = 0}}
  %result = "stablehlo.reduce_precision"(%x) {exponent_bits = 0 : i32, mantissa_bits = 10 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_precision_c3(%x: tensor<2xf32>) {
  // expected-error @+1 {{mantissa_bits = -1}}
  %result = "stablehlo.reduce_precision"(%x) {exponent_bits = 5 : i32, mantissa_bits = -1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @accuracy_negative(%x: tensor<2xf32>) {
  // expected-error @+1 {{ulps is negative}}
  %result = "stablehlo.tanh"(%x) {result_accuracy = #stablehlo.result_accuracy<atol = 0.0, rtol = 0.0, ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @accuracy_default(%x: tensor<2xf32>) {
  // expected-error @+1 {{rtol is not zero though the mode is DEFAULT}}
  %result = "stablehlo.tanh"(%x) {result_accuracy = #stablehlo.result_accuracy<atol = 0.0, rtol = 1.0, ulps = 0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @is_inf_x1(%x: tensor<2xf32>) {
  // expected-error @+1 {{chlo.is_inf: }}
  %result = chlo.is_inf %x : tensor<2xf32> -> tensor<3xi1>
  func.return
}

func.func @is_pos_inf_x1(%x: tensor<2xf32>) {
  // expected-error @+1 {{chlo.is_pos_inf: }}
  %result = chlo.is_pos_inf %x : tensor<2xf32> -> tensor<3xi1>
  func.return
}

func.func @is_neg_inf_x1(%x: tensor<2xf32>) {
  // expected-error @+1 {{chlo.is_neg_inf: }}
  %result = chlo.is_neg_inf %x : tensor<2xf32> -> tensor<3xi1>
  func.return
}

func.func @constant_like_x1(%x: tensor<2xf32>) {
  // expected-error @+1 {{element_type(result) = type(value)}}
  %result = "chlo.constant_like"(%x) {value = 1.0 : f32} : (tensor<2xf32>) -> tensor<2xf64>
  func.return
}

func.func @constant_like_x2(%x: tensor<2xf32>) {
  // expected-error @+1 {{shape(result) = shape(operand)}}
  %result = "chlo.constant_like"(%x) {value = 1.0 : f32} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
