func.func @reverse_some_dimensions() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %r = stablehlo.reverse %x, dims = [0] : tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[5, 6], [3, 4], [1, 2]]> : tensor<3x2xi32>
  %s = stablehlo.reverse %x, dims = [1, 0] : tensor<3x2xi32>
  check.expect_eq_const %s, dense<[[6, 5], [4, 3], [2, 1]]> : tensor<3x2xi32>
  return
}
