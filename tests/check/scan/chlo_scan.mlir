// paddock: exact
// Scans.

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
