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

// Without a third word the counter comes round within its own.
func.func @counters_come_round() {
  %s = stablehlo.constant dense<[5, 18446744073709551615]> : tensor<2xui64>
  %next, %r = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui32>)
  check.expect_eq_const %next, dense<[5, 1]> : tensor<2xui64>
  check.expect_eq_const %r, dense<[1314562490, 4035658752, 2543735481, 4162936588, 64677483, 3635105107, 3931607701]> : tensor<7xui32>
  %after, %q = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui32>)
  check.expect_eq_const %after, dense<[5, 3]> : tensor<2xui64>
  check.expect_eq_const %q, dense<[3818595097, 1327100559, 1396233059, 315918555, 2544891230, 2061267011, 349696651]> : tensor<7xui32>
  return
}

// -----

// DEFAULT is Philox, as in XLA.
func.func @default_algorithm() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %r = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui64>)
  check.expect_eq_const %next, dense<[1, 3]> : tensor<2xui64>
  check.expect_eq_const %r, dense<[12229731395331991369, 3437131457114678231]> : tensor<2xui64>
  %after, %q = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  check.expect_eq_const %after, dense<[1, 4]> : tensor<2xui64>
  check.expect_eq_const %q, dense<[73, 232, 215, 217, 254]> : tensor<5xui8>
  %t = stablehlo.constant dense<[1, 2, 3]> : tensor<3xui64>
  %last, %p = stablehlo.rng_bit_generator %t, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3xui16>)
  check.expect_eq_const %last, dense<[1, 3, 3]> : tensor<3xui64>
  check.expect_eq_const %p, dense<[59210, 12518, 62469]> : tensor<3xui16>
  return
}

// -----

