// Divisions round towards zero, down or up; scalars and tensors alike.
func.func @divisions() {
  %a = arith.constant dense<[7, -7, 7, -7, 6]> : tensor<5xi32>
  %b = arith.constant dense<[2, 2, -2, -2, 3]> : tensor<5xi32>
  %zero = arith.divsi %a, %b : tensor<5xi32>
  check.expect_eq_const %zero, dense<[3, -3, -3, 3, 2]> : tensor<5xi32>
  %rest = arith.remsi %a, %b : tensor<5xi32>
  check.expect_eq_const %rest, dense<[1, -1, 1, -1, 0]> : tensor<5xi32>
  %down = arith.floordivsi %a, %b : tensor<5xi32>
  check.expect_eq_const %down, dense<[3, -4, -4, 3, 2]> : tensor<5xi32>
  %up = arith.ceildivsi %a, %b : tensor<5xi32>
  check.expect_eq_const %up, dense<[4, -3, -3, 4, 2]> : tensor<5xi32>
  return
}

// -----

// The bits of -1 are the largest unsigned number.
func.func @unsigned() {
  %a = arith.constant dense<[-1, 5]> : tensor<2xi8>
  %b = arith.constant dense<[2, 3]> : tensor<2xi8>
  %q = arith.divui %a, %b : tensor<2xi8>
  check.expect_eq_const %q, dense<[127, 1]> : tensor<2xi8>
  %r = arith.remui %a, %b : tensor<2xi8>
  check.expect_eq_const %r, dense<[1, 2]> : tensor<2xi8>
  %x = arith.maxui %a, %b : tensor<2xi8>
  check.expect_eq_const %x, dense<[-1, 5]> : tensor<2xi8>
  %n = arith.minui %a, %b : tensor<2xi8>
  check.expect_eq_const %n, dense<[2, 3]> : tensor<2xi8>
  %s = arith.maxsi %a, %b : tensor<2xi8>
  check.expect_eq_const %s, dense<[2, 5]> : tensor<2xi8>
  %wide = arith.extui %a : tensor<2xi8> to tensor<2xi32>
  check.expect_eq_const %wide, dense<[255, 5]> : tensor<2xi32>
  %float = arith.uitofp %a : tensor<2xi8> to tensor<2xf32>
  check.expect_eq_const %float, dense<[255.0, 5.0]> : tensor<2xf32>
  %less = arith.cmpi ult, %a, %b : tensor<2xi8>
  check.expect_eq_const %less, dense<[false, false]> : tensor<2xi1>
  %signed_less = arith.cmpi slt, %a, %b : tensor<2xi8>
  check.expect_eq_const %signed_less, dense<[true, false]> : tensor<2xi1>
  return
}

// -----

// One bit: sums are exclusive or, a signed true is -1, a cut keeps the lowest bit.
func.func @booleans() {
  %a = arith.constant dense<[true, true, false]> : tensor<3xi1>
  %b = arith.constant dense<[true, false, false]> : tensor<3xi1>
  %sum = arith.addi %a, %b : tensor<3xi1>
  check.expect_eq_const %sum, dense<[false, true, false]> : tensor<3xi1>
  %wide = arith.extsi %a : tensor<3xi1> to tensor<3xi8>
  check.expect_eq_const %wide, dense<[-1, -1, 0]> : tensor<3xi8>
  %less = arith.cmpi slt, %a, %b : tensor<3xi1>
  check.expect_eq_const %less, dense<[false, true, false]> : tensor<3xi1>
  %n = arith.constant dense<[2, 3, -1]> : tensor<3xi32>
  %bit = arith.trunci %n : tensor<3xi32> to tensor<3xi1>
  check.expect_eq_const %bit, dense<[false, true, true]> : tensor<3xi1>
  return
}

// -----

// A boolean is one signed bit: sums wrap, and true is -1; also where a body is computed at once.
func.func @booleans() {
  %a = arith.constant dense<[false, false, true, true]> : tensor<4xi1>
  %b = arith.constant dense<[false, true, false, true]> : tensor<4xi1>
  %sum = arith.addi %a, %b : tensor<4xi1>
  check.expect_eq_const %sum, dense<[false, true, true, false]> : tensor<4xi1>
  %difference = arith.subi %a, %b : tensor<4xi1>
  check.expect_eq_const %difference, dense<[false, true, true, false]> : tensor<4xi1>
  %greater = arith.maxsi %a, %b : tensor<4xi1>
  check.expect_eq_const %greater, dense<[false, false, false, true]> : tensor<4xi1>
  %less = arith.minsi %a, %b : tensor<4xi1>
  check.expect_eq_const %less, dense<[false, true, true, true]> : tensor<4xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %x = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %parity = "stablehlo.reduce"(%x, %false) ({
    ^bb0(%p: tensor<i1>, %q: tensor<i1>):
      %s = arith.addi %p, %q : tensor<i1>
      stablehlo.return %s : tensor<i1>
  }) {dimensions = array<i64: 0>} : (tensor<3xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %parity, dense<false> : tensor<i1>
  return
}

// -----

// 200 + 100 = 256 + 44; -128 * 127 = -64 * 256 + 128; 200 * 100 = 78 * 256 + 32.
func.func @extended() {
  %a = arith.constant dense<[-56, 100]> : tensor<2xi8>
  %b = arith.constant dense<[100, 27]> : tensor<2xi8>
  %sum, %overflow = arith.addui_extended %a, %b : tensor<2xi8>, tensor<2xi1>
  check.expect_eq_const %sum, dense<[44, 127]> : tensor<2xi8>
  check.expect_eq_const %overflow, dense<[true, false]> : tensor<2xi1>
  %c = arith.constant dense<[-128, -1]> : tensor<2xi8>
  %d = arith.constant dense<[127, -1]> : tensor<2xi8>
  %low, %high = arith.mulsi_extended %c, %d : tensor<2xi8>
  check.expect_eq_const %low, dense<[-128, 1]> : tensor<2xi8>
  check.expect_eq_const %high, dense<[-64, 0]> : tensor<2xi8>
  %ulow, %uhigh = arith.mului_extended %a, %b : tensor<2xi8>
  check.expect_eq_const %ulow, dense<[32, -116]> : tensor<2xi8>
  check.expect_eq_const %uhigh, dense<[78, 10]> : tensor<2xi8>
  return
}
