// x / sqrt(mean(x * x)) in f16.
func.func @main() -> tensor<8xf16> {
  %x = stablehlo.constant dense<[3.0, -4.0, 12.0, 300.0, -7.0, 9.0, 1.0, -2.0]> : tensor<8xf16>
  %zero = stablehlo.constant dense<0.0> : tensor<f16>
  %eighth = stablehlo.constant dense<0.125> : tensor<f16>
  %squares = stablehlo.multiply %x, %x : tensor<8xf16>
  %sum = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf16>, tensor<f16>) -> tensor<f16>
  %mean = stablehlo.multiply %sum, %eighth : tensor<f16>
  %scale = stablehlo.rsqrt %mean : tensor<f16>
  %scales = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f16>) -> tensor<8xf16>
  %scaled = stablehlo.multiply %x, %scales : tensor<8xf16>
  return %scaled : tensor<8xf16>
}
