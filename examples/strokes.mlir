// A horse of few strokes: the singular value decomposition writes the picture as a sum of products
// of a column and a row, the strongest first. %strokes of them are added.
// jnp.linalg.svd(horse, full_matrices=False) becomes the same call.
func.func @main() -> tensor<25x32xf32> {
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

  %a, %sigma, %u, %vt, %info = stablehlo.custom_call @lapack_sgesdd_ffi(%horse) {
    mhlo.backend_config = {mode = 83 : ui8}
  } : (tensor<25x32xf32>)
    -> (tensor<25x32xf32>, tensor<25xf32>, tensor<25x25xf32>, tensor<25x32xf32>, tensor<i32>)

  %strokes = stablehlo.constant dense<4> : tensor<25xi32>
  %none = stablehlo.constant dense<0.0> : tensor<25xf32>
  %number = stablehlo.iota dim = 0 : tensor<25xi32>
  %isKept = stablehlo.compare LT, %number, %strokes : (tensor<25xi32>, tensor<25xi32>) -> tensor<25xi1>
  %kept = stablehlo.select %isKept, %sigma, %none : tensor<25xi1>, tensor<25xf32>
  %weights = stablehlo.broadcast_in_dim %kept, dims = [1] : (tensor<25xf32>) -> tensor<25x25xf32>
  %columns = stablehlo.multiply %u, %weights : tensor<25x25xf32>
  %picture = stablehlo.dot_general %columns, %vt, contracting_dims = [1] x [0]
    : (tensor<25x25xf32>, tensor<25x32xf32>) -> tensor<25x32xf32>
  return %picture : tensor<25x32xf32>
}
