// paddock: exact
// Operands and result of one type: a result of another shape.

func.func @stablehlo_and_c1(%x0: tensor<2xi32>, %x1: tensor<2xi32>) {
  // expected-error @+1 {{and (C1): }}
  %result = "stablehlo.and"(%x0, %x1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

func.func @stablehlo_atan2_c1(%x0: tensor<2xf32>, %x1: tensor<2xf32>) {
  // expected-error @+1 {{atan2 (C1): }}
  %result = "stablehlo.atan2"(%x0, %x1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_cbrt_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{cbrt (C1): }}
  %result = "stablehlo.cbrt"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_ceil_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{ceil (C1): }}
  %result = "stablehlo.ceil"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_cosine_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{cosine (C1): }}
  %result = "stablehlo.cosine"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_count_leading_zeros_c1(%x0: tensor<2xi32>) {
  // expected-error @+1 {{count_leading_zeros (C1): }}
  %result = "stablehlo.count_leading_zeros"(%x0) : (tensor<2xi32>) -> tensor<3xi32>
  func.return
}

func.func @stablehlo_divide_c1(%x0: tensor<2xf32>, %x1: tensor<2xf32>) {
  // expected-error @+1 {{divide (C1): }}
  %result = "stablehlo.divide"(%x0, %x1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_exponential_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{exponential (C1): }}
  %result = "stablehlo.exponential"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_exponential_minus_one_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{exponential_minus_one (C1): }}
  %result = "stablehlo.exponential_minus_one"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_floor_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{floor (C1): }}
  %result = "stablehlo.floor"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_log_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{log (C1): }}
  %result = "stablehlo.log"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_log_plus_one_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{log_plus_one (C1): }}
  %result = "stablehlo.log_plus_one"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_logistic_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{logistic (C1): }}
  %result = "stablehlo.logistic"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_maximum_c1(%x0: tensor<2xi32>, %x1: tensor<2xi32>) {
  // expected-error @+1 {{maximum (C1): }}
  %result = "stablehlo.maximum"(%x0, %x1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

func.func @stablehlo_minimum_c1(%x0: tensor<2xi32>, %x1: tensor<2xi32>) {
  // expected-error @+1 {{minimum (C1): }}
  %result = "stablehlo.minimum"(%x0, %x1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

func.func @stablehlo_multiply_c1(%x0: tensor<2xi32>, %x1: tensor<2xi32>) {
  // expected-error @+1 {{multiply (C1): }}
  %result = "stablehlo.multiply"(%x0, %x1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

func.func @stablehlo_negate_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{negate (C1): }}
  %result = "stablehlo.negate"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_not_c1(%x0: tensor<2xi32>) {
  // expected-error @+1 {{not (C1): }}
  %result = "stablehlo.not"(%x0) : (tensor<2xi32>) -> tensor<3xi32>
  func.return
}

func.func @stablehlo_or_c1(%x0: tensor<2xi32>, %x1: tensor<2xi32>) {
  // expected-error @+1 {{or (C1): }}
  %result = "stablehlo.or"(%x0, %x1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

func.func @stablehlo_popcnt_c1(%x0: tensor<2xi32>) {
  // expected-error @+1 {{popcnt (C1): }}
  %result = "stablehlo.popcnt"(%x0) : (tensor<2xi32>) -> tensor<3xi32>
  func.return
}

func.func @stablehlo_power_c1(%x0: tensor<2xf32>, %x1: tensor<2xf32>) {
  // expected-error @+1 {{power (C1): }}
  %result = "stablehlo.power"(%x0, %x1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_remainder_c1(%x0: tensor<2xf32>, %x1: tensor<2xf32>) {
  // expected-error @+1 {{remainder (C1): }}
  %result = "stablehlo.remainder"(%x0, %x1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_round_nearest_afz_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{round_nearest_afz (C1): }}
  %result = "stablehlo.round_nearest_afz"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_round_nearest_even_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{round_nearest_even (C1): }}
  %result = "stablehlo.round_nearest_even"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_rsqrt_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{rsqrt (C1): }}
  %result = "stablehlo.rsqrt"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_shift_left_c1(%x0: tensor<2xi32>, %x1: tensor<2xi32>) {
  // expected-error @+1 {{shift_left (C1): }}
  %result = "stablehlo.shift_left"(%x0, %x1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

func.func @stablehlo_shift_right_arithmetic_c1(%x0: tensor<2xi32>, %x1: tensor<2xi32>) {
  // expected-error @+1 {{shift_right_arithmetic (C1): }}
  %result = "stablehlo.shift_right_arithmetic"(%x0, %x1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

func.func @stablehlo_shift_right_logical_c1(%x0: tensor<2xi32>, %x1: tensor<2xi32>) {
  // expected-error @+1 {{shift_right_logical (C1): }}
  %result = "stablehlo.shift_right_logical"(%x0, %x1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

func.func @stablehlo_sign_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{sign (C1): }}
  %result = "stablehlo.sign"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_sine_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{sine (C1): }}
  %result = "stablehlo.sine"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_sqrt_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{sqrt (C1): }}
  %result = "stablehlo.sqrt"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_subtract_c1(%x0: tensor<2xf32>, %x1: tensor<2xf32>) {
  // expected-error @+1 {{subtract (C1): }}
  %result = "stablehlo.subtract"(%x0, %x1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_tan_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{tan (C1): }}
  %result = "stablehlo.tan"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_tanh_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{tanh (C1): }}
  %result = "stablehlo.tanh"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @stablehlo_xor_c1(%x0: tensor<2xi32>, %x1: tensor<2xi32>) {
  // expected-error @+1 {{xor (C1): }}
  %result = "stablehlo.xor"(%x0, %x1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}
