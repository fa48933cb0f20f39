// paddock: exact
// Folding over a group.

// -1 fills up a group that has fewer processes than another.
func.func @all_reduce_padded(%x: tensor<2x3xf32>) {
  // expected-warning @+4 {{all_reduce (C3): 0 <= replica_groups < size(replica_groups), but an id is -1}}
  %result = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @all_reduce_c1(%x: tensor<2x3xf32>) {
  // expected-error @+4 {{all_reduce (C1): }}
  %result = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @all_reduce_c3(%x: tensor<2x3xf32>) {
  // expected-error @+4 {{all_reduce (C3): }}
  %result = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @all_reduce_c4(%x: tensor<2x3xf32>) {
  // expected-error @+4 {{channel_id = 0}}
  %result = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @all_reduce_c5(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{all_reduce (C5): }}
  %result = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @all_reduce_c6(%x: tensor<2x3xf32>) {
  // expected-error @+4 {{all_reduce (C6): }}
  %result = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x4xf32>
  func.return
}

func.func @all_reduce_c7(%x: tensor<2x3xf32>) {
  // expected-error @+4 {{all_reduce (C7): }}
  %result = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf64>
  func.return
}

func.func @collective_reduce_plain(%x: tensor<2x3xf32>) {
  %result = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_reduce_x1(%x: tensor<2x3xf32>) {
  // expected-error @+4 {{1 occurs twice}}
  %result = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_reduce_x2(%x: tensor<2x3xf32>) {
  // expected-error @+4 {{channel_id = 0}}
  %result = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_reduce_x3(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{it takes 1 values}}
  %result = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_reduce_x4(%x: tensor<2x3xf32>) {
  // expected-error @+4 {{shape(results...) = shape(operands...)}}
  %result = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  func.return
}

func.func @collective_reduce_x5(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{there are 1 operands}}
  %result = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_reduce_root(%x: tensor<2x3xf32>, %root: tensor<1xi32>) {
  %result = "stablehlo.collective_reduce"(%x, %root) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  func.return
}

func.func @all_reduce_c5_other_sign(%x: tensor<2xi32>) {
  // expected-warning @+1 {{all_reduce (C5): }}
  %result = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    stablehlo.return %a : tensor<ui32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xui32>
  func.return
}

func.func @collective_reduce_x3_narrower(%x: tensor<2xf32>) {
  // expected-warning @+1 {{input 0 has element type f32 and E0 is f16}}
  %result = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    stablehlo.return %a : tensor<f16>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf16>
  func.return
}

func.func @collective_reduce_padded(%x: tensor<2xf32>) {
  // expected-warning @+4 {{an id is -1}}
  %result = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
