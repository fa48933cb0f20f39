// paddock: exact
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
  // expected-error @+1 {{result 0 is declared as tensor<3x3xf32> and is tensor<3x2xf32>}}
  %x = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
  return
}

// Q has at most as many reflectors as columns, and as many columns as rows.
func.func @limits(%a: tensor<2x3xf32>, %tau: tensor<2xf32>) {
  // expected-error @+1 {{@lapack_sorgqr_ffi: it needs n <= m, which here is 3 <= 2}}
  %q = stablehlo.custom_call @lapack_sorgqr_ffi(%a, %tau) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

func.func @limit_by_side(%a: tensor<2x3xf32>, %tau: tensor<3xf32>, %c: tensor<2x4xf32>) {
  // expected-error @+1 {{it needs k <= m if left else n, which here is 3 <= 2}}
  %q = stablehlo.custom_call @lapack_sormqr_ffi(%a, %tau, %c) {mhlo.backend_config = {left = true, transpose = false}} : (tensor<2x3xf32>, tensor<3xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

func.func @more_reflectors_than_columns(%a: tensor<3x1xf32>, %tau: tensor<2xf32>, %c: tensor<3x4xf32>) {
  // expected-error @+1 {{it needs k <= l, which here is 2 <= 1}}
  %q = stablehlo.custom_call @lapack_sormqr_ffi(%a, %tau, %c) {mhlo.backend_config = {left = true, transpose = false}} : (tensor<3x1xf32>, tensor<2xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

func.func @boolean(%a: tensor<2x2xf32>, %tau: tensor<2xf32>, %c: tensor<2x4xf32>) {
  // expected-error @+1 {{the attribute left of backend_config must be true or false}}
  %q = stablehlo.custom_call @lapack_sormqr_ffi(%a, %tau, %c) {mhlo.backend_config = {left = 76 : ui8, transpose = false}} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

func.func @integer(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{the attribute low of backend_config must be an i32}}
  %h:3 = stablehlo.custom_call @lapack_sgehrd_ffi(%a) {mhlo.backend_config = {high = 2 : i32}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<1xf32>, tensor<i32>)
  return
}

func.func @declared_columns(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{it needs p <= m, which here is 3 <= 2}}
  %r:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2x3xf32>, tensor<2x2xf32>, tensor<i32>)
  return
}

func.func @rank(%a: tensor<2xf32>) {
  // expected-error @+1 {{a is tensor<2xf32>, and must be tensor<?x?xf32>}}
  %r:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<i32>)
  return
}
