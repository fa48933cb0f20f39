// A heart and its shadow under light from above: the number of its cells in each column, a
// sum over the rows.
func.func @main() -> tensor<48x32xi32> {
  // x runs from -1.45 to 1.45 across, y from 1.3 to -1.2 down.
  %column = stablehlo.iota dim = 1 : tensor<24x32xf32>
  %row = stablehlo.iota dim = 0 : tensor<24x32xf32>
  %left = stablehlo.constant dense<-1.45> : tensor<24x32xf32>
  %top = stablehlo.constant dense<1.3> : tensor<24x32xf32>
  %across = stablehlo.constant dense<0.0935> : tensor<24x32xf32>
  %down = stablehlo.constant dense<-0.11> : tensor<24x32xf32>
  %x.moved = stablehlo.multiply %column, %across : tensor<24x32xf32>
  %x = stablehlo.add %left, %x.moved : tensor<24x32xf32>
  %y.moved = stablehlo.multiply %row, %down : tensor<24x32xf32>
  %y = stablehlo.add %top, %y.moved : tensor<24x32xf32>

  // The heart is where (x^2 + y^2 - 1)^3 <= x^2 y^3.
  %size = stablehlo.constant dense<1.0> : tensor<24x32xf32>
  %xx = stablehlo.multiply %x, %x : tensor<24x32xf32>
  %yy = stablehlo.multiply %y, %y : tensor<24x32xf32>
  %yyy = stablehlo.multiply %yy, %y : tensor<24x32xf32>
  %sum = stablehlo.add %xx, %yy : tensor<24x32xf32>
  %round = stablehlo.subtract %sum, %size : tensor<24x32xf32>
  %squared = stablehlo.multiply %round, %round : tensor<24x32xf32>
  %cubed = stablehlo.multiply %squared, %round : tensor<24x32xf32>
  %dent = stablehlo.multiply %xx, %yyy : tensor<24x32xf32>
  %inside = stablehlo.compare LE, %cubed, %dent : (tensor<24x32xf32>, tensor<24x32xf32>) -> tensor<24x32xi1>
  %heart = stablehlo.convert %inside : (tensor<24x32xi1>) -> tensor<24x32xi32>

  // The reduction removes dimension 0; one number for each column remains.
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %shadow = stablehlo.reduce(%heart init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<24x32xi32>, tensor<i32>) -> tensor<32xi32>

  // Bars that hang from the middle.
  %depth = stablehlo.iota dim = 0 : tensor<24x32xi32>
  %length = stablehlo.broadcast_in_dim %shadow, dims = [1] : (tensor<32xi32>) -> tensor<24x32xi32>
  %filled = stablehlo.compare LT, %depth, %length : (tensor<24x32xi32>, tensor<24x32xi32>) -> tensor<24x32xi1>
  %bars = stablehlo.convert %filled : (tensor<24x32xi1>) -> tensor<24x32xi32>

  // A reduction counts every cell: the bars have the area of the heart.
  %cells = stablehlo.reduce(%heart init: %zero) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<24x32xi32>, tensor<i32>) -> tensor<i32>
  %bar.cells = stablehlo.reduce(%bars init: %zero) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<24x32xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq %cells, %bar.cells : tensor<i32>, tensor<i32>

  // The bars are lighter.
  %two = stablehlo.constant dense<2> : tensor<24x32xi32>
  %dark = stablehlo.multiply %heart, %two : tensor<24x32xi32>
  %picture = stablehlo.concatenate %dark, %bars, dim = 0
    : (tensor<24x32xi32>, tensor<24x32xi32>) -> tensor<48x32xi32>
  return %picture : tensor<48x32xi32>
}
