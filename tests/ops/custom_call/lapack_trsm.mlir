// [[2, 0], [1, 4]] x = [[2], [9]]; the upper triangle is not read.
func.func @trsm_left_lower() {
  %a = stablehlo.constant dense<[[2.0, 77.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[2.0], [9.0]]> : tensor<2x1xf32>
  %x = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %x, dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  return
}

// -----

// x times the conjugate transpose of [[1, 0], [i, 1]], whose diagonal is not read.
func.func @trsm_right_adjoint_unit() {
  %a = stablehlo.constant dense<[[(9.0, 0.0), (9.0, 0.0)], [(0.0, 1.0), (9.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %b = stablehlo.constant dense<[[(1.0, 0.0), (2.0, 0.0)]]> : tensor<1x2xcomplex<f64>>
  %x = stablehlo.custom_call @lapack_ztrsm_ffi(%a, %b) {mhlo.backend_config = {diag = 85 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 76 : ui8}} : (tensor<2x2xcomplex<f64>>, tensor<1x2xcomplex<f64>>) -> tensor<1x2xcomplex<f64>>
  check.expect_eq_const %x, dense<[[(1.0, 0.0), (2.0, 1.0)]]> : tensor<1x2xcomplex<f64>>
  return
}

// -----

// A batch; layouts of columns say nothing about values.
func.func @trsm_batch() {
  %a = stablehlo.constant dense<[[[2.0]], [[4.0]]]> : tensor<2x1x1xf64>
  %b = stablehlo.constant dense<[[[2.0, 4.0]], [[8.0, 16.0]]]> : tensor<2x1x2xf64>
  %x = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<2x1x1xf64>, tensor<2x1x2xf64>) -> tensor<2x1x2xf64>
  check.expect_eq_const %x, dense<[[[1.0, 2.0]], [[2.0, 4.0]]]> : tensor<2x1x2xf64>
  return
}
