// paddock: exact
// Another shape for the same elements.

func.func @reshape_c1(%x: tensor<6xf32>) {
  // expected-error @+1 {{reshape (C1): }}
  %result = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x3xi32>
  func.return
}

func.func @reshape_c2(%x: tensor<6xf32>) {
  // expected-error @+1 {{size(operand) = 6 and size(result) = 8}}
  %result = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x4xf32>
  func.return
}

func.func @reshape_c3(%x: tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>) {
  // expected-error @+1 {{reshape (C3): }}
  %result = stablehlo.reshape %x : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5:3, 0.25:4}>>
  func.return
}

func.func @reshape_dynamic(%x: tensor<?xf32>) {
  // expected-error @+1 {{its shape must be static}}
  %result = stablehlo.reshape %x : (tensor<?xf32>) -> tensor<?x2xf32>
  func.return
}

func.func @reverse_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{reverse (C1): }}
  %result = "stablehlo.reverse"(%x) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}

func.func @reverse_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{reverse (C2): }}
  %result = "stablehlo.reverse"(%x) {dimensions = array<i64: 0, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @reverse_c3(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{reverse (C3): }}
  %result = "stablehlo.reverse"(%x) {dimensions = array<i64: 2>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// No elements, so that the sizes after the axis may differ though all rules but that one hold.
func.func @reshape_c3_after_the_axis(%x: tensor<0x2x3x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) {
  // expected-warning @+1 {{the sizes after the axis are 3 and 5}}
  %result = "stablehlo.reshape"(%x) : (tensor<0x2x3x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<0x2x5x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  func.return
}
