// Lower triangle, forwards. The upper triangle is not read.
func.func @solve_lower() {
  %a = stablehlo.constant dense<[[2.0, 0x7FC00000], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[4.0, 2.0], [14.0, 7.0]]> : tensor<2x2xf32>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[2.0, 1.0], [2.0, 1.0]]> : tensor<2x2xf32>
  return
}

// -----

// Upper triangle, backwards, with a diagonal of ones that is not read.
func.func @solve_upper_unit_diagonal() {
  %a = stablehlo.constant dense<[[0x7E00, 2.0, 3.0], [9.0, 0x7E00, 4.0], [9.0, 9.0, 0x7E00]]> : tensor<3x3xf16>
  %b = stablehlo.constant dense<[[14.0], [14.0], [3.0]]> : tensor<3x1xf16>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf16>, tensor<3x1xf16>) -> tensor<3x1xf16>
  check.expect_eq_const %r, dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf16>
  return
}

// -----

// transpose(a) * x = b: the lower triangle is used as an upper one.
func.func @solve_transposed() {
  %a = stablehlo.constant dense<[[2.0, 9.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %b = stablehlo.constant dense<[[10.0], [8.0]]> : tensor<2x1xf64>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  check.expect_eq_const %r, dense<[[2.0], [2.0]]> : tensor<2x1xf64>
  %s = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  check.expect_eq_const %s, dense<[[2.0], [2.0]]> : tensor<2x1xf64>
  return
}

// -----

// x * a = b, rows of b each by themselves: [1, 2] * [[2, 0], [3, 4]] = [8, 8].
func.func @solve_right_side() {
  %a = stablehlo.constant dense<[[2.0, 9.0], [3.0, 4.0]]> : tensor<2x2xbf16>
  %b = stablehlo.constant dense<[[8.0, 8.0], [5.0, 4.0], [2.0, 0.0]]> : tensor<3x2xbf16>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xbf16>, tensor<3x2xbf16>) -> tensor<3x2xbf16>
  check.expect_eq_const %r, dense<[[1.0, 2.0], [1.0, 1.0], [1.0, 0.0]]> : tensor<3x2xbf16>
  return
}

// -----

// x * transpose(a) = b with a upper: [1, 2] * [[2, 0], [3, 4]].
func.func @solve_right_side_transposed() {
  %a = stablehlo.constant dense<[[2.0, 3.0], [9.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[8.0, 8.0]]> : tensor<1x2xf32>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  return
}

// -----

// conj(transpose(a)) * x = b, x = [1, i]: [[1, 1-i], [0, -2i]] * x = [1 + i + 1, 2].
func.func @solve_adjoint() {
  %a = stablehlo.constant dense<[[(1.0, 0.0), (9.0, 9.0)], [(1.0, 1.0), (0.0, 2.0)]]> : tensor<2x2xcomplex<f32>>
  %b = stablehlo.constant dense<[[(2.0, 1.0)], [(2.0, 0.0)]]> : tensor<2x1xcomplex<f32>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
  check.expect_eq_const %r, dense<[[(1.0, 0.0)], [(0.0, 1.0)]]> : tensor<2x1xcomplex<f32>>
  return
}

// -----

// A batch, each matrix with its own diagonal.
func.func @solve_batch() {
  %a = stablehlo.constant dense<[[[[2.0]], [[4.0]], [[8.0]]]]> : tensor<1x3x1x1xf32>
  %b = stablehlo.constant dense<[[[[2.0, 4.0]], [[4.0, 8.0]], [[8.0, 4.0]]]]> : tensor<1x3x1x2xf32>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<1x3x1x1xf32>, tensor<1x3x1x2xf32>) -> tensor<1x3x1x2xf32>
  check.expect_eq_const %r, dense<[[[[1.0, 2.0]], [[1.0, 2.0]], [[1.0, 0.5]]]]> : tensor<1x3x1x2xf32>
  return
}

// -----

func.func @solve_nothing() {
  %a = stablehlo.constant dense<> : tensor<0x0xf32>
  %b = stablehlo.constant dense<> : tensor<0x3xf32>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<0x0xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_eq_const %r, dense<> : tensor<0x3xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:1>
!r = !quant.uniform<i8:f32, 0.25>

// [[2, 0], [1, 4]] * [1, 2] = [2, 9], each in steps of its own type.
func.func @solve_quantized() {
  %a = stablehlo.constant dense<[[5, 1], [3, 9]]> : tensor<2x2x!q>
  %b = stablehlo.constant dense<[[5], [19]]> : tensor<2x1x!q>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2x!q>, tensor<2x1x!q>) -> tensor<2x1x!r>
  check.expect_eq_const %x, dense<[[4], [8]]> : tensor<2x1x!r>
  return
}
