// Newton's method for the square root of 2: x <- (x + 2 / x) / 2 until x does not change.
func.func @main() -> (tensor<f64>, tensor<i32>, tensor<8xf64>) {
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %half = stablehlo.constant dense<0.5> : tensor<f64>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %start = stablehlo.constant dense<1.0> : tensor<f64>
  %before = stablehlo.constant dense<0.0> : tensor<f64>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %blank = stablehlo.constant dense<0.0> : tensor<8xf64>
  %root, %previous, %steps, %path = stablehlo.while(%x = %start, %last = %before, %count = %none, %seen = %blank)
      : tensor<f64>, tensor<f64>, tensor<i32>, tensor<8xf64>
  cond {
    %moves = stablehlo.compare NE, %x, %last : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %moves : tensor<i1>
  } do {
    // The path stores the x of each step.
    %place = stablehlo.reshape %x : (tensor<f64>) -> tensor<1xf64>
    %seen.next = stablehlo.dynamic_update_slice %seen, %place, %count
      : (tensor<8xf64>, tensor<1xf64>, tensor<i32>) -> tensor<8xf64>

    %quotient = stablehlo.divide %two, %x : tensor<f64>
    %sum = stablehlo.add %x, %quotient : tensor<f64>
    %next = stablehlo.multiply %sum, %half : tensor<f64>
    %more = stablehlo.add %count, %one : tensor<i32>
    stablehlo.return %next, %x, %more, %seen.next : tensor<f64>, tensor<f64>, tensor<i32>, tensor<8xf64>
  }
  check.expect_close %root, %previous, max_ulp_difference = 0, min_ulp_difference = 0
    : tensor<f64>, tensor<f64>
  return %root, %steps, %path : tensor<f64>, tensor<i32>, tensor<8xf64>
}
