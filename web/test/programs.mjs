// Programs of several stories.

/// Runs until stopped.
export const endless = `func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %yes = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %yes : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return %end : tensor<i32>
}`
