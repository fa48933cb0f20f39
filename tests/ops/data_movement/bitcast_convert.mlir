// A wide element is its narrow parts, the least significant first.
func.func @bitcast_convert_narrower() {
  %x = stablehlo.constant dense<0x0123456789ABCDEF> : tensor<ui64>
  %r = stablehlo.bitcast_convert %x : (tensor<ui64>) -> tensor<4xui16>
  check.expect_eq_const %r, dense<[0xCDEF, 0x89AB, 0x4567, 0x0123]> : tensor<4xui16>
  %back = stablehlo.bitcast_convert %r : (tensor<4xui16>) -> tensor<ui64>
  check.expect_eq %back, %x : tensor<ui64>, tensor<ui64>
  return
}

// -----

// Types under a byte convert at their true width.
func.func @bitcast_convert_nibbles() {
  %x = stablehlo.constant dense<[0x21, 0x8F]> : tensor<2xui8>
  %r = stablehlo.bitcast_convert %x : (tensor<2xui8>) -> tensor<2x2xi4>
  check.expect_eq_const %r, dense<[[1, 2], [-1, -8]]> : tensor<2x2xi4>
  return
}

// -----

// The bits of a NaN are kept.
func.func @bitcast_convert_payload() {
  %x = stablehlo.constant dense<0x7FA12345> : tensor<ui32>
  %f = stablehlo.bitcast_convert %x : (tensor<ui32>) -> tensor<f32>
  %r = stablehlo.bitcast_convert %f : (tensor<f32>) -> tensor<ui32>
  check.expect_eq %r, %x : tensor<ui32>, tensor<ui32>
  return
}

// -----

// Operations on the bits of computed floats of 16 bits, and on floats of computed bits, read what is rounded to 16 bits.
func.func @bitcast_convert_computed_bf16() {
  %x = stablehlo.iota dim = 0 : tensor<32xbf16>
  %two = stablehlo.constant dense<2.0> : tensor<32xbf16>
  %one = stablehlo.constant dense<1> : tensor<32xi16>
  %doubled = stablehlo.multiply %x, %two : tensor<32xbf16>
  %bits = stablehlo.bitcast_convert %doubled : (tensor<32xbf16>) -> tensor<32xi16>
  %odd = stablehlo.or %bits, %one : tensor<32xi16>
  check.expect_eq_const %odd, dense<[1, 16385, 16513, 16577, 16641, 16673, 16705, 16737, 16769, 16785, 16801, 16817, 16833, 16849, 16865, 16881, 16897, 16905, 16913, 16921, 16929, 16937, 16945, 16953, 16961, 16969, 16977, 16985, 16993, 17001, 17009, 17017]> : tensor<32xi16>
  %floats = stablehlo.bitcast_convert %odd : (tensor<32xi16>) -> tensor<32xbf16>
  %again = stablehlo.multiply %floats, %two : tensor<32xbf16>
  %result = stablehlo.bitcast_convert %again : (tensor<32xbf16>) -> tensor<32xi16>
  check.expect_eq_const %result, dense<[2, 16513, 16641, 16705, 16769, 16801, 16833, 16865, 16897, 16913, 16929, 16945, 16961, 16977, 16993, 17009, 17025, 17033, 17041, 17049, 17057, 17065, 17073, 17081, 17089, 17097, 17105, 17113, 17121, 17129, 17137, 17145]> : tensor<32xi16>
  return
}

// -----

// Operations on the bits of computed floats of 16 bits, and on floats of computed bits, read what is rounded to 16 bits.
func.func @bitcast_convert_computed_f16() {
  %x = stablehlo.iota dim = 0 : tensor<32xf16>
  %two = stablehlo.constant dense<2.0> : tensor<32xf16>
  %one = stablehlo.constant dense<1> : tensor<32xi16>
  %doubled = stablehlo.multiply %x, %two : tensor<32xf16>
  %bits = stablehlo.bitcast_convert %doubled : (tensor<32xf16>) -> tensor<32xi16>
  %odd = stablehlo.or %bits, %one : tensor<32xi16>
  check.expect_eq_const %odd, dense<[1, 16385, 17409, 17921, 18433, 18689, 18945, 19201, 19457, 19585, 19713, 19841, 19969, 20097, 20225, 20353, 20481, 20545, 20609, 20673, 20737, 20801, 20865, 20929, 20993, 21057, 21121, 21185, 21249, 21313, 21377, 21441]> : tensor<32xi16>
  %floats = stablehlo.bitcast_convert %odd : (tensor<32xi16>) -> tensor<32xf16>
  %again = stablehlo.multiply %floats, %two : tensor<32xf16>
  %result = stablehlo.bitcast_convert %again : (tensor<32xf16>) -> tensor<32xi16>
  check.expect_eq_const %result, dense<[2, 17409, 18433, 18945, 19457, 19713, 19969, 20225, 20481, 20609, 20737, 20865, 20993, 21121, 21249, 21377, 21505, 21569, 21633, 21697, 21761, 21825, 21889, 21953, 22017, 22081, 22145, 22209, 22273, 22337, 22401, 22465]> : tensor<32xi16>
  return
}
