// A row of numbers and a column of the same numbers, broadcast to one shape. Each cell
// combines one pair.
func.func @main() -> tensor<32x32xi32> {
  %numbers = stablehlo.iota dim = 0 : tensor<32xi32>
  %down = stablehlo.broadcast_in_dim %numbers, dims = [0] : (tensor<32xi32>) -> tensor<32x32xi32>
  %across = stablehlo.broadcast_in_dim %numbers, dims = [1] : (tensor<32xi32>) -> tensor<32x32xi32>
  %pattern = stablehlo.xor %down, %across : tensor<32x32xi32>

  // The visible bits: all five. A scalar has no dimensions to name.
  %bits = stablehlo.constant dense<31> : tensor<i32>
  %everywhere = stablehlo.broadcast_in_dim %bits, dims = [] : (tensor<i32>) -> tensor<32x32xi32>
  %quilt = stablehlo.and %pattern, %everywhere : tensor<32x32xi32>

  // Rows and columns have the same role, so the quilt is symmetric.
  %mirror = stablehlo.transpose %quilt, dims = [1, 0] : (tensor<32x32xi32>) -> tensor<32x32xi32>
  check.expect_eq %quilt, %mirror : tensor<32x32xi32>, tensor<32x32xi32>
  return %quilt : tensor<32x32xi32>
}
