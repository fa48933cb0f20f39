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

// -----

// 2^-104 is what f64 would lose of (1 + 2^-52)^2.
func.func @fma_of_f64_rounds_once() {
  %a = arith.constant dense<1.0000000000000002> : tensor<f64>
  %c = arith.constant dense<-1.0000000000000004> : tensor<f64>
  %r = math.fma %a, %a, %c : tensor<f64>
  check.expect_eq_const %r, dense<4.9303806576313238E-32> : tensor<f64>
  return
}

// -----

// 24929 * 673 = 2^24 + 1 lies halfway between two f32, and what is added lifts it above that
// though no f64 has the sum; likewise 683 * 3 = 2^11 + 1 for f16, where no f32 has it.
func.func @fma_rounds_the_exact_sum() {
  %a = arith.constant dense<24929.0> : tensor<f32>
  %b = arith.constant dense<673.0> : tensor<f32>
  %c = arith.constant dense<8.67361738E-19> : tensor<f32>
  %r = math.fma %a, %b, %c : tensor<f32>
  check.expect_eq_const %r, dense<16777218.0> : tensor<f32>
  %d = arith.constant dense<683.0> : tensor<f16>
  %e = arith.constant dense<3.0> : tensor<f16>
  %f = arith.constant dense<5.9604645E-8> : tensor<f16>
  %s = math.fma %d, %e, %f : tensor<f16>
  check.expect_eq_const %s, dense<2050.0> : tensor<f16>
  %g = arith.constant 43.0 : bf16
  %h = arith.constant 6.0 : bf16
  %i = arith.constant -1.0 : bf16
  %t = math.fma %g, %h, %i : bf16
  %tensor = tensor.from_elements %t : tensor<1xbf16>
  check.expect_eq_const %tensor, dense<[256.0]> : tensor<1xbf16>
  return
}

// -----

// The sign is a value's, not a bit's: f4 has no type of as many bits, FNUZ no -0.
func.func @copysign_of_narrow_floats() {
  %a = arith.constant dense<[1.5, 0.0, -6.0]> : tensor<3xf4E2M1FN>
  %b = arith.constant dense<[-1.0, -0.0, 2.0]> : tensor<3xf4E2M1FN>
  %f4 = math.copysign %a, %b : tensor<3xf4E2M1FN>
  check.expect_eq_const %f4, dense<[-1.5, -0.0, 6.0]> : tensor<3xf4E2M1FN>
  %c = arith.constant dense<[0.0, 2.0]> : tensor<2xf8E4M3FNUZ>
  %d = arith.constant dense<-1.0> : tensor<2xf8E4M3FNUZ>
  %fnuz = math.copysign %c, %d : tensor<2xf8E4M3FNUZ>
  check.expect_eq_const %fnuz, dense<[0.0, -2.0]> : tensor<2xf8E4M3FNUZ>
  return
}

// -----

// Of zero, a subnormal, the least normal number, infinity and NaN.
func.func @tests_of_floats() {
  %x = stablehlo.constant dense<[-0.0, 1.0E-40, -1.17549435E-38, 0xFF800000, 0x7FC00000]> : tensor<5xf32>
  %finite = math.isfinite %x : tensor<5xf32>
  check.expect_eq_const %finite, dense<[true, true, true, false, false]> : tensor<5xi1>
  %inf = math.isinf %x : tensor<5xf32>
  check.expect_eq_const %inf, dense<[false, false, false, true, false]> : tensor<5xi1>
  %nan = math.isnan %x : tensor<5xf32>
  check.expect_eq_const %nan, dense<[false, false, false, false, true]> : tensor<5xi1>
  %normal = math.isnormal %x : tensor<5xf32>
  check.expect_eq_const %normal, dense<[false, false, true, false, false]> : tensor<5xi1>
  %y = stablehlo.constant dense<[6.0E-8, 6.10351563E-5]> : tensor<2xf16>
  %half = math.isnormal %y : tensor<2xf16>
  check.expect_eq_const %half, dense<[false, true]> : tensor<2xi1>
  return
}

// -----

func.func @erfc_and_clamp() {
  %x = stablehlo.constant dense<[0.0, 1.0, 3.0]> : tensor<3xf32>
  %erfc = math.erfc %x : tensor<3xf32>
  check.expect_almost_eq_const %erfc, dense<[1.0, 0.15729921, 2.20904970E-5]> : tensor<3xf32>
  %low = stablehlo.constant dense<0.5> : tensor<3xf32>
  %high = stablehlo.constant dense<[1.0, 2.0, 2.0]> : tensor<3xf32>
  %clamped = math.clampf %x to [%low, %high] : tensor<3xf32>
  check.expect_eq_const %clamped, dense<[0.5, 1.0, 2.0]> : tensor<3xf32>
  return
}
