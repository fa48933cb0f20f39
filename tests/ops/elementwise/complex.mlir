func.func @complex_parts() {
  %re = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf64>
  %im = stablehlo.constant dense<[3.0, 0.5]> : tensor<2xf64>
  %z = stablehlo.complex %re, %im : tensor<2xcomplex<f64>>
  check.expect_eq_const %z, dense<[(1.0, 3.0), (-2.0, 0.5)]> : tensor<2xcomplex<f64>>
  %a = stablehlo.real %z : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %b = stablehlo.imag %z : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  check.expect_eq_const %a, dense<[1.0, -2.0]> : tensor<2xf64>
  check.expect_eq_const %b, dense<[3.0, 0.5]> : tensor<2xf64>
  return
}
