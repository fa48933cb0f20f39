func.func @of_floats() {
  %a = arith.constant dense<[1.5, -2.5, 8.0]> : tensor<3xf32>
  %b = arith.constant dense<[-1.0, 3.0, -0.0]> : tensor<3xf32>
  %trunc = math.trunc %a : tensor<3xf32>
  check.expect_eq_const %trunc, dense<[1.0, -2.0, 8.0]> : tensor<3xf32>
  %copysign = math.copysign %a, %b : tensor<3xf32>
  check.expect_eq_const %copysign, dense<[-1.5, 2.5, -8.0]> : tensor<3xf32>
  %abs = math.absf %a : tensor<3xf32>
  %log2 = math.log2 %abs : tensor<3xf32>
  check.expect_almost_eq_const %log2, dense<[0.5849625, 1.3219281, 3.0]> : tensor<3xf32>
  %exp2 = math.exp2 %b : tensor<3xf32>
  check.expect_eq_const %exp2, dense<[0.5, 8.0, 1.0]> : tensor<3xf32>
  %fma = math.fma %a, %b, %a : tensor<3xf32>
  check.expect_eq_const %fma, dense<[0.0, -10.0, 8.0]> : tensor<3xf32>
  %even = math.roundeven %a : tensor<3xf32>
  check.expect_eq_const %even, dense<[2.0, -2.0, 8.0]> : tensor<3xf32>
  return
}

// -----

// The product of the largest and the smallest bits survives: one rounding.
func.func @fma_rounds_once() {
  %a = arith.constant dense<1.00000012> : tensor<f32>
  %c = arith.constant dense<-1.00000024> : tensor<f32>
  %r = math.fma %a, %a, %c : tensor<f32>
  check.expect_eq_const %r, dense<1.42108547E-14> : tensor<f32>
  return
}

// -----

func.func @of_integers() {
  %a = arith.constant dense<[1, 12, 0, -1]> : tensor<4xi16>
  %low = math.cttz %a : tensor<4xi16>
  check.expect_eq_const %low, dense<[0, 2, 16, 0]> : tensor<4xi16>
  %high = math.ctlz %a : tensor<4xi16>
  check.expect_eq_const %high, dense<[15, 12, 16, 0]> : tensor<4xi16>
  %ones = math.ctpop %a : tensor<4xi16>
  check.expect_eq_const %ones, dense<[1, 2, 0, 16]> : tensor<4xi16>
  return
}
