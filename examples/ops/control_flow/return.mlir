// paddock: example
func.func @main(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  // %x: [1, 2]
  %y = stablehlo.negate %x : tensor<2xi32>
  // %y: [-1, -2]
  stablehlo.return %x, %y : tensor<2xi32>, tensor<2xi32>
}
