// paddock: exact
// Folding over windows.

func.func @reduce_window_plain(%x: tensor<4xf32>, %i: tensor<f32>) {
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_window_c1() {
  // expected-error @+1 {{reduce_window (C1): }}
  "stablehlo.reduce_window"() ({
    stablehlo.return
  }) {window_dimensions = array<i64: 2>} : () -> ()
  func.return
}

func.func @reduce_window_c2(%x: tensor<4xf32>, %y: tensor<5xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{reduce_window (C2): }}
  %result:2 = "stablehlo.reduce_window"(%x, %y, %i, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<5xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}

func.func @reduce_window_c3(%x: tensor<4xf32>, %i: tensor<f64>) {
  // expected-warning @+1 {{reduce_window (C3): }}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %a : tensor<f64>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f64>) -> tensor<2xf64>
  func.return
}

func.func @reduce_window_c4(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{reduce_window (C4): }}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_window_c5(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{window_dimensions[0] = 0}}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 0>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_window_c6(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{reduce_window (C6): }}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_window_c7(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{window_strides[0] = 0}}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 0>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_window_c8(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{reduce_window (C8): }}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_window_c9(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{base_dilations[0] = -1}}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: -1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_window_c10(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{reduce_window (C10): }}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_window_c11(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{window_dilations[0] = 0}}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 0>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_window_c12(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{reduce_window (C12): }}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<2x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_window_c13(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{reduce_window (C13): }}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

func.func @reduce_window_c15(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{reduce_window (C15): }}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  func.return
}

func.func @reduce_window_c16(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{reduce_window (C16): }}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf64>
  func.return
}

func.func @reduce_window_c13_narrower(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-warning @+2 {{init value 0 has element type f32 and E0 is f16}}
  // expected-warning @+1 {{input 0 has element type f32 and E0 is f16}}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %c = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %c : tensor<f16>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf16>
  func.return
}

// C15: a window wider than what it slides over fits nowhere.
func.func @reduce_window_c15_empty(%x: tensor<4xf32>, %i: tensor<f32>) {
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 5>} : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  func.return
}

// C12: padding may take away.
func.func @reduce_window_c12_negative(%x: tensor<4xf32>, %i: tensor<f32>) {
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[-1, -1]]> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<1xf32>
  func.return
}

func.func @reduce_window_without_windows(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{window_dimensions}}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

func.func @reduce_window_c4_empty(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @+4 {{reduce_window (C4): }}
  %result = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}
