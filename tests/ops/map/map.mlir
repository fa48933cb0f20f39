func.func @map_square_plus_one() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>):
    %s = stablehlo.multiply %a, %a : tensor<i32>
    %t = stablehlo.add %s, %one : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[2, 5, 10]> : tensor<3xi32>
  return
}
