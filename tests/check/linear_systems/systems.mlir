// paddock: exact
// Triangular systems and their factors.

func.func @cholesky_c1(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{cholesky (C1): }}
  %result = "stablehlo.cholesky"(%x) {lower = true} : (tensor<2x2xf32>) -> tensor<3x3xf32>
  func.return
}

func.func @cholesky_c2(%x: tensor<2xf32>) {
  // expected-error @+1 {{cholesky (C2): }}
  %result = "stablehlo.cholesky"(%x) {lower = true} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @cholesky_c3(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{cholesky (C3): }}
  %result = "stablehlo.cholesky"(%x) {lower = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @triangular_solve_plain(%a: tensor<2x2xf32>, %b: tensor<2x3xf32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @triangular_solve_c1(%a: tensor<2x2xf32>, %b: tensor<2x3xf64>) {
  // expected-error @+1 {{triangular_solve (C1): }}
  %result = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf32>, tensor<2x3xf64>) -> tensor<2x3xf64>
  func.return
}

func.func @triangular_solve_c2(%a: tensor<2x2xf32>, %b: tensor<1x2x3xf32>) {
  // expected-error @+1 {{triangular_solve (C2): }}
  %result = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf32>, tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  func.return
}

func.func @triangular_solve_c3(%a: tensor<2x2xf32>, %b: tensor<3x3xf32>) {
  // expected-error @+1 {{shape(a) = [2, 2] and shape(b) = [3, 3]}}
  %result = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  func.return
}

func.func @triangular_solve_c4(%a: tensor<2x2xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{triangular_solve (C4): }}
  %result = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  func.return
}

func.func @triangular_solve_x1(%a: tensor<2x2xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{transpose_a is not TRANSPOSE_INVALID}}
  %result = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>} : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
