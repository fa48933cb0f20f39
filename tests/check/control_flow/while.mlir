// paddock: exact
// Loops.

func.func @while_plain(%x: tensor<i32>) {
  %result = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<i32>):
    %c = stablehlo.compare LT, %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}

func.func @while_c1_returned(%x: tensor<i32>) {
  // expected-error @+1 {{cond returns (tensor<i32>)}}
  %result = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}

func.func @while_c1_argument(%x: tensor<i32>) {
  // expected-error @+1 {{cond takes tensor<i64> and operand 0 is tensor<i32>}}
  %result = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<i64>):
    %c = stablehlo.compare LT, %a, %a : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}

func.func @while_c2_argument(%x: tensor<i32>) {
  // expected-error @+5 {{body takes tensor<i64> and operand 0 is tensor<i32>}}
  %result = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<i32>):
    %c = stablehlo.compare LT, %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i64>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}

func.func @while_c2_returned(%x: tensor<i32>) {
  // expected-error @+5 {{body returns 2 values, not 1}}
  %result = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<i32>):
    %c = stablehlo.compare LT, %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a, %a : tensor<i32>, tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}

func.func @while_c3(%x: tensor<i32>) {
  // expected-error @+8 {{while (C3): }}
  %result = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<i32>):
    %c = stablehlo.compare LT, %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i64>
  func.return
}

func.func @while_c3_count(%x: tensor<i32>) {
  // expected-error @+8 {{while (C3): }}
  %result:2 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<i32>):
    %c = stablehlo.compare LT, %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  func.return
}

func.func @while_c3_scales(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+8 {{while (C3): }}
  %result = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>):
    %stop = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %stop : tensor<i1>
  }, {
  ^bb0(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>):
    stablehlo.return %a : tensor<2x!quant.uniform<i8:f32, 0.5>>
  }) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  func.return
}
