// paddock: exact
// result_accuracy: tolerances are not negative, and go with TOLERANCE alone.

func.func @accuracy(%x: tensor<2xf32>) {
  %0 = "stablehlo.exponential"(%x) {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.0, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.tanh"(%x) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "stablehlo.log"(%x) {result_accuracy = #stablehlo.result_accuracy<atol = 0.0, rtol = 0.0, ulps = 0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @negative(%x: tensor<2xf32>) {
  // expected-error @+1 {{atol is negative}}
  %0 = "stablehlo.cosine"(%x) {result_accuracy = #stablehlo.result_accuracy<atol = -1.0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{ulps is negative}}
  %1 = "stablehlo.rsqrt"(%x) {result_accuracy = #stablehlo.result_accuracy<ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @of_another_mode(%x: tensor<2xf32>) {
  // expected-error @+1 {{rtol is not zero though the mode is HIGHEST}}
  %0 = "stablehlo.tan"(%x) {result_accuracy = #stablehlo.result_accuracy<rtol = 0.5, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{ulps is not zero though the mode is DEFAULT}}
  %1 = "stablehlo.logistic"(%x) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// A tolerance is kept by what docs/numerics.md says of the kernel: relative to the result, or in
// all where results are bounded.
func.func @kept(%x: tensor<2xf32>, %d: tensor<2xf64>, %h: tensor<2xf16>, %z: tensor<2xcomplex<f64>>, %q: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = "stablehlo.exponential"(%x) {result_accuracy = #stablehlo.result_accuracy<ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.exponential"(%x) {result_accuracy = #stablehlo.result_accuracy<rtol = 1.2e-7, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "stablehlo.tanh"(%x) {result_accuracy = #stablehlo.result_accuracy<atol = 1.2e-7, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = "stablehlo.log"(%x) {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  %4 = "stablehlo.cbrt"(%h) {result_accuracy = #stablehlo.result_accuracy<ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf16>) -> tensor<2xf16>
  %5 = "stablehlo.rsqrt"(%d) {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf64>) -> tensor<2xf64>
  %6 = "stablehlo.sqrt"(%d) {result_accuracy = #stablehlo.result_accuracy<rtol = 1.2e-16, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf64>) -> tensor<2xf64>
  %7 = "stablehlo.cbrt"(%z) {result_accuracy = #stablehlo.result_accuracy<ulps = 5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %8 = "stablehlo.logistic"(%q) {result_accuracy = #stablehlo.result_accuracy<ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @not_kept(%x: tensor<2xf32>, %d: tensor<2xf64>, %h: tensor<2xf16>, %z: tensor<2xcomplex<f64>>, %q: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{exponential: results of f32 are within 1.0 ULP, 1.1920928955078125e-07 of themselves, and atol = 1.0e-05, rtol = 0.0 and ulps = 0.0}}
  %0 = "stablehlo.exponential"(%x) {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{of themselves and 1.1920928955078125e-07 in all, and atol = 1.0e-07}}
  %1 = "stablehlo.tanh"(%x) {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-7, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{sqrt: results of f32 are within 0.5 ULP}}
  %2 = "stablehlo.sqrt"(%x) {result_accuracy = #stablehlo.result_accuracy<atol = 0.0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{tan: results of f64 are within 2.0 ULP}}
  %3 = "stablehlo.tan"(%d) {result_accuracy = #stablehlo.result_accuracy<ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf64>) -> tensor<2xf64>
  // expected-error @+1 {{logistic: results of f16 are within 0.5001220703125 ULP}}
  %4 = "stablehlo.logistic"(%h) {result_accuracy = #stablehlo.result_accuracy<rtol = 1.0e-4, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf16>) -> tensor<2xf16>
  // expected-error @+1 {{cbrt: results of complex<f64> are within 4.2426}}
  %5 = "stablehlo.cbrt"(%z) {result_accuracy = #stablehlo.result_accuracy<ulps = 4, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  // expected-error @+1 {{sine: results of f32 are within 1.0 ULP}}
  %6 = "stablehlo.sine"(%q) {result_accuracy = #stablehlo.result_accuracy<rtol = 1.0e-8, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}
