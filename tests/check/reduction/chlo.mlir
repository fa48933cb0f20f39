// paddock: exact
// Scans and the largest values.

func.func @scan_plain(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  %result:2 = "chlo.scan"(%x, %i) ({
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    stablehlo.return %a, %b : tensor<3xf32>, tensor<3xf32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  func.return
}

func.func @scan_x1() {
  // expected-error @+1 {{chlo.scan: 0 < size(inputs)}}
  "chlo.scan"() ({
    stablehlo.return
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 0>, resultSegmentSizes = array<i32: 0, 0>} : () -> ()
  func.return
}

func.func @scan_x2(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+4 {{dimension = 2 and rank(inputs[0]) = 2}}
  %result:2 = "chlo.scan"(%x, %i) ({
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    stablehlo.return %a, %b : tensor<3xf32>, tensor<3xf32>
  }) {dimension = 2 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  func.return
}

func.func @scan_x3(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{inputs[0] has 2 and the scan 3}}
  %result:2 = "chlo.scan"(%x, %i) ({
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    stablehlo.return %a, %b : tensor<3xf32>, tensor<3xf32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>, scan_dim_size = 3 : i64} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  func.return
}

func.func @scan_x4(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{it takes (tensor<3xf32>)}}
  %result:2 = "chlo.scan"(%x, %i) ({
  ^bb0(%a: tensor<3xf32>):
    stablehlo.return %a, %a : tensor<3xf32>, tensor<3xf32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  func.return
}

func.func @scan_x5(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{body returns (tensor<3xf32>) for 2 results}}
  %result:2 = "chlo.scan"(%x, %i) ({
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    stablehlo.return %a : tensor<3xf32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  func.return
}

func.func @scan_x5_carry(%x: tensor<2x3xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{body returns tensor<2xf32> for a carry of type tensor<3xf32>}}
  %result:2 = "chlo.scan"(%x, %i) ({
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %part = stablehlo.slice %a [0:2] : (tensor<3xf32>) -> tensor<2xf32>
    stablehlo.return %a, %part : tensor<3xf32>, tensor<2xf32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  func.return
}

func.func @top_k_x1(%x: tensor<f32>) {
  // expected-error @+1 {{rank(operand) = 0}}
  %result:2 = "chlo.top_k"(%x) {k = 2 : i64} : (tensor<f32>) -> (tensor<2xf32>, tensor<2xi32>)
  func.return
}

func.func @top_k_x2(%x: tensor<4xf32>) {
  // expected-error @+1 {{k = 5 and dim(operand, -1) = 4}}
  %result:2 = "chlo.top_k"(%x) {k = 5 : i64} : (tensor<4xf32>) -> (tensor<5xf32>, tensor<5xi32>)
  func.return
}

func.func @top_k_x3(%x: tensor<4xf32>) {
  // expected-error @+1 {{shape(values) = shape(indices)}}
  %result:2 = "chlo.top_k"(%x) {k = 2 : i64} : (tensor<4xf32>) -> (tensor<3xf32>, tensor<2xi32>)
  func.return
}

func.func @top_k_x4(%x: tensor<4xf32>) {
  // expected-error @+1 {{element_type(values) = element_type(operand)}}
  %result:2 = "chlo.top_k"(%x) {k = 2 : i64} : (tensor<4xf32>) -> (tensor<2xf64>, tensor<2xi32>)
  func.return
}
