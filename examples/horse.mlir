// A horse, packed into 25 integers: each row of the picture is one number,
// a bit a pixel.
func.func @main() -> tensor<25x32xi32> {
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
  %packed = stablehlo.broadcast_in_dim %rows, dims = [0]
    : (tensor<25xui32>) -> tensor<25x32xui32>
  %shifted = stablehlo.shift_right_logical %packed, %distance : tensor<25x32xui32>
  %bits = stablehlo.and %shifted, %one : tensor<25x32xui32>
  %result = stablehlo.convert %bits : (tensor<25x32xui32>) -> tensor<25x32xi32>
  return %result : tensor<25x32xi32>
}
