func.func @iota_each_dimension() {
  %r = stablehlo.iota dim = 0 : tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi32>
  %s = stablehlo.iota dim = 1 : tensor<2x3xf16>
  check.expect_eq_const %s, dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf16>
  %c = stablehlo.iota dim = 0 : tensor<2xcomplex<f32>>
  check.expect_eq_const %c, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  return
}

// -----

// Past its width an integer wraps.
func.func @iota_wraps() {
  %r = stablehlo.iota dim = 0 : tensor<10xi4>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7]> : tensor<10xi4>
  return
}

// -----

// Each dimension of many elements is what its indices say.
func.func @iota_numbers_elements() {
  %plane = stablehlo.iota dim = 0 : tensor<30x20x7xi32>
  %row = stablehlo.iota dim = 1 : tensor<30x20x7xi32>
  %column = stablehlo.iota dim = 2 : tensor<30x20x7xi32>
  %planes = stablehlo.constant dense<140> : tensor<30x20x7xi32>
  %rows = stablehlo.constant dense<7> : tensor<30x20x7xi32>
  %a = stablehlo.multiply %plane, %planes : tensor<30x20x7xi32>
  %b = stablehlo.multiply %row, %rows : tensor<30x20x7xi32>
  %c = stablehlo.add %a, %b : tensor<30x20x7xi32>
  %d = stablehlo.add %c, %column : tensor<30x20x7xi32>
  %all = stablehlo.iota dim = 0 : tensor<4200xi32>
  %expected = stablehlo.reshape %all : (tensor<4200xi32>) -> tensor<30x20x7xi32>
  check.expect_eq %d, %expected : tensor<30x20x7xi32>
  return
}

// -----

// The diagonal of a large square is where both indices are equal.
func.func @iota_triangle() {
  %row = stablehlo.iota dim = 0 : tensor<70x70xui8>
  %column = stablehlo.iota dim = 1 : tensor<70x70xui8>
  %is_below = stablehlo.compare GT, %row, %column : (tensor<70x70xui8>, tensor<70x70xui8>) -> tensor<70x70xi1>
  %one = stablehlo.constant dense<1.0> : tensor<70x70xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<70x70xf32>
  %triangle = stablehlo.select %is_below, %one, %zero : tensor<70x70xi1>, tensor<70x70xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %sums = stablehlo.reduce(%triangle init: %init) applies stablehlo.add across dimensions = [1] : (tensor<70x70xf32>, tensor<f32>) -> tensor<70xf32>
  %expected = stablehlo.iota dim = 0 : tensor<70xf32>
  check.expect_eq %sums, %expected : tensor<70xf32>
  return
}