// Many bits, odd counts, counters that come round: sums of the elements times 1, 3, 5 .. and the states are XLA's.
func.func @many_bits() {
  %zero = stablehlo.constant dense<0> : tensor<ui64>

  %state0 = stablehlo.constant dense<[7, 18446744073709550616]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<100003xui32>)
  check.expect_eq_const %next0, dense<[7, 49002]> : tensor<2xui64>
  %flat0 = stablehlo.reshape %bits0 : (tensor<100003xui32>) -> tensor<100003xui32>
  %wide0 = stablehlo.convert %flat0 : (tensor<100003xui32>) -> tensor<100003xui64>
  %index0 = stablehlo.iota dim = 0 : tensor<100003xui64>
  %ones0 = stablehlo.constant dense<1> : tensor<100003xui64>
  %twice0 = stablehlo.add %index0, %index0 : tensor<100003xui64>
  %odd0 = stablehlo.add %twice0, %ones0 : tensor<100003xui64>
  %products0 = stablehlo.multiply %wide0, %odd0 : tensor<100003xui64>
  %sum0 = stablehlo.reduce(%products0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100003xui64>, tensor<ui64>) -> tensor<ui64>
  check.expect_eq_const %sum0, dense<3005377175932584607> : tensor<ui64>

  %state1 = stablehlo.constant dense<[7, 9]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<33x1x77xui16>)
  check.expect_eq_const %next1, dense<[7, 1296]> : tensor<2xui64>
  %flat1 = stablehlo.reshape %bits1 : (tensor<33x1x77xui16>) -> tensor<2541xui16>
  %wide1 = stablehlo.convert %flat1 : (tensor<2541xui16>) -> tensor<2541xui64>
  %index1 = stablehlo.iota dim = 0 : tensor<2541xui64>
  %ones1 = stablehlo.constant dense<1> : tensor<2541xui64>
  %twice1 = stablehlo.add %index1, %index1 : tensor<2541xui64>
  %odd1 = stablehlo.add %twice1, %ones1 : tensor<2541xui64>
  %products1 = stablehlo.multiply %wide1, %odd1 : tensor<2541xui64>
  %sum1 = stablehlo.reduce(%products1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2541xui64>, tensor<ui64>) -> tensor<ui64>
  check.expect_eq_const %sum1, dense<214109147964> : tensor<ui64>

  %state2 = stablehlo.constant dense<[7, 9]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<50001xui64>)
  check.expect_eq_const %next2, dense<[7, 50010]> : tensor<2xui64>
  %flat2 = stablehlo.reshape %bits2 : (tensor<50001xui64>) -> tensor<50001xui64>
  %wide2 = stablehlo.convert %flat2 : (tensor<50001xui64>) -> tensor<50001xui64>
  %index2 = stablehlo.iota dim = 0 : tensor<50001xui64>
  %ones2 = stablehlo.constant dense<1> : tensor<50001xui64>
  %twice2 = stablehlo.add %index2, %index2 : tensor<50001xui64>
  %odd2 = stablehlo.add %twice2, %ones2 : tensor<50001xui64>
  %products2 = stablehlo.multiply %wide2, %odd2 : tensor<50001xui64>
  %sum2 = stablehlo.reduce(%products2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<50001xui64>, tensor<ui64>) -> tensor<ui64>
  check.expect_eq_const %sum2, dense<14945604793882992403> : tensor<ui64>

  %state3 = stablehlo.constant dense<[7, 9]> : tensor<2xui64>
  %next3, %bits3 = stablehlo.rng_bit_generator %state3, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<100003xui32>)
  check.expect_eq_const %next3, dense<[7, 25010]> : tensor<2xui64>
  %flat3 = stablehlo.reshape %bits3 : (tensor<100003xui32>) -> tensor<100003xui32>
  %wide3 = stablehlo.convert %flat3 : (tensor<100003xui32>) -> tensor<100003xui64>
  %index3 = stablehlo.iota dim = 0 : tensor<100003xui64>
  %ones3 = stablehlo.constant dense<1> : tensor<100003xui64>
  %twice3 = stablehlo.add %index3, %index3 : tensor<100003xui64>
  %odd3 = stablehlo.add %twice3, %ones3 : tensor<100003xui64>
  %products3 = stablehlo.multiply %wide3, %odd3 : tensor<100003xui64>
  %sum3 = stablehlo.reduce(%products3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100003xui64>, tensor<ui64>) -> tensor<ui64>
  check.expect_eq_const %sum3, dense<3100685962705912697> : tensor<ui64>

  %state4 = stablehlo.constant dense<[7, 18446744073709550616, 3]> : tensor<3xui64>
  %next4, %bits4 = stablehlo.rng_bit_generator %state4, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<50001xui64>)
  check.expect_eq_const %next4, dense<[7, 24001, 4]> : tensor<3xui64>
  %flat4 = stablehlo.reshape %bits4 : (tensor<50001xui64>) -> tensor<50001xui64>
  %wide4 = stablehlo.convert %flat4 : (tensor<50001xui64>) -> tensor<50001xui64>
  %index4 = stablehlo.iota dim = 0 : tensor<50001xui64>
  %ones4 = stablehlo.constant dense<1> : tensor<50001xui64>
  %twice4 = stablehlo.add %index4, %index4 : tensor<50001xui64>
  %odd4 = stablehlo.add %twice4, %ones4 : tensor<50001xui64>
  %products4 = stablehlo.multiply %wide4, %odd4 : tensor<50001xui64>
  %sum4 = stablehlo.reduce(%products4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<50001xui64>, tensor<ui64>) -> tensor<ui64>
  check.expect_eq_const %sum4, dense<5132726807187379162> : tensor<ui64>

  %state5 = stablehlo.constant dense<[7, 9]> : tensor<2xui64>
  %next5, %bits5 = stablehlo.rng_bit_generator %state5, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<101x103xui8>)
  check.expect_eq_const %next5, dense<[7, 2610]> : tensor<2xui64>
  %flat5 = stablehlo.reshape %bits5 : (tensor<101x103xui8>) -> tensor<10403xui8>
  %wide5 = stablehlo.convert %flat5 : (tensor<10403xui8>) -> tensor<10403xui64>
  %index5 = stablehlo.iota dim = 0 : tensor<10403xui64>
  %ones5 = stablehlo.constant dense<1> : tensor<10403xui64>
  %twice5 = stablehlo.add %index5, %index5 : tensor<10403xui64>
  %odd5 = stablehlo.add %twice5, %ones5 : tensor<10403xui64>
  %products5 = stablehlo.multiply %wide5, %odd5 : tensor<10403xui64>
  %sum5 = stablehlo.reduce(%products5 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10403xui64>, tensor<ui64>) -> tensor<ui64>
  check.expect_eq_const %sum5, dense<13883268761> : tensor<ui64>
  return
}
