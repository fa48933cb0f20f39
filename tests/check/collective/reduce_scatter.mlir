// paddock: exact
// Parts of what is folded over a group.

func.func @reduce_scatter_plain(%x: tensor<4x3xf32>) {
  %result = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @reduce_scatter_c2(%x: tensor<4x3xf32>) {
  // expected-error @+4 {{reduce_scatter (C2): }}
  %result = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @reduce_scatter_c3(%x: tensor<4x3xf32>) {
  // expected-error @+4 {{reduce_scatter (C3): }}
  %result = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @reduce_scatter_c5(%x: tensor<4x3xf32>) {
  // expected-error @+4 {{reduce_scatter (C5): }}
  %result = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @reduce_scatter_c6(%x: tensor<4x3xf32>) {
  // expected-error @+4 {{channel_id = 0}}
  %result = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @reduce_scatter_c7(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{reduce_scatter (C7): }}
  %result = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @reduce_scatter_c8(%x: tensor<4x3xf32>) {
  // expected-error @+4 {{reduce_scatter (C8): }}
  %result = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x3xf32>) -> tensor<3x3xf32>
  func.return
}

func.func @reduce_scatter_c9(%x: tensor<4x3xf32>) {
  // expected-error @+4 {{reduce_scatter (C9): }}
  %result = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x3xf32>) -> tensor<2x3xf64>
  func.return
}

func.func @reduce_scatter_x1(%x: tensor<0x3xf32>) {
  // expected-warning @+4 {{0 < dim(operand}}
  %result = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  func.return
}

func.func @reduce_scatter_c1(%x: tensor<5x3xf32>) {
  // expected-warning @+2 {{reduce_scatter (C1): dim(operand, scatter_dimension) % dim(process_groups, 1) = 0, but the size is 5 for groups of 2}}
  // expected-warning @+4 {{reduce_scatter (C8): }}
  %result = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<5x3xf32>) -> tensor<1x3xf32>
  func.return
}

func.func @reduce_scatter_c7_narrower(%x: tensor<2xf32>) {
  // expected-warning @+1 {{reduce_scatter (C7): }}
  %result = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    stablehlo.return %a : tensor<bf16>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<1xbf16>
  func.return
}
