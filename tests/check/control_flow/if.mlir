// paddock: exact
// Branches.

func.func @if_both(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<2xf32>) {
  %result = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  func.return
}

func.func @if_c1(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<2xf32>) {
  // expected-error @+1 {{branch 0 takes (tensor<f32>)}}
  %result = "stablehlo.if"(%p) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  func.return
}

func.func @if_c2(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<2xf32>) {
  // expected-error @+3 {{if (C2): }}
  %result = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %y : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<f32>
  func.return
}

func.func @if_c3(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<2xf32>) {
  // expected-error @+5 {{if (C3): }}
  %result = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f64>
  func.return
}

func.func @if_pred_rank(%p: tensor<2xi1>, %x: tensor<f32>) {
  // expected-error @+1 {{pred is tensor<2xi1>, not 0-dimensional tensor of type i1}}
  %result = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2xi1>) -> tensor<f32>
  func.return
}

func.func @if_join(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<?xf32>) {
  %result = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  func.return
}

func.func @case_c1(%p: tensor<i32>, %x: tensor<f32>, %y: tensor<2xf32>) {
  // expected-error @+1 {{case (C1): }}
  %result = "stablehlo.case"(%p) : (tensor<i32>) -> tensor<f32>
  func.return
}

func.func @case_c2(%p: tensor<i32>, %x: tensor<f32>, %y: tensor<2xf32>) {
  // expected-error @+1 {{branch 0 takes (tensor<f32>)}}
  %result = "stablehlo.case"(%p) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  func.return
}

func.func @case_c3(%p: tensor<i32>, %x: tensor<f32>, %y: tensor<2xf32>) {
  // expected-error @+3 {{case (C3): }}
  %result = "stablehlo.case"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %y : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<f32>
  func.return
}

func.func @case_c4(%p: tensor<i32>, %x: tensor<f32>, %y: tensor<2xf32>) {
  // expected-error @+5 {{case (C4): }}
  %result = "stablehlo.case"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f64>
  func.return
}

func.func @case_index(%p: tensor<i64>, %x: tensor<f32>) {
  // expected-error @+1 {{index is tensor<i64>, not 0-dimensional tensor of type i32}}
  %result = "stablehlo.case"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i64>) -> tensor<f32>
  func.return
}

func.func @if_c2_scales(%p: tensor<i1>, %x: tensor<2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x!quant.uniform<i8:f32, 0.25>>) {
  // expected-error @+3 {{if (C2): }}
  %result = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<2x!quant.uniform<i8:f32, 0.5>>
  }, {
    stablehlo.return %y : tensor<2x!quant.uniform<i8:f32, 0.25>>
  }) : (tensor<i1>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @if_c3_scales(%p: tensor<i1>, %x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+5 {{if (C3): }}
  %result = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<2x!quant.uniform<i8:f32, 0.5>>
  }, {
    stablehlo.return %x : tensor<2x!quant.uniform<i8:f32, 0.5>>
  }) : (tensor<i1>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  func.return
}
