// Calls of LAPACK are held against the signatures in core/dialect/custom_calls.def.

func.func @too_few_operands(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{@lapack_strsm_ffi: it takes 2 operands, not 1}}
  %x = stablehlo.custom_call @lapack_strsm_ffi(%a) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

func.func @too_many_results(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{@lapack_strsm_ffi: it gives 1 results, not 2}}
  %x:2 = stablehlo.custom_call @lapack_strsm_ffi(%a, %a) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  return
}

func.func @absent_attribute(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{the attribute uplo of backend_config must be 76 (L) or 85 (U)}}
  %x = stablehlo.custom_call @lapack_strsm_ffi(%a, %a) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8}} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

func.func @other_letter(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{the attribute trans_x of backend_config must be 78 (N), 84 (T) or 67 (C)}}
  %x = stablehlo.custom_call @lapack_strsm_ffi(%a, %a) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 65 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

func.func @element_type(%a: tensor<2x2xf64>) {
  // expected-error @+1 {{a is tensor<2x2xf64>, and must be tensor<2x2xf32>}}
  %x = stablehlo.custom_call @lapack_strsm_ffi(%a, %a) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  return
}

// On the right, a has as many columns as b.
func.func @side(%a: tensor<5x3x3xf32>, %b: tensor<5x3x2xf32>) {
  // expected-error @+1 {{a is tensor<5x3x3xf32>, and must be tensor<5x2x2xf32>}}
  %x = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<5x3x3xf32>, tensor<5x3x2xf32>) -> tensor<5x3x2xf32>
  return
}

func.func @batch(%a: tensor<5x3x3xf32>, %b: tensor<4x3x2xf32>) {
  // expected-error @+1 {{b is tensor<4x3x2xf32>, and must be tensor<5x3x2xf32>}}
  %x = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<5x3x3xf32>, tensor<4x3x2xf32>) -> tensor<5x3x2xf32>
  return
}

func.func @result(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error @+1 {{custom_call (X5): }}
  %x = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
  return
}
