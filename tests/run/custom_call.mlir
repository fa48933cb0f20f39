// paddock: exact
// Calls whose operands their target does not take. One program a case.

// Three rows need four starts.
func.func @main() -> tensor<3xf32> {
  %entries = stablehlo.constant dense<1.0> : tensor<2xf32>
  %starts = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
  %columns = stablehlo.constant dense<0> : tensor<2xi32>
  // expected-error @+1 {{custom-call}}
  %result = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%entries, %starts, %columns, %entries) : (tensor<2xf32>, tensor<3xi32>, tensor<2xi32>, tensor<2xf32>) -> tensor<3xf32>
  func.return %result : tensor<3xf32>
}

// -----

// A dense operand of another type.
func.func @main() -> tensor<2xf32> {
  %entries = stablehlo.constant dense<1.0> : tensor<2xf32>
  %starts = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
  %dense = stablehlo.constant dense<1.0> : tensor<2xf64>
  // expected-error @+1 {{custom-call}}
  %result = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%entries, %starts, %starts, %dense) : (tensor<2xf32>, tensor<3xi32>, tensor<3xi32>, tensor<2xf64>) -> tensor<2xf32>
  func.return %result : tensor<2xf32>
}
