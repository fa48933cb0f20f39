// Functions of the dialect math, each against its value in f64.
func.func @functions_of_any_number() {
  %x = arith.constant dense<[0.25, -0.5, 0.875]> : tensor<3xf64>
  %acos = math.acos %x : tensor<3xf64>
  check.expect_almost_eq_const %acos, dense<[1.318116071652818, 2.0943951023931957, 0.5053605102841573]> : tensor<3xf64>
  %asin = math.asin %x : tensor<3xf64>
  check.expect_almost_eq_const %asin, dense<[0.25268025514207865, -0.5235987755982989, 1.0654358165107394]> : tensor<3xf64>
  %asinh = math.asinh %x : tensor<3xf64>
  check.expect_almost_eq_const %asinh, dense<[0.24746646154726346, -0.48121182505960347, 0.790168725412397]> : tensor<3xf64>
  %atan = math.atan %x : tensor<3xf64>
  check.expect_almost_eq_const %atan, dense<[0.24497866312686414, -0.4636476090008061, 0.7188299996216245]> : tensor<3xf64>
  %atanh = math.atanh %x : tensor<3xf64>
  check.expect_almost_eq_const %atanh, dense<[0.25541281188299536, -0.5493061443340548, 1.354025100551105]> : tensor<3xf64>
  %cbrt = math.cbrt %x : tensor<3xf64>
  check.expect_almost_eq_const %cbrt, dense<[0.6299605249474366, -0.7937005259840998, 0.9564655913861947]> : tensor<3xf64>
  %cos = math.cos %x : tensor<3xf64>
  check.expect_almost_eq_const %cos, dense<[0.9689124217106447, 0.8775825618903728, 0.6409968581633251]> : tensor<3xf64>
  %cosh = math.cosh %x : tensor<3xf64>
  check.expect_almost_eq_const %cosh, dense<[1.0314130998795732, 1.1276259652063807, 1.4078686568228032]> : tensor<3xf64>
  %erf = math.erf %x : tensor<3xf64>
  check.expect_almost_eq_const %erf, dense<[0.2763263901682369, -0.5204998778130465, 0.7840750610598597]> : tensor<3xf64>
  %exp = math.exp %x : tensor<3xf64>
  check.expect_almost_eq_const %exp, dense<[1.2840254166877414, 0.6065306597126334, 2.398875293967098]> : tensor<3xf64>
  %expm1 = math.expm1 %x : tensor<3xf64>
  check.expect_almost_eq_const %expm1, dense<[0.2840254166877415, -0.3934693402873666, 1.3988752939670979]> : tensor<3xf64>
  %log1p = math.log1p %x : tensor<3xf64>
  check.expect_almost_eq_const %log1p, dense<[0.22314355131420976, -0.6931471805599453, 0.6286086594223741]> : tensor<3xf64>
  %sin = math.sin %x : tensor<3xf64>
  check.expect_almost_eq_const %sin, dense<[0.24740395925452294, -0.479425538604203, 0.7675435022360271]> : tensor<3xf64>
  %sinh = math.sinh %x : tensor<3xf64>
  check.expect_almost_eq_const %sinh, dense<[0.2526123168081683, -0.5210953054937474, 0.9910066371442947]> : tensor<3xf64>
  %tan = math.tan %x : tensor<3xf64>
  check.expect_almost_eq_const %tan, dense<[0.25534192122103627, -0.5463024898437905, 1.197421629234348]> : tensor<3xf64>
  %tanh = math.tanh %x : tensor<3xf64>
  check.expect_almost_eq_const %tanh, dense<[0.24491866240370913, -0.46211715726000974, 0.7039056039366212]> : tensor<3xf64>
  return
}

// -----

func.func @functions_of_positive_numbers() {
  %x = arith.constant dense<[1.0, 2.5, 9.0]> : tensor<3xf64>
  %acosh = math.acosh %x : tensor<3xf64>
  check.expect_almost_eq_const %acosh, dense<[0.0, 1.566799236972411, 2.8872709503576206]> : tensor<3xf64>
  %log = math.log %x : tensor<3xf64>
  check.expect_almost_eq_const %log, dense<[0.0, 0.9162907318741551, 2.1972245773362196]> : tensor<3xf64>
  %log10 = math.log10 %x : tensor<3xf64>
  check.expect_almost_eq_const %log10, dense<[0.0, 0.3979400086720376, 0.9542425094393249]> : tensor<3xf64>
  %sqrt = math.sqrt %x : tensor<3xf64>
  check.expect_almost_eq_const %sqrt, dense<[1.0, 1.5811388300841898, 3.0]> : tensor<3xf64>
  %rsqrt = math.rsqrt %x : tensor<3xf64>
  check.expect_almost_eq_const %rsqrt, dense<[1.0, 0.6324555320336759, 0.3333333333333333]> : tensor<3xf64>
  return
}

// -----

func.func @rounding_and_powers() {
  %x = arith.constant dense<[-2.5, 0.5, 1.75]> : tensor<3xf64>
  %y = arith.constant dense<[2.0, 3.0, 0.5]> : tensor<3xf64>
  %n = arith.constant dense<[3, 0, -2]> : tensor<3xi32>
  %base = arith.constant dense<[3, -2, 7]> : tensor<3xi32>
  %power = arith.constant dense<[4, 3, 0]> : tensor<3xi32>
  %ceil = math.ceil %x : tensor<3xf64>
  check.expect_eq_const %ceil, dense<[-2.0, 1.0, 2.0]> : tensor<3xf64>
  %floor = math.floor %x : tensor<3xf64>
  check.expect_eq_const %floor, dense<[-3.0, 0.0, 1.0]> : tensor<3xf64>
  // Halves away from zero.
  %round = math.round %x : tensor<3xf64>
  check.expect_eq_const %round, dense<[-3.0, 1.0, 2.0]> : tensor<3xf64>
  %atan2 = math.atan2 %x, %y : tensor<3xf64>
  check.expect_almost_eq_const %atan2, dense<[-0.8960553845713439, 0.16514867741462683, 1.2924966677897853]> : tensor<3xf64>
  %powf = math.powf %x, %y : tensor<3xf64>
  check.expect_almost_eq_const %powf, dense<[6.25, 0.125, 1.3228756555322954]> : tensor<3xf64>
  %fpowi = math.fpowi %x, %n : tensor<3xf64>, tensor<3xi32>
  check.expect_almost_eq_const %fpowi, dense<[-15.625, 1.0, 0.32653061224489793]> : tensor<3xf64>
  %ipowi = math.ipowi %base, %power : tensor<3xi32>
  check.expect_eq_const %ipowi, dense<[81, -8, 1]> : tensor<3xi32>
  %absi = math.absi %base : tensor<3xi32>
  check.expect_eq_const %absi, dense<[3, 2, 7]> : tensor<3xi32>
  return
}
