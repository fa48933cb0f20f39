// paddock: example
// A name for a function: a back end that supports the name may implement it differently.
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  // %x: [1.0, 2.0, 3.0]
  %y = stablehlo.composite "my.double" %x {decomposition = @double} : (tensor<3xf32>) -> tensor<3xf32>
  // %y: [2.0, 4.0, 6.0]
  return %y : tensor<3xf32>
}
func.func private @double(%x: tensor<3xf32>) -> tensor<3xf32> {
  %sum = stablehlo.add %x, %x : tensor<3xf32>
  return %sum : tensor<3xf32>
}
