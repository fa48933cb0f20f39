// paddock: exact
// Static slices.

func.func @slice_c1(%x: tensor<5xf32>) {
  // expected-error @+1 {{slice (C1): }}
  %result = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 4>, strides = array<i64: 2>} : (tensor<5xf32>) -> tensor<2xf64>
  func.return
}

func.func @slice_c2(%x: tensor<5xf32>) {
  // expected-error @+1 {{slice (C2): }}
  %result = "stablehlo.slice"(%x) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4>, strides = array<i64: 2>} : (tensor<5xf32>) -> tensor<2xf32>
  func.return
}

func.func @slice_c3_limit(%x: tensor<5xf32>) {
  // expected-error @+1 {{start_indices[0] = 0, limit_indices[0] = 6, dim(operand, 0) = 5}}
  %result = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 6>, strides = array<i64: 2>} : (tensor<5xf32>) -> tensor<3xf32>
  func.return
}

func.func @slice_c3_start(%x: tensor<5xf32>) {
  // expected-error @+1 {{start_indices[0] = 3, limit_indices[0] = 2}}
  %result = "stablehlo.slice"(%x) {start_indices = array<i64: 3>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<5xf32>) -> tensor<0xf32>
  func.return
}

func.func @slice_c3_negative(%x: tensor<5xf32>) {
  // expected-error @+1 {{start_indices[0] = -1}}
  %result = "stablehlo.slice"(%x) {start_indices = array<i64: -1>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<5xf32>) -> tensor<3xf32>
  func.return
}

func.func @slice_c4(%x: tensor<5xf32>) {
  // expected-error @+1 {{strides[0] = 0}}
  %result = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 0>} : (tensor<5xf32>) -> tensor<2xf32>
  func.return
}

func.func @slice_c5(%x: tensor<5xf32>) {
  // expected-error @+1 {{slice (C5): }}
  %result = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 5>, strides = array<i64: 2>} : (tensor<5xf32>) -> tensor<2xf32>
  func.return
}

func.func @slice_pretty(%x: tensor<5xf32>) {
  %result = stablehlo.slice %x [0:5:2] : (tensor<5xf32>) -> tensor<3xf32>
  func.return
}

func.func @slice_bound(%x: tensor<?xf32, #stablehlo.bounds<3>>) {
  // expected-error @+1 {{dim(operand, 0) = ?<=3}}
  %result = stablehlo.slice %x [0:4] : (tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<4xf32>
  func.return
}
