// paddock: exact
// Unknown operations and targets are warnings, with the nearest name.
func.func @misspelt_dialect(%x: tensor<4xf32>) {
  // expected-fix @+2 {{"stablehlo.add"}}
  // expected-warning @+1 {{unsupported operation stablehol.add}}
  %0 = "stablehol.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @former_dialect(%x: tensor<4xf32>) {
  // expected-fix @+2 {{"stablehlo.add"}}
  // expected-warning @+1 {{unsupported operation mhlo.add}}
  %0 = "mhlo.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @tensorflow(%x: tensor<4xf32>) {
  // expected-fix @+2 {{"stablehlo.add"}}
  // expected-warning @+1 {{unsupported operation tf.AddV2}}
  %0 = "tf.AddV2"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @torch(%x: tensor<4xf32>) {
  // expected-fix @+2 {{"stablehlo.multiply"}}
  // expected-warning @+1 {{unsupported operation torch.aten.mul.Tensor}}
  %0 = "torch.aten.mul.Tensor"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @of_no_dialect(%x: tensor<4xf32>) {
  // expected-fix @+2 {{"stablehlo.exponential"}}
  // expected-warning @+1 {{unsupported operation exp}}
  %0 = "exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @resembles_nothing(%x: tensor<4xf32>) {
  // expected-warning @+1 {{unsupported operation test.foo}}
  %0 = "test.foo"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @of_a_dialect_that_is_whole(%x: tensor<4xf32>) {
  // expected-fix @+2 {{"stablehlo.exponential"}}
  // expected-error @+1 {{there is no operation stablehlo.exp}}
  %0 = "stablehlo.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @misspelt_target(%x: tensor<4xf32>) {
  // expected-fix @+2 {{@Sharding}}
  // expected-warning @+1 {{unknown target Shading}}
  %0 = stablehlo.custom_call @Shading(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @misspelt_target_in_quotes(%x: tensor<4xf32>) {
  // expected-fix @+2 {{"Sharding"}}
  // expected-warning @+1 {{target Sharing}}
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "Sharing"} : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @unknown_target(%x: tensor<4xf32>) {
  // expected-warning @+1 {{target my_library_solver: a run fails when it reaches this call}}
  %0 = stablehlo.custom_call @my_library_solver(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @known_targets(%x: tensor<4xf32>) {
  %0 = stablehlo.custom_call @Sharding(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @mhlo.erf(%0) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}
