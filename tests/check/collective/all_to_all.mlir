// paddock: exact
// Parts for each process.

func.func @all_to_all_plain(%x: tensor<2x3xf32>) {
  %result = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  func.return
}

func.func @all_to_all_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{all_to_all (C1): }}
  %result = "stablehlo.all_to_all"(%x) {split_dimension = 2 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  func.return
}

func.func @all_to_all_c2(%x: tensor<3x3xf32>) {
  // expected-error @+1 {{all_to_all (C2): }}
  %result = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3x3xf32>) -> tensor<1x6xf32>
  func.return
}

func.func @all_to_all_c3(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{all_to_all (C3): }}
  %result = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = -1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  func.return
}

func.func @all_to_all_c4(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{split_count = 0}}
  %result = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  func.return
}

func.func @all_to_all_c5(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{all_to_all (C5): }}
  %result = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  func.return
}

func.func @all_to_all_c7(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{all_to_all (C7): }}
  %result = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  func.return
}

func.func @all_to_all_c8(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{they are 1 and 2}}
  %result = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  func.return
}

func.func @all_to_all_c9(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{all_to_all (C9): }}
  %result = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @all_to_all_c9_scales(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{all_to_all (C9): }}
  %result = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  func.return
}
