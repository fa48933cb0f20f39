// paddock: exact
// Slices along a dimension, by their indices.

func.func @torch_index_select_plain(%x: tensor<2x3x?xf32>, %i: tensor<2x?xi32>) {
  %result = "stablehlo.torch_index_select"(%x, %i) {dim = -2 : i64, batch_dims = 1 : i64} : (tensor<2x3x?xf32>, tensor<2x?xi32>) -> tensor<2x5x7xf32>
  func.return
}

func.func @torch_index_select_x1(%x: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{torch_index_select: 0 <= batch_dims <= dim < rank(operand) and batch_dims <= rank(index), negative ones counted from the end, but dim = 2 and batch_dims = 0 for an operand of rank 2 and an index of rank 1}}
  %result = "stablehlo.torch_index_select"(%x, %i) {dim = 2 : i64, batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x3xf32>
  func.return
}

func.func @torch_index_select_x1_batch(%x: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{dim = 1 and batch_dims = 2}}
  %result = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 2 : i64} : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x3xf32>
  func.return
}

func.func @torch_index_select_x2(%x: tensor<2x3xf32>, %i: tensor<4x1xi32>) {
  // expected-error @+1 {{dim(operand, 0) = 2 and dim(index, 0) = 4}}
  %result = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2x3xf32>, tensor<4x1xi32>) -> tensor<2x1xf32>
  func.return
}

func.func @torch_index_select_x3(%x: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{result 0 is declared as tensor<2x3xf32> and is tensor<4x3xf32>}}
  %result = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x3xf32>
  func.return
}

func.func @torch_index_select_x4(%x: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{result 0 is declared as tensor<4x3xf64> and is tensor<4x3xf32>}}
  %result = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4x3xf64>
  func.return
}

func.func @torch_index_select_x5(%x: tensor<0x3xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{dimension 0 has no slice that an index could select}}
  %result = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<0x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
  func.return
}
