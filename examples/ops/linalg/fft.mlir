// A wave with one period in four samples: one frequency and its mirror image.
// %wave: [(1.0, 0.0), (0.0, 0.0), (-1.0, 0.0), (0.0, 0.0)]
%result = stablehlo.fft %wave, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
// %result: [(0.0, 0.0), (2.0, 0.0), (0.0, 0.0), (2.0, 0.0)]
