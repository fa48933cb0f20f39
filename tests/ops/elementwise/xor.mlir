func.func @xor_bits_and_booleans() {
  %x = stablehlo.constant dense<[12, -1]> : tensor<2xi32>
  %y = stablehlo.constant dense<[10, 7]> : tensor<2xi32>
  %r = stablehlo.xor %x, %y : tensor<2xi32>
  check.expect_eq_const %r, dense<[6, -8]> : tensor<2xi32>
  %a = stablehlo.constant dense<[true, true]> : tensor<2xi1>
  %b = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %s = stablehlo.xor %a, %b : tensor<2xi1>
  check.expect_eq_const %s, dense<[false, true]> : tensor<2xi1>
  return
}
