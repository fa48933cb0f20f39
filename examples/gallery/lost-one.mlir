// The same three numbers in two orders.
func.func @main() -> (tensor<4xf32>, tensor<4xf32>) {
  %big = stablehlo.constant dense<[1.0e6, 1.0e7, 1.0e8, 1.0e9]> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %more = stablehlo.add %big, %one : tensor<4xf32>
  %left = stablehlo.subtract %more, %big : tensor<4xf32>
  %none = stablehlo.subtract %big, %big : tensor<4xf32>
  %right = stablehlo.add %none, %one : tensor<4xf32>
  return %left, %right : tensor<4xf32>, tensor<4xf32>
}
