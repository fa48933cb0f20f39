// paddock: exact
// Broadcasts and permutations.

func.func @collective_broadcast_plain(%x: tensor<2x3xf32>) {
  %result = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_broadcast_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{collective_broadcast (C1): }}
  %result = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_broadcast_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{collective_broadcast (C2): }}
  %result = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_broadcast_c3(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{collective_broadcast (C3): }}
  %result = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf64>
  func.return
}

func.func @collective_broadcast_x1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{there are 1 operands}}
  %result = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_broadcast_x2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{there are 1 operands and 2 results}}
  %result:2 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  func.return
}

func.func @collective_permute_plain(%x: tensor<2x3xf32>) {
  %result = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_permute_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{collective_permute (C1): }}
  %result = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_permute_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{collective_permute (C2): }}
  %result = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_permute_c3(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{collective_permute (C3): }}
  %result = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_permute_c4(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{collective_permute (C4): }}
  %result = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @collective_permute_c5(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{collective_permute (C5): }}
  %result = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  func.return
}

func.func @cross_replica_sum_x1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{type(result) = type(operand)}}
  %result = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  func.return
}

func.func @collective_permute_c5_scales(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{collective_permute (C5): }}
  %result = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  func.return
}

func.func @collective_broadcast_c3_scales(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{collective_broadcast (C3): }}
  %result = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  func.return
}
