// paddock: example
// num_replicas: 4
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  // %x@(0, 0): [1.0, 2.0, 3.0]
  // %x@(1, 0): [4.0, 5.0, 6.0]
  // %x@(2, 0): [7.0, 8.0, 9.0]
  // %x@(3, 0): [10.0, 11.0, 12.0]
  %got = "stablehlo.collective_permute"(%x) <{
    source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>
  }> : (tensor<3xf32>) -> tensor<3xf32>
  return %got : tensor<3xf32>
}
