// paddock: exact
// Slices at indices that are values.

func.func @dynamic_slice_c1(%x: tensor<4xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{dynamic_slice (C1): }}
  %result = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<i64>) -> tensor<2xf64>
  func.return
}

func.func @dynamic_slice_c2(%x: tensor<4xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{dynamic_slice (C2): }}
  %result = stablehlo.dynamic_slice %x, %i, %i, sizes = [2] : (tensor<4xf32>, tensor<i64>, tensor<i64>) -> tensor<2xf32>
  func.return
}

func.func @dynamic_slice_c3(%x: tensor<4x4xf32>, %i: tensor<i64>, %j: tensor<i32>) {
  // expected-error @+1 {{dynamic_slice (C3): }}
  %result = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 2] : (tensor<4x4xf32>, tensor<i64>, tensor<i32>) -> tensor<2x2xf32>
  func.return
}

func.func @dynamic_slice_c4(%x: tensor<4xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{size 0 is 5 of 4}}
  %result = stablehlo.dynamic_slice %x, %i, sizes = [5] : (tensor<4xf32>, tensor<i64>) -> tensor<5xf32>
  func.return
}

func.func @dynamic_slice_c5(%x: tensor<4xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{dynamic_slice (C5): }}
  %result = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<i64>) -> tensor<3xf32>
  func.return
}

func.func @dynamic_slice_index_rank(%x: tensor<4xf32>, %i: tensor<1xi64>) {
  // expected-error @+1 {{one of start_indices is tensor<1xi64>, not 0-dimensional}}
  %result = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<1xi64>) -> tensor<2xf32>
  func.return
}

func.func @dynamic_update_slice_c1(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{dynamic_update_slice (C1): }}
  %result = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i64>) -> tensor<5xf32>
  func.return
}

func.func @dynamic_update_slice_c2(%x: tensor<4xf32>, %u: tensor<2xf64>, %i: tensor<i64>) {
  // expected-error @+1 {{dynamic_update_slice (C2): }}
  %result = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf64>, tensor<i64>) -> tensor<4xf32>
  func.return
}

func.func @dynamic_update_slice_c3(%x: tensor<4xf32>, %u: tensor<2x1xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{dynamic_update_slice (C3): }}
  %result = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2x1xf32>, tensor<i64>) -> tensor<4xf32>
  func.return
}

func.func @dynamic_update_slice_c4(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{dynamic_update_slice (C4): }}
  %result = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i64>, tensor<i64>) -> tensor<4xf32>
  func.return
}

func.func @dynamic_update_slice_c5(%x: tensor<4x4xf32>, %u: tensor<2x2xf32>, %i: tensor<i64>, %j: tensor<i32>) {
  // expected-error @+1 {{dynamic_update_slice (C5): }}
  %result = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i64>, tensor<i32>) -> tensor<4x4xf32>
  func.return
}

func.func @dynamic_update_slice_c6(%x: tensor<4xf32>, %u: tensor<5xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{dim(update, 0) = 5 and dim(operand, 0) = 4}}
  %result = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<5xf32>, tensor<i64>) -> tensor<4xf32>
  func.return
}
