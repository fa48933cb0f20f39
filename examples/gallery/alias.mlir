// 32 samples of a sine, and the magnitudes of its spectrum.
func.func @main() -> (tensor<32xf32>, tensor<17xf32>) {
  %periods = stablehlo.constant dense<27.0> : tensor<32xf32>
  %step = stablehlo.constant dense<0.19634954> : tensor<32xf32>
  %sample = stablehlo.iota dim = 0 : tensor<32xf32>
  %turns = stablehlo.multiply %sample, %periods : tensor<32xf32>
  %angle = stablehlo.multiply %turns, %step : tensor<32xf32>
  %wave = stablehlo.sine %angle : tensor<32xf32>
  %spectrum = stablehlo.fft %wave, type = RFFT, length = [32] : (tensor<32xf32>) -> tensor<17xcomplex<f32>>
  %magnitude = stablehlo.abs %spectrum : (tensor<17xcomplex<f32>>) -> tensor<17xf32>
  return %wave, %magnitude : tensor<32xf32>, tensor<17xf32>
}
