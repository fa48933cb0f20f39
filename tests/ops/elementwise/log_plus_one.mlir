func.func @log_plus_one_special() {
  %x = stablehlo.constant dense<[0.0, -1.0, -2.0, 1.0e-20]> : tensor<4xf64>
  %r = stablehlo.log_plus_one %x : tensor<4xf64>
  %expected = stablehlo.constant dense<[0.0, 0xFFF0000000000000, 0x7FF8000000000000, 1.0e-20]> : tensor<4xf64>
  check.expect_close %r, %expected, max_ulp_difference = 0, min_ulp_difference = 0 : tensor<4xf64>, tensor<4xf64>
  return
}
