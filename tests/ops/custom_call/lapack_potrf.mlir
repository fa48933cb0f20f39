// [[2, 0], [1, 3]] times its transpose. The upper triangle is not read and stays as it was.
func.func @potrf_lower() {
  %a = stablehlo.constant dense<[[4.0, 77.0], [2.0, 10.0]]> : tensor<2x2xf32>
  %l, %info = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  check.expect_eq_const %l, dense<[[2.0, 77.0], [1.0, 3.0]]> : tensor<2x2xf32>
  check.expect_eq_const %info, dense<0> : tensor<i32>
  return
}

// -----

// [[1, 0], [2 - i, 3]] times its conjugate transpose; imaginary parts of the diagonal do not count.
func.func @potrf_upper_complex() {
  %a = stablehlo.constant dense<[[(1.0, 5.0), (2.0, 1.0)], [(77.0, 0.0), (14.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %u, %info = stablehlo.custom_call @lapack_zpotrf_ffi(%a) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<2x2xcomplex<f64>>) -> (tensor<2x2xcomplex<f64>>, tensor<i32>)
  check.expect_eq_const %u, dense<[[(1.0, 0.0), (2.0, 1.0)], [(77.0, 0.0), (3.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  check.expect_eq_const %info, dense<0> : tensor<i32>
  return
}

// -----

// Of a batch, the matrix whose second leading minor is not positive has info 2.
func.func @potrf_info() {
  %a = stablehlo.constant dense<[[[1.0, 2.0], [2.0, 4.0]], [[9.0, 3.0], [3.0, 2.0]]]> : tensor<2x2x2xf64>
  %l, %info = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x2x2xf64>) -> (tensor<2x2x2xf64>, tensor<2xi32>)
  check.expect_eq_const %info, dense<[2, 0]> : tensor<2xi32>
  %second = stablehlo.slice %l [1:2, 0:2, 0:2] : (tensor<2x2x2xf64>) -> tensor<1x2x2xf64>
  check.expect_eq_const %second, dense<[[[3.0, 3.0], [1.0, 1.0]]]> : tensor<1x2x2xf64>
  return
}

// -----

// A matrix without elements has a factor, too, and NaN has none.
func.func @potrf_empty_and_nan() {
  %a = stablehlo.constant dense<> : tensor<0x0xf32>
  %l, %info = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<0x0xf32>) -> (tensor<0x0xf32>, tensor<i32>)
  check.expect_eq_const %info, dense<0> : tensor<i32>
  %n = stablehlo.constant dense<0x7FC00000> : tensor<1x1xf32>
  %m, %failed = stablehlo.custom_call @lapack_spotrf_ffi(%n) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<i32>)
  check.expect_eq_const %failed, dense<1> : tensor<i32>
  return
}
