// The specification's example: a block of two words for each element of 64 bits.
func.func @three_fry_64_bits() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %r = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  check.expect_eq_const %next, dense<[1, 6]> : tensor<2xui64>
  check.expect_eq_const %r, dense<[[9236835810183407956, 16087790271692313299], [18212823393184779219, 2658481902456610144]]> : tensor<2x2xui64>
  return
}

// -----

// Narrower elements take a word each: neighbours in the first even dimension share a block.
func.func @three_fry_32_bits() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %r = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  check.expect_eq_const %next, dense<[1, 4]> : tensor<2xui64>
  check.expect_eq_const %r, dense<[43444564, 2150618427, 3979645651, 3745730563]> : tensor<4xui32>
  %after, %q = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2xui32>)
  check.expect_eq_const %after, dense<[1, 5]> : tensor<2xui64>
  check.expect_eq_const %q, dense<[[43444564, 2150618427], [3979645651, 3745730563], [1672743891, 4240503393]]> : tensor<3x2xui32>
  %last, %p = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  check.expect_eq_const %last, dense<[1, 5]> : tensor<2xui64>
  check.expect_eq_const %p, dense<[[43444564, 3979645651, 1672743891], [2150618427, 3745730563, 4240503393]]> : tensor<2x3xui32>
  return
}

// -----

// No even dimension: the longest is halved, and the last words are dropped. A scalar takes the first word.
func.func @three_fry_odd_sizes() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %r = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x3xui32>)
  check.expect_eq_const %next, dense<[1, 4]> : tensor<2xui64>
  check.expect_eq_const %r, dense<[[43444564, 2150618427, 3979645651]]> : tensor<1x3xui32>
  %after, %q = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %after, dense<[1, 3]> : tensor<2xui64>
  check.expect_eq_const %q, dense<43444564> : tensor<ui32>
  %last, %p = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0xui32>)
  check.expect_eq_const %last, dense<[1, 2]> : tensor<2xui64>
  return
}

// -----

// The low bits of each word.
func.func @three_fry_narrow() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %n0, %i16 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui16>)
  check.expect_eq_const %i16, dense<[59732, 54587]> : tensor<2xui16>
  %n1, %i8 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xi8>)
  check.expect_eq_const %i8, dense<[84, 59, -45, 3]> : tensor<4xi8>
  %n2, %i4 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui4>)
  check.expect_eq_const %i4, dense<[4, 11]> : tensor<2xui4>
  %n3, %f = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xf32>)
  %bits = stablehlo.bitcast_convert %f : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[43444564, 2150618427]> : tensor<2xui32>
  return
}

// -----

// Four words a block, one after the other; the counter moves by the blocks.
func.func @philox() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %r = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui32>)
  check.expect_eq_const %next, dense<[1, 5]> : tensor<2xui64>
  check.expect_eq_const %r, dense<[[2100602697, 2847456232, 2074354647], [800269529, 1828267006, 3135207875], [3972719319, 2171987788, 433598563]]> : tensor<3x3xui32>
  %after, %q = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  check.expect_eq_const %after, dense<[1, 4]> : tensor<2xui64>
  check.expect_eq_const %q, dense<[12229731395331991369, 3437131457114678231, 13465615291114923006]> : tensor<3xui64>
  return
}

// -----

// A state of three words has a counter of 128 bits.
func.func @philox_carries() {
  %s = stablehlo.constant dense<[7, 18446744073709551615, 3]> : tensor<3xui64>
  %next, %r = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<8xui32>)
  check.expect_eq_const %next, dense<[7, 1, 4]> : tensor<3xui64>
  check.expect_eq_const %r, dense<[2585095611, 872755499, 942374094, 2257922725, 3004760025, 2982476881, 1015416266, 3897981549]> : tensor<8xui32>
  return
}

// -----

// DEFAULT is Threefry; a short state is a counter, and moves.
func.func @default_algorithm() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %r = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui64>)
  check.expect_eq_const %next, dense<[1, 3]> : tensor<2xui64>
  check.expect_eq_const %r, dense<[9236835810183407956]> : tensor<1xui64>
  %t = stablehlo.constant dense<5> : tensor<1xui64>
  %after, %q = stablehlo.rng_bit_generator %t, algorithm = DEFAULT : (tensor<1xui64>) -> (tensor<1xui64>, tensor<6xui32>)
  check.expect_eq_const %after, dense<8> : tensor<1xui64>
  return
}
