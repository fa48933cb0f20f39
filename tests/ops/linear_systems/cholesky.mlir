// [[2, 0], [1, 3]] times its transpose. The upper triangle is not read, and zero in the result.
func.func @cholesky_lower() {
  %a = stablehlo.constant dense<[[4.0, 0x7FC00000], [2.0, 10.0]]> : tensor<2x2xf32>
  %r = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[2.0, 0.0], [1.0, 3.0]]> : tensor<2x2xf32>
  return
}

// -----

func.func @cholesky_upper() {
  %a = stablehlo.constant dense<[[4.0, 2.0], [77.0, 10.0]]> : tensor<2x2xf16>
  %r = stablehlo.cholesky %a, lower = false : tensor<2x2xf16>
  check.expect_eq_const %r, dense<[[2.0, 1.0], [0.0, 3.0]]> : tensor<2x2xf16>
  return
}

// -----

// [[1, 0], [2 - i, 3]] times its conjugate transpose; imaginary parts of the diagonal do not count.
func.func @cholesky_complex() {
  %a = stablehlo.constant dense<[[(1.0, 5.0), (2.0, 1.0)], [(2.0, -1.0), (14.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2xcomplex<f64>>
  check.expect_eq_const %l, dense<[[(1.0, 0.0), (0.0, 0.0)], [(2.0, -1.0), (3.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %u = stablehlo.cholesky %a, lower = false : tensor<2x2xcomplex<f64>>
  check.expect_eq_const %u, dense<[[(1.0, 0.0), (2.0, 1.0)], [(0.0, 0.0), (3.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  return
}

// -----

// Of a batch, only the matrix that is not positive definite becomes NaN.
func.func @cholesky_not_positive_definite() {
  %a = stablehlo.constant dense<[[[1.0, 2.0], [2.0, 4.0]], [[9.0, 3.0], [3.0, 2.0]]]> : tensor<2x2x2xf64>
  %r = stablehlo.cholesky %a, lower = true : tensor<2x2x2xf64>
  %is_number = stablehlo.compare EQ, %r, %r : (tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2x2xi1>
  check.expect_eq_const %is_number, dense<[[[false, false], [false, false]], [[true, true], [true, true]]]> : tensor<2x2x2xi1>
  %second = stablehlo.slice %r [1:2, 0:2, 0:2] : (tensor<2x2x2xf64>) -> tensor<1x2x2xf64>
  check.expect_eq_const %second, dense<[[[3.0, 0.0], [1.0, 1.0]]]> : tensor<1x2x2xf64>
  return
}

// -----

func.func @cholesky_of_nothing() {
  %a = stablehlo.constant dense<> : tensor<3x0x0xbf16>
  %r = stablehlo.cholesky %a, lower = true : tensor<3x0x0xbf16>
  check.expect_eq_const %r, dense<> : tensor<3x0x0xbf16>
  return
}
