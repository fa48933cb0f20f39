func.func @tuple_and_parts() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %t = stablehlo.tuple %x, %y : tuple<tensor<i32>, tensor<2xf32>>
  %p = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>, tensor<2xf32>>) -> tensor<2xf32>
  check.expect_eq %p, %y : tensor<2xf32>, tensor<2xf32>
  return
}
