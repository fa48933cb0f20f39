// paddock: exact
// Fourier transforms.

func.func @fft_c1(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{fft (C1): }}
  %result = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4, 4>} : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  func.return
}

func.func @fft_c2(%x: tensor<4xf32>) {
  // expected-error @+1 {{a FFT takes f32}}
  %result = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4>} : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

func.func @fft_c3(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{fft (C3): }}
  %result = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64>} : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  func.return
}

func.func @fft_c4(%x: tensor<4xf32>) {
  // expected-error @+1 {{fft (C4): }}
  %result = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 5>} : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  func.return
}

func.func @fft_c5(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{dim(operand, -1) = 4, not 3}}
  %result = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 4>} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  func.return
}

func.func @fft_c5_result(%x: tensor<4xf32>) {
  // expected-error @+1 {{fft (C5): }}
  %result = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>} : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  func.return
}

func.func @fft_x1(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{fft_length = [2] and the operand has shape [4]}}
  %result = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 2>} : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  func.return
}

func.func @fft_x1_inverse(%x: tensor<2x4xcomplex<f64>>) {
  // expected-error @+1 {{fft_length = [4, 2] and the operand has shape [2, 4]}}
  %result = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type IFFT>, fft_length = array<i64: 4, 2>} : (tensor<2x4xcomplex<f64>>) -> tensor<2x4xcomplex<f64>>
  func.return
}

func.func @fft_real(%x: tensor<4xf32>) {
  %result = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>} : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  func.return
}

func.func @fft_negative_length(%x: tensor<0xcomplex<f32>>) {
  // expected-error @+1 {{fft_length = [-2]}}
  %result = "stablehlo.fft"(%x) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: -2>} : (tensor<0xcomplex<f32>>) -> tensor<2xf32>
  func.return
}
