// The difference of two pictures of eight bits.
func.func @main() -> tensor<3x3xui8> {
  %old = stablehlo.constant dense<[[7, 5, 9], [4, 5, 8], [6, 6, 6]]> : tensor<3x3xui8>
  %new = stablehlo.constant dense<[[8, 7, 9], [4, 3, 8], [7, 6, 6]]> : tensor<3x3xui8>
  %difference = stablehlo.subtract %new, %old : tensor<3x3xui8>
  return %difference : tensor<3x3xui8>
}
