// A regular system has the solution of gtsv: [[2, 1, 0], [4, 1, 1], [0, 1, 3]] x = (4, 9, 11).
func.func @tridiagonal_solve_perturbed() {
  %dl = stablehlo.constant dense<[0x7FF8000000000000, 4.0, 1.0]> : tensor<3xf64>
  %d = stablehlo.constant dense<[2.0, 1.0, 3.0]> : tensor<3xf64>
  %du = stablehlo.constant dense<[1.0, 1.0, 0x7FF8000000000000]> : tensor<3xf64>
  %b = stablehlo.constant dense<[[4.0, 8.0], [9.0, 18.0], [11.0, 22.0]]> : tensor<3x2xf64>
  %x = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%dl, %d, %du, %b) : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  check.expect_eq_const %x, dense<[[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]]> : tensor<3x2xf64>
  return
}

// -----

// A pivot of 0 becomes epsilon times the largest element of U, with its sign: 2^-23 * 4 and 2^-23 * 8 in f32.
func.func @tridiagonal_solve_perturbed_zero_pivot() {
  %dl = stablehlo.constant dense<0.0> : tensor<2x2xf32>
  %d = stablehlo.constant dense<[[4.0, 0.0], [1.0, -0.0]]> : tensor<2x2xf32>
  %du = stablehlo.constant dense<[[0.0, 0.0], [8.0, 0.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[[1.0], [1.0]], [[1.0], [1.0]]]> : tensor<2x2x1xf32>
  %x = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%dl, %d, %du, %b) : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
  check.expect_eq_const %x, dense<[[[0.25], [2097152.0]], [[8388609.0], [-1048576.0]]]> : tensor<2x2x1xf32>
  return
}

// -----

// Without any element but 0 a pivot is the smallest normal number, and more where the quotient would overflow.
func.func @tridiagonal_solve_perturbed_zeros() {
  %z = stablehlo.constant dense<0.0> : tensor<3xf64>
  %b = stablehlo.constant dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf64>
  %x = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%z, %z, %z, %b) : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3x1xf64>) -> tensor<3x1xf64>
  %scale = stablehlo.constant dense<0x0010000000000000> : tensor<3x1xf64>
  %y = stablehlo.multiply %x, %scale : tensor<3x1xf64>
  check.expect_eq_const %y, dense<[[1.0], [0.66666666666666663], [1.0]]> : tensor<3x1xf64>
  return
}

// -----

// A complex pivot keeps its phase; that of 0 is 1.
func.func @tridiagonal_solve_perturbed_complex() {
  %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<2xcomplex<f64>>
  %d = stablehlo.constant dense<[(4.0, 0.0), (0.0, 0.0)]> : tensor<2xcomplex<f64>>
  %b = stablehlo.constant dense<[[(0.0, 1.0)], [(1.0, 0.0)]]> : tensor<2x1xcomplex<f64>>
  %x = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%z, %d, %z, %b) : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  check.expect_eq_const %x, dense<[[(0.0, 0.25)], [(1125899906842624.0, 0.0)]]> : tensor<2x1xcomplex<f64>>
  return
}
