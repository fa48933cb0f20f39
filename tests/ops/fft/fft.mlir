// A single one is the same in all frequencies.
func.func @fft_of_an_impulse() {
  %x = stablehlo.constant dense<[(1.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]> : tensor<4xcomplex<f32>>
  %r = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %r, dense<(1.0, 0.0)> : tensor<4xcomplex<f32>>
  return
}

// -----

// exp(-2 pi i k / 4) = -i for a one at index 1; the inverse rotates in the other direction and divides by 4.
func.func @fft_turns_clockwise() {
  %x = stablehlo.constant dense<[[(0.0, 0.0), (4.0, 0.0), (0.0, 0.0), (0.0, 0.0)]]> : tensor<1x4xcomplex<f64>>
  %r = stablehlo.fft %x, type = FFT, length = [4] : (tensor<1x4xcomplex<f64>>) -> tensor<1x4xcomplex<f64>>
  check.expect_eq_const %r, dense<[[(4.0, 0.0), (0.0, -4.0), (-4.0, 0.0), (0.0, 4.0)]]> : tensor<1x4xcomplex<f64>>
  %s = stablehlo.fft %x, type = IFFT, length = [4] : (tensor<1x4xcomplex<f64>>) -> tensor<1x4xcomplex<f64>>
  check.expect_eq_const %s, dense<[[(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]]> : tensor<1x4xcomplex<f64>>
  return
}

// -----

// Rows [1, 2] and [3, 5]: sums and differences both ways.
func.func @fft_two_dimensions() {
  %x = stablehlo.constant dense<[[(1.0, 0.0), (2.0, 0.0)], [(3.0, 0.0), (5.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %r = stablehlo.fft %x, type = FFT, length = [2, 2] : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  check.expect_eq_const %r, dense<[[(11.0, 0.0), (-3.0, 0.0)], [(-5.0, 0.0), (1.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %s = stablehlo.fft %x, type = FFT, length = [2] : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  check.expect_eq_const %s, dense<[[(3.0, 0.0), (-1.0, 0.0)], [(8.0, 0.0), (-2.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  return
}

// -----

// Of real numbers n / 2 + 1 coefficients, odd lengths too: 3 / 2 + 1 = 2.
func.func @rfft_keeps_half() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %r = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  check.expect_eq_const %r, dense<[(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %y = stablehlo.constant dense<[[2.0, 2.0, 2.0]]> : tensor<1x3xf64>
  %s = stablehlo.fft %y, type = RFFT, length = [3] : (tensor<1x3xf64>) -> tensor<1x2xcomplex<f64>>
  check.expect_almost_eq_const %s, dense<[[(6.0, 0.0), (0.0, 0.0)]]> : tensor<1x2xcomplex<f64>>
  return
}

// -----

// The other half is the conjugate. What stands for itself counts without its imaginary part.
func.func @irfft_of_half() {
  %x = stablehlo.constant dense<[(10.0, 7.0), (-2.0, 2.0), (-2.0, 5.0)]> : tensor<3xcomplex<f64>>
  %r = stablehlo.fft %x, type = IRFFT, length = [4] : (tensor<3xcomplex<f64>>) -> tensor<4xf64>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %y = stablehlo.constant dense<[(6.0, 0.0), (-1.5, 0.8660254037844386)]> : tensor<2xcomplex<f64>>
  %s = stablehlo.fft %y, type = IRFFT, length = [3] : (tensor<2xcomplex<f64>>) -> tensor<3xf64>
  check.expect_almost_eq_const %s, dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  return
}

// -----

// A prime length past the radices: a constant line has one coefficient.
func.func @fft_of_a_prime_length() {
  %x = stablehlo.constant dense<(1.0, -2.0)> : tensor<37xcomplex<f32>>
  %r = stablehlo.fft %x, type = FFT, length = [37] : (tensor<37xcomplex<f32>>) -> tensor<37xcomplex<f32>>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %first = stablehlo.constant dense<(37.0, -74.0)> : tensor<1xcomplex<f32>>
  %e = stablehlo.pad %first, %zero, low = [0], high = [36], interior = [0] : (tensor<1xcomplex<f32>>, tensor<complex<f32>>) -> tensor<37xcomplex<f32>>
  stablehlo.custom_call @check.expect_almost_eq(%r, %e) {has_side_effect = true} : (tensor<37xcomplex<f32>>, tensor<37xcomplex<f32>>) -> ()
  return
}

// -----

func.func @fft_of_one_and_of_nothing() {
  %x = stablehlo.constant dense<[[(3.0, 4.0)]]> : tensor<1x1xcomplex<f32>>
  %r = stablehlo.fft %x, type = IFFT, length = [1, 1] : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  check.expect_eq_const %r, dense<[[(3.0, 4.0)]]> : tensor<1x1xcomplex<f32>>
  %y = stablehlo.constant dense<> : tensor<2x0xf32>
  %s = stablehlo.fft %y, type = RFFT, length = [0] : (tensor<2x0xf32>) -> tensor<2x0xcomplex<f32>>
  check.expect_eq_const %s, dense<> : tensor<2x0xcomplex<f32>>
  %z = stablehlo.constant dense<> : tensor<0x3xcomplex<f64>>
  %t = stablehlo.fft %z, type = IRFFT, length = [0, 4] : (tensor<0x3xcomplex<f64>>) -> tensor<0x4xf64>
  check.expect_eq_const %t, dense<> : tensor<0x4xf64>
  return
}
