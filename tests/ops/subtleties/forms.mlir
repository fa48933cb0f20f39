// Forms of the specification's grammar and of upstream's documents.
func.func @assertions_with_one_type() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  check.expect_eq %a, %a : tensor<3xi64>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.05, 2.0]> : tensor<2xf32>
  check.expect_almost_eq %x, %x : tensor<2xf32>
  check.expect_almost_eq %x, %y {tolerance = 0.1 : f64} : tensor<2xf32>
  check.expect_almost_eq %x, %y, tolerance = 0.1 : tensor<2xf32>
  check.expect_almost_eq %x, %y, tolerance = 0.1 : tensor<2xf32>, tensor<2xf32>
  check.expect_almost_eq_const %y, dense<[1.0, 2.0]> : tensor<2xf32>, tolerance = 0.1
  check.expect_close %x, %x, max_ulp_difference = 0 : tensor<2xf32>
  return
}

// -----

func.func @two(%a: tensor<i32>) -> tensor<i32>, tensor<i32> {
  return %a, %a : tensor<i32>, tensor<i32>
}
func.func @main() {
  %a = stablehlo.constant dense<7> : tensor<i32>
  %both:2 = func.call @two(%a) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq %both#0, %both#1 : tensor<i32>
  return
}

// -----

func.func @tokens(%token: token) -> token {
  %both = "stablehlo.after_all"(%token, %token) : (token, !stablehlo.token) -> token
  return %both : token
}
func.func @main() {
  %token = "stablehlo.after_all"() : () -> (token)
  %again = func.call @tokens(%token) : (token) -> token
  return
}

// -----

func.func @a_slice_of_a_scalar() {
  %a = stablehlo.constant dense<7> : tensor<i32>
  %same = stablehlo.dynamic_slice %a, sizes = [] : (tensor<i32>) -> tensor<i32>
  check.expect_eq %same, %a : tensor<i32>
  return
}

// -----

// 0x3F000000 is 0.5 as f32.
func.func @spellings_of_a_quantized_type() {
  %a = stablehlo.constant dense<[1, -2]> : tensor<2x!quant.uniform<i8:f32, {0.5}>>
  %b = stablehlo.constant dense<[1, -2]> : tensor<2x!quant.uniform<i8<-128:127>:f32, +5e-1:+0>>
  %c = stablehlo.constant dense<[1, -2]> : tensor<2x!quant.uniform<i8:f32, 0x3F000000>>
  check.expect_eq %a, %b : tensor<2x!quant.uniform<i8:f32, 0.5>>
  check.expect_eq %b, %c : tensor<2x!quant.uniform<i8:f32, 0.5>>
  %along = stablehlo.constant dense<[3]> : tensor<1x!quant.uniform<i8:f32:0, 0.5>>
  %values = stablehlo.uniform_dequantize %along : (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<1xf32>
  check.expect_eq_const %values, dense<1.5> : tensor<1xf32>
  return
}
