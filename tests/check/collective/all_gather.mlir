// paddock: exact
// Operands side by side.

func.func @all_gather_plain(%x: tensor<2x3xf32>) {
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}

func.func @all_gather_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{all_gather_dim = 2 and the rank is 2}}
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}

func.func @all_gather_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{1 occurs twice in}}
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}

func.func @all_gather_c4(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{value 1 is 2 and the limit 2}}
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}

func.func @all_gather_c5(%x: tensor<2x3xf32>) {
  // expected-warning @+1 {{all_gather (C5): }}
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}

func.func @all_gather_c5_negative(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{channel_id = -1}}
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = -1, type = 1>} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}

func.func @all_gather_c6(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{all_gather (C6): }}
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<4x4xf32>
  func.return
}

func.func @all_gather_c6_multiple(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{all_gather (C6): }}
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<5x3xf32>
  func.return
}

func.func @all_gather_x1(%x: tensor<0x3xf32>) {
  // expected-warning @+1 {{it is 0; the specification allows it}}
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  func.return
}

func.func @all_gather_groups(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{replica_groups must be a 2-dimensional tensor}}
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}

func.func @all_gather_mesh(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{the module has no @mesh}}
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}

// Groups of two give twice the size; upstream takes any multiple.
func.func @all_gather_c6_factor(%x: tensor<2x3xf32>) {
  // expected-warning @+1 {{the sizes are 3 and 9 for groups of 2}}
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x9xf32>
  func.return
}

// How many partitions multiply the group is not known here.
func.func @all_gather_c6_partitions(%x: tensor<2x3xf32>) {
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2x3xf32>) -> tensor<2x12xf32>
  func.return
}

// Each operand has its own size.
func.func @all_gather_c6_of_each(%x: tensor<2x3xf32>, %y: tensor<2x5xi8>) {
  %result:2 = "stablehlo.all_gather"(%x, %y) {all_gather_dim = 1 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x3xf32>, tensor<2x5xi8>) -> (tensor<2x6xf32>, tensor<2x10xi8>)
  func.return
}

func.func @all_gather_c6_scales(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{all_gather (C6): }}
  %result = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  func.return
}
