func.func @optimization_barrier_passes_on() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.optimization_barrier %x, %y : tensor<i32>, tensor<i32>
  check.expect_eq_const %r#1, dense<2> : tensor<i32>
  return
}
