// paddock: exact
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

// A narrower float in the body, and one that no other is: warnings both.
func.func @reduce_c6_narrower(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-warning @+2 {{init value 0 has element type f32 and E0 is bf16}}
  // expected-warning @+1 {{input 0 has element type f32 and E0 is bf16}}
  %result = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %c = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %c : tensor<bf16>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<bf16>
  func.return
}

// Promotion to a wider integer needs no warning.
func.func @reduce_c6_wider_integer(%x: tensor<4xi8>, %i: tensor<i8>) {
  %result = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi8>, tensor<i8>) -> tensor<i32>
  func.return
}
