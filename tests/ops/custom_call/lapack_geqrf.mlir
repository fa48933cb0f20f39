// The reflector of (3, 4) makes it (-5, 0): v = (1, 4 / 8), tau = 8 / 5.
func.func @geqrf_one_column() {
  %a = stablehlo.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %qr, %tau = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) : (tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>)
  check.expect_eq_const %qr, dense<[[-5.0], [0.5]]> : tensor<2x1xf32>
  check.expect_eq_const %tau, dense<[1.6]> : tensor<1xf32>
  %q = stablehlo.custom_call @lapack_sorgqr_ffi(%qr, %tau) : (tensor<2x1xf32>, tensor<1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %q, dense<[[-0.6], [-0.8]]> : tensor<2x1xf32>
  return
}

// -----

// Below a column of zeros there is nothing to reflect: tau is 0, and the sign stays.
func.func @geqrf_upper() {
  %a = stablehlo.constant dense<[[-2.0, 1.0, 5.0], [0.0, 3.0, 7.0]]> : tensor<2x3xf64>
  %qr, %tau = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) : (tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2xf64>)
  check.expect_eq_const %qr, dense<[[-2.0, 1.0, 5.0], [0.0, 3.0, 7.0]]> : tensor<2x3xf64>
  check.expect_eq_const %tau, dense<[0.0, 0.0]> : tensor<2xf64>
  return
}

// -----

// The diagonal of R is real. Q R gives a again, and Q's columns are orthonormal.
func.func @geqrf_complex() {
  %a = stablehlo.constant dense<[[[(1.0, 2.0), (0.0, 1.0)], [(-1.0, 0.5), (2.0, 0.0)], [(0.0, 3.0), (1.0, 1.0)]]]> : tensor<1x3x2xcomplex<f64>>
  %qr, %tau = stablehlo.custom_call @lapack_zgeqrf_ffi(%a) : (tensor<1x3x2xcomplex<f64>>) -> (tensor<1x3x2xcomplex<f64>>, tensor<1x2xcomplex<f64>>)
  %q = stablehlo.custom_call @lapack_zungqr_ffi(%qr, %tau) : (tensor<1x3x2xcomplex<f64>>, tensor<1x2xcomplex<f64>>) -> tensor<1x3x2xcomplex<f64>>
  %re = stablehlo.real %q : (tensor<1x3x2xcomplex<f64>>) -> tensor<1x3x2xf64>
  %im = stablehlo.imag %q : (tensor<1x3x2xcomplex<f64>>) -> tensor<1x3x2xf64>
  %minus = stablehlo.negate %im : tensor<1x3x2xf64>
  %conj = stablehlo.complex %re, %minus : tensor<1x3x2xcomplex<f64>>
  %one = stablehlo.dot_general %conj, %q, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<1x3x2xcomplex<f64>>, tensor<1x3x2xcomplex<f64>>) -> tensor<1x2x2xcomplex<f64>>
  check.expect_almost_eq_const %one, dense<[[[(1.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (1.0, 0.0)]]]> : tensor<1x2x2xcomplex<f64>>
  %top = stablehlo.slice %qr [0:1, 0:2, 0:2] : (tensor<1x3x2xcomplex<f64>>) -> tensor<1x2x2xcomplex<f64>>
  %mask = stablehlo.constant dense<[[[true, true], [false, true]]]> : tensor<1x2x2xi1>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<1x2x2xcomplex<f64>>
  %r = stablehlo.select %mask, %top, %zero : tensor<1x2x2xi1>, tensor<1x2x2xcomplex<f64>>
  %again = stablehlo.dot_general %q, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<1x3x2xcomplex<f64>>, tensor<1x2x2xcomplex<f64>>) -> tensor<1x3x2xcomplex<f64>>
  check.expect_almost_eq %again, %a : tensor<1x3x2xcomplex<f64>>, tensor<1x3x2xcomplex<f64>>
  return
}

// -----

