// paddock: exact
// Gathers whose slice sizes are values.

func.func @dynamic_gather_plain(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>, %s: tensor<2xi64>) {
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}

func.func @dynamic_gather_c1(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_gather (C1): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}

func.func @dynamic_gather_c2(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_gather (C2): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 3>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}

func.func @dynamic_gather_c3(%x: tensor<3x4xf32>, %i: tensor<2x2xi64>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_gather (C3): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x2xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}

func.func @dynamic_gather_c4(%x: tensor<3x4x5xf32>, %i: tensor<2x1xi64>, %s: tensor<3xi64>) {
  // expected-error @+1 {{dynamic_gather (C4): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4x5xf32>, tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x4x5xf32>
  func.return
}

func.func @dynamic_gather_c5(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_gather (C5): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}

func.func @dynamic_gather_c6(%x: tensor<3x4x5xf32>, %i: tensor<2x1xi64>, %s: tensor<3xi64>) {
  // expected-error @+1 {{dynamic_gather (C6): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4x5xf32>, tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x5xf32>
  func.return
}

func.func @dynamic_gather_c7(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_gather (C7): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}

func.func @dynamic_gather_c8(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>) {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // expected-error @+1 {{dynamic_gather (C8): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}

func.func @dynamic_gather_c9(%x: tensor<3x4xf32>, %i: tensor<2x2xi64>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_gather (C9): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x2xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}

func.func @dynamic_gather_c10(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_gather (C10): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [2], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}

func.func @dynamic_gather_c11(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>, %s: tensor<3xi64>) {
  // expected-error @+1 {{dynamic_gather (C11): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x4xf32>
  func.return
}

func.func @dynamic_gather_c12(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>) {
  %s = stablehlo.constant dense<[1, 5]> : tensor<2xi64>
  // expected-error @+1 {{dynamic_gather (C12): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}

func.func @dynamic_gather_c13(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_gather (C13): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<3x4xf32>
  func.return
}

func.func @dynamic_gather_c14(%x: tensor<3x4xf32>, %i: tensor<2x1xi64>, %s: tensor<2xi64>) {
  // expected-error @+1 {{dynamic_gather (C14): }}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x4xf64>
  func.return
}

func.func @dynamic_gather_c1_batching(%x: tensor<2x3x4xf32>, %i: tensor<2x5x1xi64>, %s: tensor<3xi64>) {
  // expected-warning @+1 {{dynamic_gather (C1): rank(operand) = size(offset_dims) + size(collapsed_slice_dims), but there are operand_batching_dims = [0] too}}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>} : (tensor<2x3x4xf32>, tensor<2x5x1xi64>, tensor<3xi64>) -> tensor<2x5x4xf32>
  func.return
}

func.func @dynamic_gather_x1(%x: tensor<2x3x4xf32>, %i: tensor<2x5x1xi64>, %s: tensor<3xi64>) {
  // expected-warning @+2 {{dynamic_gather (C1): }}
  // expected-error @+1 {{as for gather}}
  %result = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>} : (tensor<2x3x4xf32>, tensor<2x5x1xi64>, tensor<3xi64>) -> tensor<2x5x4xf32>
  func.return
}
