// paddock: example
// Sets the number of elements, of at most four.
func.func @main(%operand: tensor<4xi32>) -> tensor<?xi32, #stablehlo.bounds<4>> {
  // %operand: [1, 2, 3, 4]
  %size = stablehlo.constant dense<2> : tensor<i32>
  %result = stablehlo.set_dimension_size %operand, %size, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  return %result : tensor<?xi32, #stablehlo.bounds<4>>
}
