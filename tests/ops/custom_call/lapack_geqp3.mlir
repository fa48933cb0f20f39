// The longest column comes first: (3, 4), which was the second one; jpvt counts from 1.
func.func @geqp3() {
  %a = stablehlo.constant dense<[[1.0, 3.0], [0.0, 4.0]]> : tensor<2x2xf64>
  %free = stablehlo.constant dense<0> : tensor<2xi32>
  %qr, %jpvt, %tau = stablehlo.custom_call @lapack_dgeqp3_ffi(%a, %free) : (tensor<2x2xf64>, tensor<2xi32>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<2xf64>)
  check.expect_almost_eq_const %qr, dense<[[-5.0, -0.6], [0.5, -0.8]]> : tensor<2x2xf64>
  check.expect_eq_const %jpvt, dense<[2, 1]> : tensor<2xi32>
  check.expect_almost_eq_const %tau, dense<[1.6, 0.0]> : tensor<2xf64>
  return
}

// -----

// A column whose jpvt is not 0 is moved to the front, however short.
func.func @geqp3_fixed() {
  %a = stablehlo.constant dense<[[[(9.0, 0.0), (1.0, 0.0)]]]> : tensor<1x1x2xcomplex<f32>>
  %second = stablehlo.constant dense<[[0, 1]]> : tensor<1x2xi32>
  %qr, %jpvt, %tau = stablehlo.custom_call @lapack_cgeqp3_ffi(%a, %second) : (tensor<1x1x2xcomplex<f32>>, tensor<1x2xi32>) -> (tensor<1x1x2xcomplex<f32>>, tensor<1x2xi32>, tensor<1x1xcomplex<f32>>)
  check.expect_eq_const %qr, dense<[[[(1.0, 0.0), (9.0, 0.0)]]]> : tensor<1x1x2xcomplex<f32>>
  check.expect_eq_const %jpvt, dense<[[2, 1]]> : tensor<1x2xi32>
  return
}
