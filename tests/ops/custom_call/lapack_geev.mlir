// A rotation by a quarter has the eigenvalues i and -i; vectors have length 1, their largest element is real.
func.func @geev_pair() {
  %a = stablehlo.constant dense<[[0.0, -1.0], [1.0, 0.0]]> : tensor<2x2xf64>
  %re, %im, %l, %r, %info = stablehlo.custom_call @lapack_dgeev_ffi(%a) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<2x2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  check.expect_almost_eq_const %re, dense<[0.0, 0.0]> : tensor<2xf64>
  check.expect_almost_eq_const %im, dense<[1.0, -1.0]> : tensor<2xf64>
  check.expect_almost_eq_const %r, dense<[[(0.70710678, 0.0), (0.70710678, 0.0)], [(0.0, -0.70710678), (0.0, 0.70710678)]]> : tensor<2x2xcomplex<f64>>
  %minus = stablehlo.negate %r : tensor<2x2xcomplex<f64>>
  check.expect_almost_eq %l, %minus : tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>
  check.expect_eq_const %info, dense<0> : tensor<i32>
  return
}

// -----

// A triangular matrix has its eigenvalues on the diagonal, in that order. Sides that are not asked for are zeros.
func.func @geev_triangular() {
  %a = stablehlo.constant dense<[[[2.0, 1.0], [0.0, 1.0]]]> : tensor<1x2x2xf32>
  %re, %im, %l, %r, %info = stablehlo.custom_call @lapack_sgeev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<1x2x2xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2x2xcomplex<f32>>, tensor<1x2x2xcomplex<f32>>, tensor<1xi32>)
  check.expect_eq_const %re, dense<[[2.0, 1.0]]> : tensor<1x2xf32>
  check.expect_eq_const %im, dense<[[0.0, 0.0]]> : tensor<1x2xf32>
  check.expect_almost_eq_const %r, dense<[[[(1.0, 0.0), (-0.70710678, 0.0)], [(0.0, 0.0), (0.70710678, 0.0)]]]> : tensor<1x2x2xcomplex<f32>>
  check.expect_eq_const %l, dense<(0.0, 0.0)> : tensor<1x2x2xcomplex<f32>>
  return
}

// -----

func.func @geev_complex() {
  %a = stablehlo.constant dense<[[(0.0, 1.0), (0.0, 0.0)], [(0.0, 0.0), (3.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %w, %l, %r, %info = stablehlo.custom_call @lapack_zgeev_ffi(%a) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<2x2xcomplex<f64>>) -> (tensor<2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  check.expect_eq_const %w, dense<[(0.0, 1.0), (3.0, 0.0)]> : tensor<2xcomplex<f64>>
  check.expect_eq_const %r, dense<[[(1.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (1.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  return
}

// -----

// With NaN there are no eigenvalues.
func.func @geev_nan() {
  %a = stablehlo.constant dense<[[0x7FF8000000000000]]> : tensor<1x1xf64>
  %re, %im, %l, %r, %info = stablehlo.custom_call @lapack_dgeev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}} : (tensor<1x1xf64>) -> (tensor<1xf64>, tensor<1xf64>, tensor<1x1xcomplex<f64>>, tensor<1x1xcomplex<f64>>, tensor<i32>)
  check.expect_almost_eq_const %re, dense<0x7FF8000000000000> : tensor<1xf64>
  check.expect_eq_const %info, dense<-4> : tensor<i32>
  return
}
