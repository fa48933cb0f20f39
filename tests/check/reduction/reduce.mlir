// Folding over dimensions.

func.func @reduce_rows(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  %result = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_c1(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{reduce (C1): }}
  %result:2 = "stablehlo.reduce"(%x, %y, %i, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}

func.func @reduce_c2(%x: tensor<2x3xf32>, %i: tensor<f64>) {
  // expected-warning @+1 {{reduce (C2): }}
  %result = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %a : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f64>) -> tensor<2xf64>
  func.return
}

func.func @reduce_c3() {
  // expected-error @+1 {{reduce (C3): }}
  "stablehlo.reduce"() ({
    stablehlo.return
  }) {dimensions = array<i64: 0>} : () -> ()
  func.return
}

func.func @reduce_c4(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{reduce (C4): }}
  %result = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_c5(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{reduce (C5): }}
  %result = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1, 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_c6_count(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{it takes 1 values, not 2}}
  %result = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_c6_narrow(%x: tensor<2x3xi32>, %i: tensor<i32>) {
  // expected-error @+1 {{reduce (C6): }}
  %result = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    stablehlo.return %a : tensor<i8>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi8>
  func.return
}

func.func @reduce_c6_kind(%x: tensor<2x3xi32>, %i: tensor<i32>) {
  // expected-error @+1 {{reduce (C6): }}
  %result = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_c6_wider(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  %result = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %a : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf64>
  func.return
}

func.func @reduce_c7(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{reduce (C7): }}
  %result = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  func.return
}

func.func @reduce_c8(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{reduce (C8): }}
  %result = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf64>
  func.return
}

func.func @reduce_applies(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  %result = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_init_count(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{there are 3 operands, not a multiple of 2}}
  %result = "stablehlo.reduce"(%x, %x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}
