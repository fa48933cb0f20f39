// One predicate for all, or one for each.
func.func @select_predicates() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %y = stablehlo.constant dense<[-1, -2, -3]> : tensor<3xi64>
  %one = stablehlo.constant dense<false> : tensor<i1>
  %r = stablehlo.select %one, %x, %y : tensor<i1>, tensor<3xi64>
  check.expect_eq_const %r, dense<[-1, -2, -3]> : tensor<3xi64>
  %each = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %s = stablehlo.select %each, %x, %y : tensor<3xi1>, tensor<3xi64>
  check.expect_eq_const %s, dense<[1, -2, 3]> : tensor<3xi64>
  return
}

// -----

// The specification asks for equal types but for scales and zero points: each element is dequantized with its own.
func.func @select_of_two_scales() {
  %p = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3x!quant.uniform<i8:f32, 0.5>>
  %y = stablehlo.constant dense<[4, 6, 100]> : tensor<3x!quant.uniform<i8:f32, 0.25:2>>
  // expected-warning @+1 {{on_false !quant.uniform<i8:f32, 0.25:2>; the specification allows it}}
  %r = "stablehlo.select"(%p, %x, %y) : (tensor<3xi1>, tensor<3x!quant.uniform<i8:f32, 0.5>>, tensor<3x!quant.uniform<i8:f32, 0.25:2>>) -> tensor<3x!quant.uniform<i8:f32, 0.25>>
  // 0.5, 1, 24.5 in quarters.
  check.expect_eq_const %r, dense<[2, 4, 98]> : tensor<3x!quant.uniform<i8:f32, 0.25>>
  return
}
