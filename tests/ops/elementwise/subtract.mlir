func.func @subtract_wraps() {
  %x = stablehlo.constant dense<[0, 5, 255]> : tensor<3xui8>
  %y = stablehlo.constant dense<[1, 5, 254]> : tensor<3xui8>
  %r = stablehlo.subtract %x, %y : tensor<3xui8>
  check.expect_eq_const %r, dense<[255, 0, 1]> : tensor<3xui8>
  return
}
