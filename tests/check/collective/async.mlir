// paddock: exact
// Operations that are started and awaited.

func.func @async_plain(%x: tensor<2x3xf32>) {
  %result = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x3xf32>):
    %p = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    stablehlo.return %p : tensor<2x3xf32>
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<2x3xf32>>
  %done = "stablehlo.async_done"(%result) : (!stablehlo.future<tensor<2x3xf32>>) -> tensor<2x3xf32>
  func.return
}

func.func @async_start_x1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{it holds something else}}
  %result = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x3xf32>):
    %p = stablehlo.negate %a : tensor<2x3xf32>
    stablehlo.return %p : tensor<2x3xf32>
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<2x3xf32>>
  func.return
}

func.func @async_start_x2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{they are (tensor<2x3xf32>) and (tensor<2x3xf32>, tensor<f32>)}}
  %result = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x3xf32>, %b: tensor<f32>):
    %p = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    stablehlo.return %p : tensor<2x3xf32>
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<2x3xf32>>
  func.return
}

func.func @async_start_x3(%x: tensor<2x3xf32>) {
  // expected-error @+5 {{type(result) = future}}
  %result = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x3xf32>):
    %p = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    stablehlo.return %p : tensor<2x3xf32>
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<3x3xf32>>
  func.return
}

func.func @async_start_outside(%x: tensor<2x3xf32>) {
  %result = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2x3xf32>):
    %y = stablehlo.slice %a [0:1, 0:1] : (tensor<2x3xf32>) -> tensor<1x1xf32>
    stablehlo.return %y : tensor<1x1xf32>
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<1x1xf32>>
  func.return
}

func.func @async_done_x1(%f: !stablehlo.future<tensor<f32>>) {
  // expected-error @+1 {{the operand is a future of one value}}
  %result = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<f32>>) -> tensor<f64>
  func.return
}
