// The outline of the horse: a convolution compares each pixel with its eight neighbours.
func.func @main() -> tensor<25x32xf32> {
  %filter = stablehlo.constant dense<[
    [-1.0, -1.0, -1.0],
    [-1.0, 8.0, -1.0],
    [-1.0, -1.0, -1.0]]> : tensor<3x3xf32>

  %rows = stablehlo.constant dense<[
    0, 512, 1664, 4032, 8160,
    16352, 30960, 63600, 129024, 1006893056,
    2122315776, 1879046144, 1879046144, 1744828416, 1744828416,
    1207957504, 1203730432, 117454848, 117455872, 226505728,
    213922560, 205533440, 138420480, 207630720, 0]> : tensor<25xui32>
  %last = stablehlo.constant dense<31> : tensor<25x32xui32>
  %one = stablehlo.constant dense<1> : tensor<25x32xui32>
  %column = stablehlo.iota dim = 1 : tensor<25x32xui32>
  %distance = stablehlo.subtract %last, %column : tensor<25x32xui32>
  %packed = stablehlo.broadcast_in_dim %rows, dims = [0] : (tensor<25xui32>) -> tensor<25x32xui32>
  %shifted = stablehlo.shift_right_logical %packed, %distance : tensor<25x32xui32>
  %bits = stablehlo.and %shifted, %one : tensor<25x32xui32>
  %horse = stablehlo.convert %bits : (tensor<25x32xui32>) -> tensor<25x32xf32>

  // b is the batch, 0 and 1 are row and column, f and i the input features, o the output
  // features: one of each here.
  %image = stablehlo.reshape %horse : (tensor<25x32xf32>) -> tensor<1x25x32x1xf32>
  %kernel = stablehlo.reshape %filter : (tensor<3x3xf32>) -> tensor<3x3x1x1xf32>
  %filtered = stablehlo.convolution(%image, %kernel)
    dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[1, 1], [1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x25x32x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x25x32x1xf32>
  %edges = stablehlo.reshape %filtered : (tensor<1x25x32x1xf32>) -> tensor<25x32xf32>
  return %edges : tensor<25x32xf32>
}
