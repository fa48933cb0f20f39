// [[2, 1], [1, 2]] has the eigenvalues 1 and 3; the upper triangle is not read. V w V^T gives it again.
func.func @syevd_lower() {
  %a = stablehlo.constant dense<[[2.0, 0x7FC00000], [1.0, 2.0]]> : tensor<2x2xf32>
  %v, %w, %info = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<i32>)
  check.expect_almost_eq_const %w, dense<[1.0, 3.0]> : tensor<2xf32>
  check.expect_eq_const %info, dense<0> : tensor<i32>
  %wide = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
  %scaled = stablehlo.multiply %v, %wide : tensor<2x2xf32>
  %again = stablehlo.dot_general %scaled, %v, contracting_dims = [1] x [1] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %again, dense<[[2.0, 1.0], [1.0, 2.0]]> : tensor<2x2xf32>
  return
}

// -----

// Without vectors; of a Hermitian matrix eigenvalues are real. A diagonal matrix is sorted.
func.func @heevd_values() {
  %a = stablehlo.constant dense<[[[(1.0, 0.0), (0.0, 2.0)], [(9.0, 9.0), (1.0, 7.0)]], [[(5.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (-5.0, 0.0)]]]> : tensor<2x2x2xcomplex<f64>>
  %v, %w, %info = stablehlo.custom_call @lapack_zheevd_ffi(%a) {mhlo.backend_config = {mode = 78 : ui8, uplo = 85 : ui8}} : (tensor<2x2x2xcomplex<f64>>) -> (tensor<2x2x2xcomplex<f64>>, tensor<2x2xf64>, tensor<2xi32>)
  check.expect_almost_eq_const %w, dense<[[-1.0, 3.0], [-5.0, 5.0]]> : tensor<2x2xf64>
  return
}

// -----

// One element, none, and NaN, of which nothing can be said.
func.func @syevd_small_and_nan() {
  %a = stablehlo.constant dense<-4.0> : tensor<1x1xf64>
  %v, %w, %info = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<1x1xf64>) -> (tensor<1x1xf64>, tensor<1xf64>, tensor<i32>)
  check.expect_eq_const %v, dense<1.0> : tensor<1x1xf64>
  check.expect_eq_const %w, dense<-4.0> : tensor<1xf64>
  %e = stablehlo.constant dense<> : tensor<0x0xf64>
  %v0, %w0, %info0 = stablehlo.custom_call @lapack_dsyevd_ffi(%e) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<0x0xf64>) -> (tensor<0x0xf64>, tensor<0xf64>, tensor<i32>)
  check.expect_eq_const %info0, dense<0> : tensor<i32>
  %n = stablehlo.constant dense<0x7FF8000000000000> : tensor<1x1xf64>
  %v1, %w1, %info1 = stablehlo.custom_call @lapack_dsyevd_ffi(%n) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<1x1xf64>) -> (tensor<1x1xf64>, tensor<1xf64>, tensor<i32>)
  check.expect_almost_eq_const %w1, dense<0x7FF8000000000000> : tensor<1xf64>
  check.expect_eq_const %info1, dense<1> : tensor<i32>
  return
}

// -----

// The reflector of (3, 4) in the first column, then d and e; the lower triangle holds them.
func.func @sytrd_lower() {
  %a = stablehlo.constant dense<[[1.0, 77.0, 77.0], [3.0, 2.0, 77.0], [4.0, 0.0, 2.0]]> : tensor<3x3xf64>
  %t, %d, %e, %tau, %info = stablehlo.custom_call @lapack_dsytrd_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>)
  check.expect_almost_eq_const %t, dense<[[1.0, 77.0, 77.0], [-5.0, 2.0, 77.0], [0.5, 0.0, 2.0]]> : tensor<3x3xf64>
  check.expect_almost_eq_const %d, dense<[1.0, 2.0, 2.0]> : tensor<3xf64>
  check.expect_almost_eq_const %e, dense<[-5.0, 0.0]> : tensor<2xf64>
  check.expect_almost_eq_const %tau, dense<[1.6, 0.0]> : tensor<2xf64>
  check.expect_eq_const %info, dense<0> : tensor<i32>
  return
}

// -----

// From the upper triangle the last column comes first: (4, 3) above its diagonal element.
func.func @sytrd_upper() {
  %a = stablehlo.constant dense<[[2.0, 0.0, 4.0], [77.0, 2.0, 3.0], [77.0, 77.0, 1.0]]> : tensor<3x3xf64>
  %t, %d, %e, %tau, %info = stablehlo.custom_call @lapack_dsytrd_ffi(%a) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>)
  check.expect_almost_eq_const %t, dense<[[2.0, 0.0, 0.5], [77.0, 2.0, -5.0], [77.0, 77.0, 1.0]]> : tensor<3x3xf64>
  check.expect_almost_eq_const %d, dense<[2.0, 2.0, 1.0]> : tensor<3xf64>
  check.expect_almost_eq_const %e, dense<[0.0, -5.0]> : tensor<2xf64>
  check.expect_almost_eq_const %tau, dense<[0.0, 1.6]> : tensor<2xf64>
  return
}
