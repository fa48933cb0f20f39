// The root of x * x * x - 2 * x + 2, and x after each iteration.
func.func @main() -> (tensor<f32>, tensor<20xf32>) {
  %start = stablehlo.constant dense<0.0> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<20> : tensor<i32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %three = stablehlo.constant dense<3.0> : tensor<f32>
  %empty = stablehlo.constant dense<0.0> : tensor<20xf32>
  %end, %root, %path = stablehlo.while(%i = %zero, %x = %start, %xs = %empty) : tensor<i32>, tensor<f32>, tensor<20xf32>
  cond {
    %more = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %square = stablehlo.multiply %x, %x : tensor<f32>
    %cube = stablehlo.multiply %square, %x : tensor<f32>
    %double = stablehlo.multiply %two, %x : tensor<f32>
    %difference = stablehlo.subtract %cube, %double : tensor<f32>
    %value = stablehlo.add %difference, %two : tensor<f32>
    %steep = stablehlo.multiply %three, %square : tensor<f32>
    %slope = stablehlo.subtract %steep, %two : tensor<f32>
    %step = stablehlo.divide %value, %slope : tensor<f32>
    %next = stablehlo.subtract %x, %step : tensor<f32>
    %then = stablehlo.add %i, %one : tensor<i32>
    %part = stablehlo.reshape %next : (tensor<f32>) -> tensor<1xf32>
    %after = stablehlo.dynamic_update_slice %xs, %part, %i : (tensor<20xf32>, tensor<1xf32>, tensor<i32>) -> tensor<20xf32>
    stablehlo.return %then, %next, %after : tensor<i32>, tensor<f32>, tensor<20xf32>
  }
  return %root, %path : tensor<f32>, tensor<20xf32>
}
