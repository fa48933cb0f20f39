// [[1, 0, 2], [0, 0, 0], [0, 3, 0]] [[1, 10], [2, 20], [3, 30]] = [[7, 70], [0, 0], [6, 60]]. The last entry belongs to no row.
func.func @csr_sparse_dense() {
  %entries = stablehlo.constant dense<[1.0, 2.0, 3.0, 9.0]> : tensor<4xf32>
  %starts = stablehlo.constant dense<[0, 2, 2, 3]> : tensor<4xi32>
  %columns = stablehlo.constant dense<[0, 2, 1, 0]> : tensor<4xi32>
  %dense = stablehlo.constant dense<[[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]]> : tensor<3x2xf32>
  %0 = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%entries, %starts, %columns, %dense) : (tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[7.0, 70.0], [0.0, 0.0], [6.0, 60.0]]> : tensor<3x2xf32>
  return
}

// -----

// A vector. A column beyond the vector, with which JAX fills up, is passed over.
func.func @csr_sparse_dense_vector() {
  %entries = stablehlo.constant dense<[(0.0, 1.0), (2.0, 0.0), (5.0, 5.0)]> : tensor<3xcomplex<f32>>
  %starts = stablehlo.constant dense<[0, 1, 3]> : tensor<3xi32>
  %columns = stablehlo.constant dense<[1, 0, 2]> : tensor<3xi32>
  %dense = stablehlo.constant dense<[(1.0, 1.0), (2.0, 3.0)]> : tensor<2xcomplex<f32>>
  %0 = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%entries, %starts, %columns, %dense) : (tensor<3xcomplex<f32>>, tensor<3xi32>, tensor<3xi32>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %0, dense<[(-3.0, 2.0), (2.0, 2.0)]> : tensor<2xcomplex<f32>>
  return
}

// -----

// Integers wrap. Without entries all is 0.
func.func @csr_sparse_dense_integers() {
  %entries = stablehlo.constant dense<[2147483647, 1]> : tensor<2xi32>
  %starts = stablehlo.constant dense<[0, 2]> : tensor<2xi32>
  %columns = stablehlo.constant dense<[0, 0]> : tensor<2xi32>
  %dense = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%entries, %starts, %columns, %dense) : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<1xi32>
  check.expect_eq_const %0, dense<-2147483648> : tensor<1xi32>
  %none = stablehlo.constant dense<> : tensor<0xi32>
  %1 = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%none, %starts, %none, %dense) : (tensor<0xi32>, tensor<2xi32>, tensor<0xi32>, tensor<1xi32>) -> tensor<1xi32>
  check.expect_eq_const %1, dense<0> : tensor<1xi32>
  return
}