// Q of (3, 4) is [[-0.6, -0.8], [-0.8, 0.6]]; from either side, and transposed.
func.func @ormqr() {
  %qr = stablehlo.constant dense<[[-5.0], [0.5]]> : tensor<2x1xf64>
  %tau = stablehlo.constant dense<[1.6]> : tensor<1xf64>
  %c = stablehlo.constant dense<[[5.0, 0.0, 10.0], [0.0, 5.0, 5.0]]> : tensor<2x3xf64>
  %left = stablehlo.custom_call @lapack_dormqr_ffi(%qr, %tau, %c) {mhlo.backend_config = {left = true, transpose = false}} : (tensor<2x1xf64>, tensor<1xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %left, dense<[[-3.0, -4.0, -10.0], [-4.0, 3.0, -5.0]]> : tensor<2x3xf64>
  %d = stablehlo.constant dense<[[5.0, 0.0]]> : tensor<1x2xf64>
  %right = stablehlo.custom_call @lapack_dormqr_ffi(%qr, %tau, %d) {mhlo.backend_config = {left = false, transpose = true}} : (tensor<2x1xf64>, tensor<1xf64>, tensor<1x2xf64>) -> tensor<1x2xf64>
  check.expect_almost_eq_const %right, dense<[[-3.0, -4.0]]> : tensor<1x2xf64>
  return
}

// -----

// A wide matrix has more columns than reflectors; those behind tau's are not read. Two matrices, from either side.
func.func @ormqr_first_reflectors() {
  %qr = stablehlo.constant dense<[[[-5.0, 7.0, 8.0], [0.5, 9.0, 1.0]], [[-5.0, 0.0, 3.0], [0.5, 2.0, 4.0]]]> : tensor<2x2x3xf32>
  %tau = stablehlo.constant dense<1.6> : tensor<2x1xf32>
  %c = stablehlo.constant dense<[[[5.0], [0.0]], [[0.0], [5.0]]]> : tensor<2x2x1xf32>
  %left = stablehlo.custom_call @lapack_sormqr_ffi(%qr, %tau, %c) {mhlo.backend_config = {left = true, transpose = false}} : (tensor<2x2x3xf32>, tensor<2x1xf32>, tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
  check.expect_almost_eq_const %left, dense<[[[-3.0], [-4.0]], [[-4.0], [3.0]]]> : tensor<2x2x1xf32>
  %d = stablehlo.constant dense<[[[(5.0, 0.0), (0.0, 0.0)]], [[(0.0, 5.0), (0.0, 0.0)]]]> : tensor<2x1x2xcomplex<f32>>
  %complex = stablehlo.convert %qr : (tensor<2x2x3xf32>) -> tensor<2x2x3xcomplex<f32>>
  %complex_tau = stablehlo.convert %tau : (tensor<2x1xf32>) -> tensor<2x1xcomplex<f32>>
  %right = stablehlo.custom_call @lapack_cunmqr_ffi(%complex, %complex_tau, %d) {mhlo.backend_config = {left = false, transpose = true}} : (tensor<2x2x3xcomplex<f32>>, tensor<2x1xcomplex<f32>>, tensor<2x1x2xcomplex<f32>>) -> tensor<2x1x2xcomplex<f32>>
  check.expect_almost_eq_const %right, dense<[[[(-3.0, 0.0), (-4.0, 0.0)]], [[(0.0, -3.0), (0.0, -4.0)]]]> : tensor<2x1x2xcomplex<f32>>
  return
}

// -----

// As many columns of Q as the matrix has; without reflectors the identity.
func.func @orgqr_more_columns() {
  %a = stablehlo.constant dense<[[-5.0, 9.0], [0.5, 9.0]]> : tensor<2x2xf64>
  %tau = stablehlo.constant dense<[1.6]> : tensor<1xf64>
  %q = stablehlo.custom_call @lapack_dorgqr_ffi(%a, %tau) : (tensor<2x2xf64>, tensor<1xf64>) -> tensor<2x2xf64>
  check.expect_almost_eq_const %q, dense<[[-0.6, -0.8], [-0.8, 0.6]]> : tensor<2x2xf64>
  %none = stablehlo.constant dense<> : tensor<0xf64>
  %i = stablehlo.custom_call @lapack_dorgqr_ffi(%a, %none) : (tensor<2x2xf64>, tensor<0xf64>) -> tensor<2x2xf64>
  check.expect_eq_const %i, dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  return
}
