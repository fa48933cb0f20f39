// Operands and results of types that do not go together: operands become the result's type first.

func.func @dot_general_of_floats_into_integers() {
  %x = stablehlo.constant dense<[[1.5, 2.5]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[2.0], [4.0]]> : tensor<2x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xi32>
  check.expect_eq_const %r, dense<10> : tensor<1x1xi32>
  return
}

// -----

// 9997 lies between 9992 and 10000 in f16, and is rounded once.
func.func @dot_general_of_integers_into_floats() {
  %x = stablehlo.constant dense<[[100, 3]]> : tensor<1x2xi8>
  %y = stablehlo.constant dense<[[100], [-1]]> : tensor<2x1xi8>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<9997.0> : tensor<1x1xf32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xf16>
  check.expect_eq_const %s, dense<10000.0> : tensor<1x1xf16>
  return
}

// -----

func.func @dot_general_of_floats_into_complex() {
  %x = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xcomplex<f32>>
  check.expect_eq_const %r, dense<(11.0, 0.0)> : tensor<1x1xcomplex<f32>>
  return
}

// -----

func.func @dot_general_of_nothing_into_integers() {
  %x = stablehlo.constant dense<> : tensor<2x0xf32>
  %y = stablehlo.constant dense<> : tensor<0x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x1xf32>) -> tensor<2x1xi32>
  check.expect_eq_const %r, dense<0> : tensor<2x1xi32>
  return
}
