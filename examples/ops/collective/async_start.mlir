// paddock: example
// Starts a collective; async_done waits for its result.
// num_replicas: 2
func.func @main(%operand: tensor<2xi32>) -> tensor<2xi32> {
  // %operand@(0, 0): [1, 2]
  // %operand@(1, 0): [10, 20]
  %future = "stablehlo.async_start"(%operand) ({
  ^bb0(%a: tensor<2xi32>):
    %moved = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
    stablehlo.return %moved : tensor<2xi32>
  }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
  %result = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  // %result@(0, 0): [10, 20]
  // %result@(1, 0): [1, 2]
  return %result : tensor<2xi32>
}
