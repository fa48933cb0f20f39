// A row of numbers meets a column of the same numbers. Broadcasting gives both one shape;
// then each cell has a pair of its own.
func.func @main() -> tensor<32x32xi32> {
  %numbers = stablehlo.iota dim = 0 : tensor<32xi32>
  %down = stablehlo.broadcast_in_dim %numbers, dims = [0] : (tensor<32xi32>) -> tensor<32x32xi32>
  %across = stablehlo.broadcast_in_dim %numbers, dims = [1] : (tensor<32xi32>) -> tensor<32x32xi32>
  %pattern = stablehlo.xor %down, %across : tensor<32x32xi32>

  // Which of the bits are shown: all five. A scalar has no dimensions to name.
  %bits = stablehlo.constant dense<31> : tensor<i32>
  %everywhere = stablehlo.broadcast_in_dim %bits, dims = [] : (tensor<i32>) -> tensor<32x32xi32>
  %quilt = stablehlo.and %pattern, %everywhere : tensor<32x32xi32>

  // Rows and columns play the same part, so the quilt is its own mirror image.
  %mirror = stablehlo.transpose %quilt, dims = [1, 0] : (tensor<32x32xi32>) -> tensor<32x32xi32>
  check.expect_eq %quilt, %mirror : tensor<32x32xi32>, tensor<32x32xi32>
  return %quilt : tensor<32x32xi32>
}
