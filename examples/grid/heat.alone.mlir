// The plate of heat.mlir in one piece.
func.func @main() -> tensor<32x32xf32> {
  %steps = stablehlo.constant dense<40> : tensor<i32>
  %rate = stablehlo.constant dense<0.2> : tensor<32x32xf32>
  %row = stablehlo.iota dim = 0 : tensor<32x32xi32>
  %column = stablehlo.iota dim = 1 : tensor<32x32xi32>
  %middle = stablehlo.constant dense<14> : tensor<32x32xi32>
  %y = stablehlo.subtract %row, %middle : tensor<32x32xi32>
  %x = stablehlo.subtract %column, %middle : tensor<32x32xi32>
  %yy = stablehlo.multiply %y, %y : tensor<32x32xi32>
  %xx = stablehlo.multiply %x, %x : tensor<32x32xi32>
  %distance = stablehlo.add %yy, %xx : tensor<32x32xi32>
  %inner = stablehlo.constant dense<49> : tensor<32x32xi32>
  %outer = stablehlo.constant dense<100> : tensor<32x32xi32>
  %is.out = stablehlo.compare GE, %distance, %inner : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi1>
  %is.in = stablehlo.compare LT, %distance, %outer : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi1>
  %ring = stablehlo.and %is.out, %is.in : tensor<32x32xi1>
  %hot = stablehlo.convert %ring : (tensor<32x32xi1>) -> tensor<32x32xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %cold = stablehlo.constant dense<0.0> : tensor<f32>
  %four = stablehlo.constant dense<4.0> : tensor<32x32xf32>
  %end, %plate = stablehlo.while(%i = %zero, %heat = %hot) : tensor<i32>, tensor<32x32xf32>
  cond {
    %more = stablehlo.compare LT, %i, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %up = stablehlo.pad %heat, %cold, low = [1, 0], high = [-1, 0], interior = [0, 0]
      : (tensor<32x32xf32>, tensor<f32>) -> tensor<32x32xf32>
    %down = stablehlo.pad %heat, %cold, low = [-1, 0], high = [1, 0], interior = [0, 0]
      : (tensor<32x32xf32>, tensor<f32>) -> tensor<32x32xf32>
    %left = stablehlo.pad %heat, %cold, low = [0, 1], high = [0, -1], interior = [0, 0]
      : (tensor<32x32xf32>, tensor<f32>) -> tensor<32x32xf32>
    %right = stablehlo.pad %heat, %cold, low = [0, -1], high = [0, 1], interior = [0, 0]
      : (tensor<32x32xf32>, tensor<f32>) -> tensor<32x32xf32>
    %vertical = stablehlo.add %up, %down : tensor<32x32xf32>
    %horizontal = stablehlo.add %left, %right : tensor<32x32xf32>
    %neighbours = stablehlo.add %vertical, %horizontal : tensor<32x32xf32>
    %own = stablehlo.multiply %heat, %four : tensor<32x32xf32>
    %difference = stablehlo.subtract %neighbours, %own : tensor<32x32xf32>
    %flow = stablehlo.multiply %difference, %rate : tensor<32x32xf32>
    %next = stablehlo.add %heat, %flow : tensor<32x32xf32>
    %i.next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %i.next, %next : tensor<i32>, tensor<32x32xf32>
  }
  return %plate : tensor<32x32xf32>
}
