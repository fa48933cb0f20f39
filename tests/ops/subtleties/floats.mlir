// Conversions round once, and special values go where the rules say.
func.func @floats_become_integers_by_cutting_and_saturating() {
  %x = stablehlo.constant dense<[2.9, -2.9, 300.0, -300.0, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
  %signed = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xi8>
  check.expect_eq_const %signed, dense<[2, -2, 127, -128, 0, 127]> : tensor<6xi8>
  %unsigned = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xui8>
  check.expect_eq_const %unsigned, dense<[2, 0, 255, 0, 0, 255]> : tensor<6xui8>
  return
}

// -----

// 1 + 2^-8 + 2^-40 is above the tie between 1 and 1 + 2^-7; through f32 it would lie on it.
func.func @conversions_round_once() {
  %x = stablehlo.constant dense<0x3FF0100000001000> : tensor<f64>
  %narrow = stablehlo.convert %x : (tensor<f64>) -> tensor<bf16>
  check.expect_eq_const %narrow, dense<1.0078125> : tensor<bf16>
  // 2^32 + 2^24 + 1, the same of an integer.
  %i = stablehlo.constant dense<4311744513> : tensor<i64>
  %float = stablehlo.convert %i : (tensor<i64>) -> tensor<bf16>
  %wide = stablehlo.convert %float : (tensor<bf16>) -> tensor<f64>
  check.expect_eq_const %wide, dense<4328521728.0> : tensor<f64>
  return
}

// -----

func.func @whether_overflow_is_infinite_or_nan_is_the_types() {
  %x = stablehlo.constant dense<[1.0e6, -1.0e6]> : tensor<2xf32>
  %e5m2 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xf8E5M2>
  %bits = stablehlo.bitcast_convert %e5m2 : (tensor<2xf8E5M2>) -> tensor<2xui8>
  check.expect_eq_const %bits, dense<[0x7C, 0xFC]> : tensor<2xui8>
  %e4m3fn = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xf8E4M3FN>
  %same = stablehlo.compare EQ, %e4m3fn, %e4m3fn : (tensor<2xf8E4M3FN>, tensor<2xf8E4M3FN>) -> tensor<2xi1>
  check.expect_eq_const %same, dense<false> : tensor<2xi1>
  // There is no negative zero in an FNUZ type: its pattern is NaN.
  %zero = stablehlo.constant dense<-0.0> : tensor<f32>
  %fnuz = stablehlo.convert %zero : (tensor<f32>) -> tensor<f8E4M3FNUZ>
  %pattern = stablehlo.bitcast_convert %fnuz : (tensor<f8E4M3FNUZ>) -> tensor<ui8>
  check.expect_eq_const %pattern, dense<0> : tensor<ui8>
  return
}

// -----

func.func @subnormal_numbers_are_kept() {
  %x = stablehlo.constant dense<[0x00000001, 0x80000001]> : tensor<2xf32>
  %two = stablehlo.constant dense<2.0> : tensor<2xf32>
  %y = stablehlo.multiply %x, %two : tensor<2xf32>
  %bits = stablehlo.bitcast_convert %y : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[2, 2147483650]> : tensor<2xui32>
  return
}

// -----

func.func @truth_is_being_other_than_zero() {
  %x = stablehlo.constant dense<[0.0, -0.0, 0x7FC00000, 0.25]> : tensor<4xf32>
  %truth = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %truth, dense<[false, false, true, true]> : tensor<4xi1>
  // Of a complex number only the real part counts.
  %z = stablehlo.constant dense<[(0.0, 1.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  %complex_truth = stablehlo.convert %z : (tensor<2xcomplex<f32>>) -> tensor<2xi1>
  check.expect_eq_const %complex_truth, dense<[false, true]> : tensor<2xi1>
  return
}

// -----

func.func @maximum_and_minimum_pass_nan_on_and_know_signed_zeros() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, -0.0, 0.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[1.0, 0x7FC00000, 0.0, -0.0]> : tensor<4xf32>
  %most = stablehlo.maximum %x, %y : tensor<4xf32>
  check.expect_almost_eq_const %most, dense<[0x7FC00000, 0x7FC00000, 0.0, 0.0]> : tensor<4xf32>
  %least = stablehlo.minimum %x, %y : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %most_signs = stablehlo.divide %one, %most : tensor<4xf32>
  check.expect_almost_eq_const %most_signs, dense<[0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<4xf32>
  %least_signs = stablehlo.divide %one, %least : tensor<4xf32>
  check.expect_almost_eq_const %least_signs, dense<[0x7FC00000, 0x7FC00000, 0xFF800000, 0xFF800000]> : tensor<4xf32>
  return
}

// -----

func.func @complex_numbers_are_ordered_by_their_real_parts_first() {
  %x = stablehlo.constant dense<[(1.0, 9.0), (2.0, 1.0)]> : tensor<2xcomplex<f32>>
  %y = stablehlo.constant dense<[(2.0, 0.0), (2.0, 3.0)]> : tensor<2xcomplex<f32>>
  %most = stablehlo.maximum %x, %y : tensor<2xcomplex<f32>>
  check.expect_eq_const %most, dense<[(2.0, 0.0), (2.0, 3.0)]> : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @clamp_gives_the_upper_bound_when_bounds_are_crossed() {
  %low = stablehlo.constant dense<3.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %x = stablehlo.constant dense<[0.0, 2.0, 5.0, 0x7FC00000]> : tensor<4xf32>
  %clamped = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_almost_eq_const %clamped, dense<[1.0, 1.0, 1.0, 0x7FC00000]> : tensor<4xf32>
  return
}

// -----

func.func @sign_keeps_zeros_and_nan() {
  %x = stablehlo.constant dense<[-0.0, 0.0, 0x7FC00000, -2.5]> : tensor<4xf32>
  %sign = stablehlo.sign %x : tensor<4xf32>
  check.expect_almost_eq_const %sign, dense<[-0.0, 0.0, 0x7FC00000, -1.0]> : tensor<4xf32>
  %bits = stablehlo.bitcast_convert %sign : (tensor<4xf32>) -> tensor<4xui32>
  %first = stablehlo.slice %bits [0:2] : (tensor<4xui32>) -> tensor<2xui32>
  check.expect_eq_const %first, dense<[2147483648, 0]> : tensor<2xui32>
  %z = stablehlo.constant dense<[(3.0, -4.0), (0.0, 0.0), (0x7FC00000, 1.0)]> : tensor<3xcomplex<f32>>
  %direction = stablehlo.sign %z : tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %direction, dense<[(0.6, -0.8), (0.0, 0.0), (0x7FC00000, 0x7FC00000)]> : tensor<3xcomplex<f32>>
  return
}

// -----

func.func @rounding_keeps_the_sign_of_zero() {
  %x = stablehlo.constant dense<[-0.5, 0.5, 1.5, -2.5, 0.49999997]> : tensor<5xf32>
  %even = stablehlo.round_nearest_even %x : tensor<5xf32>
  check.expect_eq_const %even, dense<[-0.0, 0.0, 2.0, -2.0, 0.0]> : tensor<5xf32>
  %bits = stablehlo.bitcast_convert %even : (tensor<5xf32>) -> tensor<5xui32>
  %first = stablehlo.slice %bits [0:1] : (tensor<5xui32>) -> tensor<1xui32>
  check.expect_eq_const %first, dense<2147483648> : tensor<1xui32>
  %away = stablehlo.round_nearest_afz %x : tensor<5xf32>
  check.expect_eq_const %away, dense<[-1.0, 1.0, 2.0, -3.0, 0.0]> : tensor<5xf32>
  return
}

// -----

// The mantissa first, which may carry into the exponent; then the exponent: too great is infinite,
// too small zero.
func.func @reduce_precision_overflows_and_has_no_subnormals() {
  %x = stablehlo.constant dense<[65504.0, 65520.0, 1.0e-6, -1.0e-6, 0x7FC00000]> : tensor<5xf32>
  %half = stablehlo.reduce_precision %x, format = e5m10 : tensor<5xf32>
  check.expect_almost_eq_const %half, dense<[65504.0, 0x7F800000, 0.0, -0.0, 0x7FC00000]> : tensor<5xf32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %none = stablehlo.reduce_precision %nan, format = e8m0 : tensor<f32>
  check.expect_eq_const %none, dense<0x7F800000> : tensor<f32>
  return
}

// -----

func.func @total_order_tells_zeros_and_nans_apart() {
  %x = stablehlo.constant dense<[0xFFC00000, 0xFF800000, -0.0, 0x7F800000]> : tensor<4xf32>
  %y = stablehlo.constant dense<[0xFF800000, -1.0, 0.0, 0x7FC00000]> : tensor<4xf32>
  %less = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %less, dense<true> : tensor<4xi1>
  %usual = stablehlo.compare LT, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %usual, dense<[false, true, false, false]> : tensor<4xi1>
  %other = stablehlo.compare NE, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %other, dense<[true, false, false, false]> : tensor<4xi1>
  return
}

// -----

func.func @functions_of_zeros_and_infinities() {
  %zero = stablehlo.constant dense<-0.0> : tensor<f64>
  %nan = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %minus_eight = stablehlo.constant dense<-8.0> : tensor<f64>
  %rsqrt = stablehlo.rsqrt %zero : tensor<f64>
  check.expect_eq_const %rsqrt, dense<0xFFF0000000000000> : tensor<f64>
  %log = stablehlo.log %zero : tensor<f64>
  check.expect_eq_const %log, dense<0xFFF0000000000000> : tensor<f64>
  %power = stablehlo.power %nan, %zero : tensor<f64>
  check.expect_eq_const %power, dense<1.0> : tensor<f64>
  %of_one = stablehlo.power %one, %nan : tensor<f64>
  check.expect_eq_const %of_one, dense<1.0> : tensor<f64>
  %root = stablehlo.cbrt %minus_eight : tensor<f64>
  check.expect_eq_const %root, dense<-2.0> : tensor<f64>
  %angle = stablehlo.atan2 %zero, %zero : tensor<f64>
  check.expect_almost_eq_const %angle, dense<-3.141592653589793> : tensor<f64>
  return
}

// -----

func.func @float_remainders_have_the_dividends_sign() {
  %x = stablehlo.constant dense<[5.5, -5.5, 5.5, 5.5, -0.0]> : tensor<5xf32>
  %y = stablehlo.constant dense<[2.0, 2.0, 0x7F800000, 0.0, 2.0]> : tensor<5xf32>
  %remainder = stablehlo.remainder %x, %y : tensor<5xf32>
  check.expect_almost_eq_const %remainder, dense<[1.5, -1.5, 5.5, 0x7FC00000, -0.0]> : tensor<5xf32>
  return
}

// -----

// (inf + inf i) * 1: both parts are inf - inf * 0.
func.func @complex_products_are_the_naive_ones() {
  %x = stablehlo.constant dense<(0x7F800000, 0x7F800000)> : tensor<complex<f32>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %product = stablehlo.multiply %x, %one : tensor<complex<f32>>
  check.expect_almost_eq_const %product, dense<(0x7FC00000, 0x7FC00000)> : tensor<complex<f32>>
  return
}

// -----

// Its square would overflow.
func.func @the_modulus_of_large_complex_numbers_is_finite() {
  %x = stablehlo.constant dense<[(3.0e30, -4.0e30), (0x7FC00000, 0x7F800000)]> : tensor<2xcomplex<f32>>
  %modulus = stablehlo.abs %x : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %scale = stablehlo.constant dense<1.0e-30> : tensor<2xf32>
  %scaled = stablehlo.multiply %modulus, %scale : tensor<2xf32>
  check.expect_almost_eq_const %scaled, dense<[5.0, 0x7F800000]> : tensor<2xf32>
  %real = stablehlo.constant dense<2.5> : tensor<f32>
  %imag = stablehlo.imag %real : tensor<f32>
  check.expect_eq_const %imag, dense<0.0> : tensor<f32>
  return
}
