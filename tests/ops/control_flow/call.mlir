func.func @main() {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = call @twice_and_square(%x) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<6> : tensor<i32>
  check.expect_eq_const %r#1, dense<9> : tensor<i32>
  return
}
func.func private @twice_and_square(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %t = call @twice(%x) : (tensor<i32>) -> tensor<i32>
  %s = stablehlo.multiply %x, %x : tensor<i32>
  return %t, %s : tensor<i32>, tensor<i32>
}
func.func private @twice(%x: tensor<i32>) -> tensor<i32> {
  %t = stablehlo.add %x, %x : tensor<i32>
  return %t : tensor<i32>
}
