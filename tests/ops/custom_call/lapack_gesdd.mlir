// diag(-2, 3) has the singular values 3 and 2. U s V^H gives the matrix again.
func.func @gesdd_square() {
  %a = stablehlo.constant dense<[[-2.0, 0.0], [0.0, 3.0]]> : tensor<2x2xf32>
  %b, %s, %u, %vt, %info = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<i32>)
  check.expect_eq_const %s, dense<[3.0, 2.0]> : tensor<2xf32>
  check.expect_eq_const %info, dense<0> : tensor<i32>
  %wide = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
  %scaled = stablehlo.multiply %u, %wide : tensor<2x2xf32>
  %again = stablehlo.dot_general %scaled, %vt, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq %again, %a : tensor<2x2xf32>, tensor<2x2xf32>
  return
}

// -----

// All of U and V of tall and wide matrices: their columns are orthonormal.
func.func @gesdd_all() {
  %a = stablehlo.constant dense<[[(3.0, 0.0)], [(0.0, 4.0)]]> : tensor<2x1xcomplex<f64>>
  %b, %s, %u, %vt, %info = stablehlo.custom_call @lapack_zgesdd_ffi(%a) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<2x1xcomplex<f64>>) -> (tensor<2x1xcomplex<f64>>, tensor<1xf64>, tensor<2x2xcomplex<f64>>, tensor<1x1xcomplex<f64>>, tensor<i32>)
  check.expect_almost_eq_const %s, dense<[5.0]> : tensor<1xf64>
  %size = stablehlo.abs %u : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
  check.expect_almost_eq_const %size, dense<[[0.6, 0.8], [0.8, 0.6]]> : tensor<2x2xf64>
  %w = stablehlo.constant dense<[[3.0, 4.0]]> : tensor<1x2xf64>
  %b1, %s1, %u1, %vt1, %info1 = stablehlo.custom_call @lapack_dgesdd_ffi(%w) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<1x2xf64>) -> (tensor<1x2xf64>, tensor<1xf64>, tensor<1x1xf64>, tensor<2x2xf64>, tensor<i32>)
  %one = stablehlo.dot_general %vt1, %vt1, contracting_dims = [1] x [1] : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  check.expect_almost_eq_const %one, dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  return
}

// -----

// Values alone: of rank one, of zeros, and of NaN, whose info is -4.
func.func @gesvd_values() {
  %a = stablehlo.constant dense<[[[1.0, 1.0], [1.0, 1.0]], [[0.0, 0.0], [0.0, 0.0]], [[0x7FF8000000000000, 0.0], [0.0, 0.0]]]> : tensor<3x2x2xf64>
  %b, %s, %u, %vt, %info = stablehlo.custom_call @lapack_dgesvd_ffi(%a) {mhlo.backend_config = {mode = 78 : ui8}} : (tensor<3x2x2xf64>) -> (tensor<3x2x2xf64>, tensor<3x2xf64>, tensor<3x2x2xf64>, tensor<3x2x2xf64>, tensor<3xi32>)
  check.expect_almost_eq_const %s, dense<[[2.0, 0.0], [0.0, 0.0], [0x7FF8000000000000, 0x7FF8000000000000]]> : tensor<3x2xf64>
  check.expect_eq_const %info, dense<[0, 0, -4]> : tensor<3xi32>
  return
}
