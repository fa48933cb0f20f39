// Arithmetic of floats and conversions, in the dialect arith.
func.func @floats() {
  %a = arith.constant dense<[6.0, -7.5]> : tensor<2xf32>
  %b = arith.constant dense<[4.0, 2.0]> : tensor<2xf32>
  %difference = arith.subf %a, %b : tensor<2xf32>
  check.expect_eq_const %difference, dense<[2.0, -9.5]> : tensor<2xf32>
  %product = arith.mulf %a, %b : tensor<2xf32>
  check.expect_eq_const %product, dense<[24.0, -15.0]> : tensor<2xf32>
  %quotient = arith.divf %a, %b : tensor<2xf32>
  check.expect_eq_const %quotient, dense<[1.5, -3.75]> : tensor<2xf32>
  // The sign is the dividend's.
  %remainder = arith.remf %a, %b : tensor<2xf32>
  check.expect_eq_const %remainder, dense<[2.0, -1.5]> : tensor<2xf32>
  %smaller = arith.minimumf %a, %b : tensor<2xf32>
  check.expect_eq_const %smaller, dense<[4.0, -7.5]> : tensor<2xf32>
  %wide = arith.extf %a : tensor<2xf32> to tensor<2xf64>
  check.expect_eq_const %wide, dense<[6.0, -7.5]> : tensor<2xf64>
  return
}

// -----

func.func @bits() {
  %a = arith.constant dense<[12, -16]> : tensor<2xi8>
  %b = arith.constant dense<[10, 3]> : tensor<2xi8>
  %by = arith.constant dense<[1, 2]> : tensor<2xi8>
  %and = arith.andi %a, %b : tensor<2xi8>
  check.expect_eq_const %and, dense<[8, 0]> : tensor<2xi8>
  %or = arith.ori %a, %b : tensor<2xi8>
  check.expect_eq_const %or, dense<[14, -13]> : tensor<2xi8>
  %xor = arith.xori %a, %b : tensor<2xi8>
  check.expect_eq_const %xor, dense<[6, -13]> : tensor<2xi8>
  %left = arith.shli %a, %by : tensor<2xi8>
  check.expect_eq_const %left, dense<[24, -64]> : tensor<2xi8>
  %signed = arith.shrsi %a, %by : tensor<2xi8>
  check.expect_eq_const %signed, dense<[6, -4]> : tensor<2xi8>
  %unsigned = arith.shrui %a, %by : tensor<2xi8>
  check.expect_eq_const %unsigned, dense<[6, 60]> : tensor<2xi8>
  // -16 is 240 as an unsigned number of 8 bits.
  %rounded_up = arith.ceildivui %a, %b : tensor<2xi8>
  check.expect_eq_const %rounded_up, dense<[2, 80]> : tensor<2xi8>
  return
}

// -----

func.func @conversions() {
  %i = arith.constant dense<[3, -4]> : tensor<2xi32>
  %f = arith.constant dense<[3.75, 200.5]> : tensor<2xf32>
  %float = arith.sitofp %i : tensor<2xi32> to tensor<2xf32>
  check.expect_eq_const %float, dense<[3.0, -4.0]> : tensor<2xf32>
  %unsigned = arith.fptoui %f : tensor<2xf32> to tensor<2xi8>
  check.expect_eq_const %unsigned, dense<[3, -56]> : tensor<2xi8>
  %index = arith.index_cast %i : tensor<2xi32> to tensor<2xindex>
  %back = arith.index_cast %index : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %back, dense<[3, -4]> : tensor<2xi64>
  %positive = arith.index_castui %i : tensor<2xi32> to tensor<2xindex>
  %wide = arith.index_castui %positive : tensor<2xindex> to tensor<2xi64>
  check.expect_eq_const %wide, dense<[3, 4294967292]> : tensor<2xi64>
  %which = arith.constant dense<[true, false]> : tensor<2xi1>
  %zero = arith.constant dense<0> : tensor<2xi32>
  %chosen = arith.select %which, %i, %zero : tensor<2xi1>, tensor<2xi32>
  check.expect_eq_const %chosen, dense<[3, 0]> : tensor<2xi32>
  return
}
