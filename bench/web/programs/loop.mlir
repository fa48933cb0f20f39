// Two hundred steps of heat that spreads over a plate of ten thousand cells: a loop whose body moves and
// adds elements. How fast it spreads depends on %keys.
func.func @main() -> tensor<100x100xf32> {
  %keys = stablehlo.constant dense<2.5> : tensor<100x100xf32>
  %hundreds = stablehlo.constant dense<100.0> : tensor<100x100xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rates = stablehlo.divide %keys, %hundreds : tensor<100x100xf32>
  %fours = stablehlo.constant dense<4.0> : tensor<100x100xf32>
  %row = stablehlo.iota dim = 0 : tensor<100x100xf32>
  %column = stablehlo.iota dim = 1 : tensor<100x100xf32>
  %product = stablehlo.multiply %row, %column : tensor<100x100xf32>
  %start = stablehlo.sine %product : tensor<100x100xf32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %steps = stablehlo.constant dense<200> : tensor<i32>
  %end, %plate = stablehlo.while(%i = %first, %heat = %start) : tensor<i32>, tensor<100x100xf32>
  cond {
    %goes_on = stablehlo.compare LT, %i, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes_on : tensor<i1>
  } do {
    %down = stablehlo.pad %heat, %zero, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<100x100xf32>, tensor<f32>) -> tensor<100x100xf32>
    %up = stablehlo.pad %heat, %zero, low = [-1, 0], high = [1, 0], interior = [0, 0] : (tensor<100x100xf32>, tensor<f32>) -> tensor<100x100xf32>
    %right = stablehlo.pad %heat, %zero, low = [0, 1], high = [0, -1], interior = [0, 0] : (tensor<100x100xf32>, tensor<f32>) -> tensor<100x100xf32>
    %left = stablehlo.pad %heat, %zero, low = [0, -1], high = [0, 1], interior = [0, 0] : (tensor<100x100xf32>, tensor<f32>) -> tensor<100x100xf32>
    %vertical = stablehlo.add %down, %up : tensor<100x100xf32>
    %horizontal = stablehlo.add %right, %left : tensor<100x100xf32>
    %around = stablehlo.add %vertical, %horizontal : tensor<100x100xf32>
    %own = stablehlo.multiply %heat, %fours : tensor<100x100xf32>
    %gain = stablehlo.subtract %around, %own : tensor<100x100xf32>
    %change = stablehlo.multiply %gain, %rates : tensor<100x100xf32>
    %next = stablehlo.add %heat, %change : tensor<100x100xf32>
    %after = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %after, %next : tensor<i32>, tensor<100x100xf32>
  }
  return %plate : tensor<100x100xf32>
}
