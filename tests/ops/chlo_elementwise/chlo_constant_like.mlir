func.func @constant_like_values() {
  %x = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %f32 = "chlo.constant_like"(%x) {value = 2.5 : f32} : (tensor<1x2xi32>) -> tensor<1x2xf32>
  check.expect_eq_const %f32, dense<2.5> : tensor<1x2xf32>
  %bf16 = "chlo.constant_like"(%x) {value = -3.0 : bf16} : (tensor<1x2xi32>) -> tensor<1x2xbf16>
  check.expect_eq_const %bf16, dense<-3.0> : tensor<1x2xbf16>
  %i8 = "chlo.constant_like"(%x) {value = -7 : i8} : (tensor<1x2xi32>) -> tensor<1x2xi8>
  check.expect_eq_const %i8, dense<-7> : tensor<1x2xi8>
  %scalar = stablehlo.constant dense<0> : tensor<i32>
  %f64 = "chlo.constant_like"(%scalar) {value = 1.0 : f64} : (tensor<i32>) -> tensor<f64>
  check.expect_eq_const %f64, dense<1.0> : tensor<f64>
  return
}

// -----

func.func @constant_like_complex() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %z = "chlo.constant_like"(%x) {value = #complex.number<:f32 1.5, -2.0>} : (tensor<2xi32>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %z, dense<(1.5, -2.0)> : tensor<2xcomplex<f32>>
  %w = "chlo.constant_like"(%x) {value = #complex.number<:f64 0.0, 1.0> : complex<f64>} : (tensor<2xi32>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %w, dense<(0.0, 1.0)> : tensor<2xcomplex<f64>>
  return
}
