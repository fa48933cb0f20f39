// Column 0 has its largest element in row 2, which changes places with row 0: pivots are counted from 1.
func.func @getrf_square() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 4.0], [2.0, 1.0, 3.0], [4.0, 2.0, 2.0]]> : tensor<3x3xf32>
  %lu, %pivots, %info = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xi32>, tensor<i32>)
  check.expect_eq_const %lu, dense<[[4.0, 2.0, 2.0], [0.25, 1.5, 3.5], [0.5, 0.0, 2.0]]> : tensor<3x3xf32>
  check.expect_eq_const %pivots, dense<[3, 3, 3]> : tensor<3xi32>
  check.expect_eq_const %info, dense<0> : tensor<i32>
  return
}

// -----

// Of equal elements the first is the pivot; complex ones are compared by |re| + |im|.
func.func @getrf_ties() {
  %a = stablehlo.constant dense<[[(0.0, 3.0)], [(2.0, 2.0)], [(-4.0, 0.0)]]> : tensor<3x1xcomplex<f64>>
  %lu, %pivots, %info = stablehlo.custom_call @lapack_zgetrf_ffi(%a) : (tensor<3x1xcomplex<f64>>) -> (tensor<3x1xcomplex<f64>>, tensor<1xi32>, tensor<i32>)
  check.expect_eq_const %pivots, dense<[2]> : tensor<1xi32>
  check.expect_eq_const %lu, dense<[[(2.0, 2.0)], [(0.75, 0.75)], [(-1.0, 1.0)]]> : tensor<3x1xcomplex<f64>>
  return
}

// -----

// info is the first i with U(i, i) = 0; the factors are computed all the same.
func.func @getrf_singular_wide_tall() {
  %a = stablehlo.constant dense<[[0.0, 2.0, 1.0], [0.0, 4.0, 3.0]]> : tensor<2x3xf64>
  %lu, %pivots, %info = stablehlo.custom_call @lapack_dgetrf_ffi(%a) : (tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2xi32>, tensor<i32>)
  check.expect_eq_const %lu, dense<[[0.0, 2.0, 1.0], [0.0, 4.0, 3.0]]> : tensor<2x3xf64>
  check.expect_eq_const %pivots, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %info, dense<1> : tensor<i32>
  %b = stablehlo.constant dense<[[[1.0], [2.0]], [[0.0], [0.0]]]> : tensor<2x2x1xf64>
  %lu1, %pivots1, %info1 = stablehlo.custom_call @lapack_dgetrf_ffi(%b) : (tensor<2x2x1xf64>) -> (tensor<2x2x1xf64>, tensor<2x1xi32>, tensor<2xi32>)
  check.expect_eq_const %lu1, dense<[[[2.0], [0.5]], [[0.0], [0.0]]]> : tensor<2x2x1xf64>
  check.expect_eq_const %pivots1, dense<[[2], [1]]> : tensor<2x1xi32>
  check.expect_eq_const %info1, dense<[0, 1]> : tensor<2xi32>
  return
}
