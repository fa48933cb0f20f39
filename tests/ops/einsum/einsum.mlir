// paddock: exact
// A product of matrices, its result transposed.
func.func @matrix_product() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %b = stablehlo.constant dense<[[1.0, 0.0], [2.0, 1.0]]> : tensor<2x2xf32>
  %r = stablehlo.einsum %a, %b, config = "ab,bc->ca" : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[5.0, 11.0, 17.0], [2.0, 4.0, 6.0]]> : tensor<2x3xf32>
  return
}

// -----

// A letter of the batch, and one of the left operand alone, which is summed.
func.func @batch_and_sum() {
  %a = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %b = stablehlo.constant dense<[[1, 10], [2, 20]]> : tensor<2x2xi32>
  %r = stablehlo.einsum %a, %b, config = "nxk,nk->n" : (tensor<2x2x2xi32>, tensor<2x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[64, 304]> : tensor<2xi32>
  return
}

// -----

// An outer product, and a diagonal.
func.func @outer_of_diagonal() {
  %a = stablehlo.constant dense<[[1, 9], [9, 2]]> : tensor<2x2xi32>
  %b = stablehlo.constant dense<[3, 4, 5]> : tensor<3xi32>
  %r = stablehlo.einsum %a, %b, config = "ii,j->ij" : (tensor<2x2xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[3, 4, 5], [6, 8, 10]]> : tensor<2x3xi32>
  return
}

// -----

// Scalars, and blanks in the formula.
func.func @scalars() {
  %a = stablehlo.constant dense<3> : tensor<i32>
  %b = stablehlo.constant dense<[4, 5]> : tensor<2xi32>
  %r = stablehlo.einsum %a, %b, config = " , a -> a" : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[12, 15]> : tensor<2xi32>
  return
}

// -----

// No elements: the sum of nothing is 0.
func.func @empty() {
  %a = stablehlo.constant dense<> : tensor<2x0xf32>
  %b = stablehlo.constant dense<> : tensor<0xf32>
  %r = stablehlo.einsum %a, %b, config = "ab,b->a" : (tensor<2x0xf32>, tensor<0xf32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<0.0> : tensor<2xf32>
  return
}

// -----

func.func @fail_sizes() {
  %a = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %b = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{'b' has the sizes 3 and 2}}
  %r = stablehlo.einsum %a, %b, config = "ab,b->a" : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @fail_formula() {
  %a = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{it is "...a,a->a"}}
  %r = stablehlo.einsum %a, %a, config = "...a,a->a" : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:1>
!r = !quant.uniform<i8:f32, 0.25:-2>

// [[1, 2], [0, 3]] * [[1], [-1]] = [[-1], [-3]].
func.func @einsum_quantized() {
  %x = stablehlo.constant dense<[[3, 5], [1, 7]]> : tensor<2x2x!q>
  %y = stablehlo.constant dense<[[3], [-1]]> : tensor<2x1x!q>
  %r = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x2x!q>, tensor<2x1x!q>) -> tensor<2x1x!r>
  check.expect_eq_const %r, dense<[[-6], [-14]]> : tensor<2x1x!r>
  return
}
