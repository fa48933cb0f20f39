// Operands and results of types that do not go together: the sum is complex if an operand is, else a
// float if an operand is, and it is converted once.

// 1.5 * 2 + 2.5 * 4 = 13.
func.func @dot_general_of_floats_into_integers() {
  %x = stablehlo.constant dense<[[1.5, 2.5]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[2.0], [4.0]]> : tensor<2x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xi32>
  check.expect_eq_const %r, dense<13> : tensor<1x1xi32>
  return
}

// -----

// 1.5 * 1.5 + 2.5 * 0.5 = 3.5 is truncated once, and 0.5 * 0.5 is not zero.
func.func @dot_general_of_fractions() {
  %x = stablehlo.constant dense<[[1.5, 2.5]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[1.5], [0.5]]> : tensor<2x1xf32>
  %i = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xi8>
  check.expect_eq_const %i, dense<3> : tensor<1x1xi8>
  %h = stablehlo.constant dense<0.5> : tensor<1xbf16>
  %b = stablehlo.dot_general %h, %h, contracting_dims = [0] x [0] : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<i1>
  check.expect_eq_const %b, dense<true> : tensor<i1>
  return
}

// -----

// 1 * 1 + 1 * -1 is zero, which is false.
func.func @dot_general_of_integers_into_booleans() {
  %x = stablehlo.constant dense<[[1, 1], [1, 0]]> : tensor<2x2xi8>
  %y = stablehlo.constant dense<[1, -1]> : tensor<2xi8>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2xi8>, tensor<2xi8>) -> tensor<2xi1>
  check.expect_eq_const %r, dense<[false, true]> : tensor<2xi1>
  %wide = stablehlo.constant dense<4294967296> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %w = stablehlo.dot_general %wide, %one, contracting_dims = [0] x [0] : (tensor<1xi64>, tensor<1xi64>) -> tensor<i1>
  check.expect_eq_const %w, dense<true> : tensor<i1>
  return
}

// -----

// (1 + 2i)(3 + 4i) + (0.5 + i)(2 - 2i) = -5 + 10i + 3 + i: the real part of the product.
func.func @dot_general_of_complex_into_real() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (0.5, 1.0)]> : tensor<2xcomplex<f32>>
  %y = stablehlo.constant dense<[(3.0, 4.0), (2.0, -2.0)]> : tensor<2xcomplex<f32>>
  %f32 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<f32>
  check.expect_eq_const %f32, dense<-2.0> : tensor<f32>
  %f64 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<f64>
  check.expect_eq_const %f64, dense<-2.0> : tensor<f64>
  %bf16 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<bf16>
  check.expect_eq_const %bf16, dense<-2.0> : tensor<bf16>
  %i32 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<i32>
  check.expect_eq_const %i32, dense<-2> : tensor<i32>
  return
}

// -----

// Sums of complex<f64> are rounded to complex<f32> and f32 once: 1 + 2^-30 - 1 is not 0.
func.func @dot_general_of_wide_complex() {
  %x = stablehlo.constant dense<[(1.0, 0.0), (9.31322574615478515625e-10, 0.0), (0.0, 1.0)]> : tensor<3xcomplex<f64>>
  %y = stablehlo.constant dense<[(1.0, 0.0), (1.0, 0.0), (0.0, 1.0)]> : tensor<3xcomplex<f64>>
  %c = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<complex<f32>>
  check.expect_eq_const %c, dense<(9.31322574615478515625e-10, 0.0)> : tensor<complex<f32>>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<f32>
  check.expect_eq_const %r, dense<9.31322574615478515625e-10> : tensor<f32>
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
