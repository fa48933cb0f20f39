// paddock: exact
// Into and out of quantized types.

func.func @uniform_dequantize_c1(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) {
  // expected-error @+1 {{uniform_dequantize (C1): }}
  %result = "stablehlo.uniform_dequantize"(%x) : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3xf32>
  func.return
}

func.func @uniform_dequantize_c2(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) {
  // expected-error @+1 {{uniform_dequantize (C2): }}
  %result = "stablehlo.uniform_dequantize"(%x) : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf64>
  func.return
}

func.func @uniform_quantize_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{uniform_quantize (C1): }}
  %result = "stablehlo.uniform_quantize"(%x) : (tensor<2xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  func.return
}

func.func @uniform_quantize_c2(%x: tensor<2xf64>) {
  // expected-error @+1 {{uniform_quantize (C2): }}
  %result = "stablehlo.uniform_quantize"(%x) : (tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  func.return
}

func.func @quantized_zero_point(%x: tensor<2x!quant.uniform<i8:f32, 0.5:300>>) {
  // expected-error @+1 {{a zero point of}}
  %result = stablehlo.negate %x : tensor<2x!quant.uniform<i8:f32, 0.5:300>>
  func.return
}

func.func @quantized_axis(%x: tensor<2x!quant.uniform<i8:f32:1, {0.5}>>) {
  // expected-error @+1 {{quantization_dimension = 1 with 1 scales}}
  %result = stablehlo.reshape %x : (tensor<2x!quant.uniform<i8:f32:1, {0.5}>>) -> tensor<2x!quant.uniform<i8:f32:1, {0.5}>>
  func.return
}

func.func @quantized_storage(%x: tensor<2x!quant.uniform<i5:f32, 0.5>>) {
  // expected-error @+1 {{the storage type is i5}}
  %result = stablehlo.negate %x : tensor<2x!quant.uniform<i5:f32, 0.5>>
  func.return
}

func.func @quantized_storage_signed(%x: tensor<2x!quant.uniform<si8:f32, 0.5>>) {
  // expected-warning @+1 {{the storage type is si8; the specification allows it}}
  %result = stablehlo.negate %x : tensor<2x!quant.uniform<si8:f32, 0.5>>
  func.return
}

func.func @quantized_storage_wide(%x: tensor<2x!quant.uniform<u64:f32, 0.5>>) {
  // expected-warning @+1 {{the storage type is ui64; the specification allows it}}
  %result = stablehlo.negate %x : tensor<2x!quant.uniform<u64:f32, 0.5>>
  func.return
}
