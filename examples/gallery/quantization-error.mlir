// To steps of 0.02, and back.
func.func @main() -> (tensor<6xf32>, tensor<6xf32>) {
  %x = stablehlo.constant dense<[-2.013, -0.307, 0.041, 0.258, 1.302, 3.0]> : tensor<6xf32>
  %steps = stablehlo.uniform_quantize %x : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 0.02>>
  %back = stablehlo.uniform_dequantize %steps : (tensor<6x!quant.uniform<i8:f32, 0.02>>) -> tensor<6xf32>
  %difference = stablehlo.subtract %x, %back : tensor<6xf32>
  %error = stablehlo.abs %difference : tensor<6xf32>
  return %back, %error : tensor<6xf32>, tensor<6xf32>
}
