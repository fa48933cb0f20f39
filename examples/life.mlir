// The game of life, from five cells: a cell survives with two or three living neighbours, and is
// born with three. A 3 x 3 window counts them for all cells at once.
func.func @main() -> tensor<32x40xi32> {
  %generations = stablehlo.constant dense<60> : tensor<i32>
  %start = stablehlo.constant dense<[[0, 1, 1], [1, 1, 0], [0, 1, 0]]> : tensor<3x3xi32>

  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<32x40xi32>
  %four = stablehlo.constant dense<4> : tensor<32x40xi32>
  %empty = stablehlo.constant dense<0> : tensor<32x40xi32>
  %row = stablehlo.constant dense<15> : tensor<i32>
  %column = stablehlo.constant dense<18> : tensor<i32>
  %first = stablehlo.dynamic_update_slice %empty, %start, %row, %column
    : (tensor<32x40xi32>, tensor<3x3xi32>, tensor<i32>, tensor<i32>) -> tensor<32x40xi32>

  %age, %board = stablehlo.while(%i = %zero, %cells = %first) : tensor<i32>, tensor<32x40xi32>
  cond {
    %more = stablehlo.compare LT, %i, %generations : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    // The count includes the cell itself: 3 means alive, 4 means alive if it was alive.
    %count = "stablehlo.reduce_window"(%cells, %zero) <{
      window_dimensions = array<i64: 3, 3>, padding = dense<1> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }) : (tensor<32x40xi32>, tensor<i32>) -> tensor<32x40xi32>
    %is.three = stablehlo.compare EQ, %count, %three : (tensor<32x40xi32>, tensor<32x40xi32>) -> tensor<32x40xi1>
    %is.four = stablehlo.compare EQ, %count, %four : (tensor<32x40xi32>, tensor<32x40xi32>) -> tensor<32x40xi1>
    %lives = stablehlo.convert %is.three : (tensor<32x40xi1>) -> tensor<32x40xi32>
    %next = stablehlo.select %is.four, %cells, %lives : tensor<32x40xi1>, tensor<32x40xi32>
    %i.next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %i.next, %next : tensor<i32>, tensor<32x40xi32>
  }
  return %board : tensor<32x40xi32>
}
