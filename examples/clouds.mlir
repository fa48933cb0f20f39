// Clouds: noise with weaker high frequencies. A Fourier transform converts a picture to
// frequencies, its inverse converts them back.
func.func @main() -> tensor<64x64xf32> {
  %seed = stablehlo.constant dense<[7, 0]> : tensor<2xui64>
  %softness = stablehlo.constant dense<-0.9> : tensor<f32>

  // Random bits, the same on every machine; as numbers from -1 to 1.
  %state, %bits = stablehlo.rng_bit_generator %seed, algorithm = THREE_FRY
    : (tensor<2xui64>) -> (tensor<2xui64>, tensor<64x64xi32>)
  %wide = stablehlo.convert %bits : (tensor<64x64xi32>) -> tensor<64x64xf32>
  %unit = stablehlo.constant dense<4.65661287E-10> : tensor<64x64xf32>
  %noise = stablehlo.multiply %wide, %unit : tensor<64x64xf32>

  // The frequencies of a real picture. Negative column frequencies are redundant and omitted.
  %waves = stablehlo.fft %noise, type = RFFT, length = [64, 64] : (tensor<64x64xf32>) -> tensor<64x33xcomplex<f32>>

  // The frequency along the rows: rows past the middle have negative frequencies.
  %row = stablehlo.iota dim = 0 : tensor<64x33xf32>
  %column = stablehlo.iota dim = 1 : tensor<64x33xf32>
  %rows = stablehlo.constant dense<64.0> : tensor<64x33xf32>
  %backwards = stablehlo.subtract %rows, %row : tensor<64x33xf32>
  %ups = stablehlo.minimum %row, %backwards : tensor<64x33xf32>
  %down = stablehlo.multiply %ups, %ups : tensor<64x33xf32>
  %across = stablehlo.multiply %column, %column : tensor<64x33xf32>
  %square = stablehlo.add %down, %across : tensor<64x33xf32>
  %one = stablehlo.constant dense<1.0> : tensor<64x33xf32>
  %frequency = stablehlo.add %square, %one : tensor<64x33xf32>

  // Scale each frequency by a power of its magnitude.
  %exponent = stablehlo.broadcast_in_dim %softness, dims = [] : (tensor<f32>) -> tensor<64x33xf32>
  %damping = stablehlo.power %frequency, %exponent : tensor<64x33xf32>
  %nothing = stablehlo.constant dense<0.0> : tensor<64x33xf32>
  %filter = stablehlo.complex %damping, %nothing : tensor<64x33xcomplex<f32>>
  %soft = stablehlo.multiply %waves, %filter : tensor<64x33xcomplex<f32>>
  %clouds = stablehlo.fft %soft, type = IRFFT, length = [64, 64] : (tensor<64x33xcomplex<f32>>) -> tensor<64x64xf32>
  return %clouds : tensor<64x64xf32>
}
