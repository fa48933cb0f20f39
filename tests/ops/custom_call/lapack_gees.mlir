// A pair of complex eigenvalues stays a block with equal diagonal elements.
func.func @gees_pair() {
  %a = stablehlo.constant dense<[[1.0, -4.0], [1.0, 1.0]]> : tensor<2x2xf64>
  %t, %z, %re, %im, %selected, %info = stablehlo.custom_call @lapack_dgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %t, dense<[[1.0, -4.0], [1.0, 1.0]]> : tensor<2x2xf64>
  check.expect_eq_const %z, dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  check.expect_eq_const %re, dense<[1.0, 1.0]> : tensor<2xf64>
  check.expect_eq_const %im, dense<[2.0, -2.0]> : tensor<2xf64>
  check.expect_eq_const %selected, dense<0> : tensor<i32>
  check.expect_eq_const %info, dense<0> : tensor<i32>
  return
}

// -----

// Z T Z^H gives the matrix again; T is upper triangular.
func.func @gees_complex() {
  %a = stablehlo.constant dense<[[(0.0, 0.0), (-1.0, 0.0)], [(1.0, 0.0), (0.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %t, %z, %w, %selected, %info = stablehlo.custom_call @lapack_zgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x2xcomplex<f64>>) -> (tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<2xcomplex<f64>>, tensor<i32>, tensor<i32>)
  %below = stablehlo.slice %t [1:2, 0:1] : (tensor<2x2xcomplex<f64>>) -> tensor<1x1xcomplex<f64>>
  check.expect_eq_const %below, dense<(0.0, 0.0)> : tensor<1x1xcomplex<f64>>
  %zt = stablehlo.dot_general %z, %t, contracting_dims = [1] x [0] : (tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  %re = stablehlo.real %z : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
  %im = stablehlo.imag %z : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
  %minus = stablehlo.negate %im : tensor<2x2xf64>
  %conj = stablehlo.complex %re, %minus : tensor<2x2xcomplex<f64>>
  %again = stablehlo.dot_general %zt, %conj, contracting_dims = [1] x [1] : (tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  check.expect_almost_eq %again, %a : tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>
  return
}

// -----

// The reflector of (3, 4) below the diagonal; H is similar to the matrix.
func.func @gehrd() {
  %a = stablehlo.constant dense<[[1.0, 5.0, 0.0], [3.0, 2.0, 0.0], [4.0, 0.0, 2.0]]> : tensor<3x3xf64>
  %h, %tau, %info = stablehlo.custom_call @lapack_dgehrd_ffi(%a) {mhlo.backend_config = {high = 3 : i32, low = 1 : i32}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<2xf64>, tensor<i32>)
  check.expect_almost_eq_const %h, dense<[[1.0, -3.0, -4.0], [-5.0, 2.0, 0.0], [0.5, 0.0, 2.0]]> : tensor<3x3xf64>
  check.expect_almost_eq_const %tau, dense<[1.6, 0.0]> : tensor<2xf64>
  check.expect_eq_const %info, dense<0> : tensor<i32>
  return
}
