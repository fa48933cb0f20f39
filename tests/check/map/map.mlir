// paddock: exact
// map applies a function of scalars.

func.func @map_c1(%x: tensor<2xf32>) {
  // expected-error @+4 {{map (C1): }}
  %result = "stablehlo.map"(%x, %x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @map_c1_inputs(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{map (C1): }}
  %result = "stablehlo.map"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

func.func @map_c2() {
  // expected-error @+1 {{map (C2): }}
  %result = "stablehlo.map"() ({
    %a = stablehlo.constant dense<1.0> : tensor<f32>
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : () -> tensor<2xf32>
  func.return
}

func.func @map_c3(%x: tensor<2xf32>) {
  // expected-error @+4 {{map (C3): }}
  %result = "stablehlo.map"(%x, %x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @map_c4_count(%x: tensor<2xf32>) {
  // expected-error @+1 {{it takes 1 values for 2 inputs}}
  %result = "stablehlo.map"(%x, %x) ({
  ^bb0(%a: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @map_c4_argument(%x: tensor<2xf32>) {
  // expected-error @+1 {{argument 1 is tensor<f64> and must be tensor<f32>}}
  %result = "stablehlo.map"(%x, %x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f64>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @map_c4_returned(%x: tensor<2xf32>) {
  // expected-error @+1 {{it returns (tensor<f32>, tensor<f32>), not one scalar}}
  %result = "stablehlo.map"(%x, %x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a, %b) : (tensor<f32>, tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}
