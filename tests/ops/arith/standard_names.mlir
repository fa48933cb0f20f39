// The standard dialect's names run as what became of them.
func.func @short_and_long_names() {
  %a = std.constant dense<[4.0, -9.0]> : tensor<2xf32>
  %b = std.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %sum = addf %a, %b : tensor<2xf32>
  check.expect_eq_const %sum, dense<[5.0, -7.0]> : tensor<2xf32>
  %again = "std.addf"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %again, %sum : tensor<2xf32>
  %difference = std.subf %a, %b : tensor<2xf32>
  check.expect_eq_const %difference, dense<[3.0, -11.0]> : tensor<2xf32>
  %larger = maxf %a, %b : tensor<2xf32>
  check.expect_eq_const %larger, dense<[4.0, 2.0]> : tensor<2xf32>
  %is_less = cmpf olt, %a, %b : tensor<2xf32>
  %smaller = std.select %is_less, %a, %b : tensor<2xi1>, tensor<2xf32>
  check.expect_eq_const %smaller, dense<[1.0, -9.0]> : tensor<2xf32>
  %magnitude = absf %a : tensor<2xf32>
  %root = std.sqrt %magnitude : tensor<2xf32>
  check.expect_eq_const %root, dense<[2.0, 3.0]> : tensor<2xf32>
  return
}

// -----

func.func @integers() {
  %a = std.constant dense<[-7, 6]> : tensor<2xi32>
  %b = std.constant dense<2> : tensor<2xi32>
  %quotient = divi_signed %a, %b : tensor<2xi32>
  check.expect_eq_const %quotient, dense<[-3, 3]> : tensor<2xi32>
  %shifted = shift_right_signed %a, %b : tensor<2xi32>
  check.expect_eq_const %shifted, dense<[-2, 1]> : tensor<2xi32>
  %both = std.and %a, %b : tensor<2xi32>
  check.expect_eq_const %both, dense<[0, 2]> : tensor<2xi32>
  %wide = sexti %a : tensor<2xi32> to tensor<2xi64>
  check.expect_eq_const %wide, dense<[-7, 6]> : tensor<2xi64>
  %real = sitofp %a : tensor<2xi32> to tensor<2xf32>
  check.expect_eq_const %real, dense<[-7.0, 6.0]> : tensor<2xf32>
  return
}
