// Products of quantized tensors, exact until they are rescaled.

!q = !quant.uniform<i8:f32, 0.5:-10>
!k = !quant.uniform<i8:f32, 0.25:0>
!r = !quant.uniform<i8:f32, 1.0:3>

// [1 2; 3 4] times [1 2; 3 4] in values.
func.func @dot_general_of_quantized() {
  %x = stablehlo.constant dense<[[-8, -6], [-4, -2]]> : tensor<2x2x!q>
  %y = stablehlo.constant dense<[[4, 8], [12, 16]]> : tensor<2x2x!k>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!k>) -> tensor<2x2x!r>
  check.expect_eq_const %r, dense<[[10, 13], [18, 25]]> : tensor<2x2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!k = !quant.uniform<i8:f32, 0.25:0>
!r = !quant.uniform<i32:f32, 0.125:0>

// Batching dimensions, and two that are summed over; the sum is what is stored.
func.func @dot_general_of_quantized_batches() {
  %x = stablehlo.constant dense<[[[[-8, -6], [-4, -2]]], [[[-10, -10], [-10, -8]]]]> : tensor<2x1x2x2x!q>
  %y = stablehlo.constant dense<[[[4, 1], [8, 1]], [[12, 1], [16, 2]]]> : tensor<2x2x2x!k>
  %r = stablehlo.dot_general %x, %y, batching_dims = [0] x [2], contracting_dims = [2, 3] x [0, 1]
    : (tensor<2x1x2x2x!q>, tensor<2x2x2x!k>) -> tensor<2x1x!r>
  check.expect_eq_const %r, dense<[[240], [4]]> : tensor<2x1x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!k = !quant.uniform<i8:f32:1, {0.25:0, 0.5:0}>
!r = !quant.uniform<i8:f32:1, {1.0:3, 0.5:1}>
!t = !quant.uniform<i8:f32, 1.0:3>

// Each column of rhs has its scale, and so may each of the result.
func.func @dot_general_per_axis() {
  %x = stablehlo.constant dense<[[-8, -6], [-4, -2]]> : tensor<2x2x!q>
  %y = stablehlo.constant dense<[[4, 4], [12, 8]]> : tensor<2x2x!k>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!k>) -> tensor<2x2x!r>
  check.expect_eq_const %r, dense<[[10, 21], [18, 45]]> : tensor<2x2x!r>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2x!q>, tensor<2x2x!k>) -> tensor<2x2x!t>
  check.expect_eq_const %s, dense<[[10, 13], [18, 25]]> : tensor<2x2x!t>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i32:f32, 0.125:3>

// dot takes zero points of rhs that are not 0.
func.func @dot_of_quantized() {
  %x = stablehlo.constant dense<[-8, -6]> : tensor<2x!q>
  %y = stablehlo.constant dense<[8, 12]> : tensor<2x!quant.uniform<i8:f32, 0.25:4>>
  %r = stablehlo.dot %x, %y : (tensor<2x!q>, tensor<2x!quant.uniform<i8:f32, 0.25:4>>) -> tensor<!r>
  check.expect_eq_const %r, dense<43> : tensor<!r>
  return
}

// -----

!k = !quant.uniform<i8:f32:1, {0.25:4, 0.5:0}>

// Floats times quantized weights are floats.
func.func @dot_hybrid() {
  %x = stablehlo.constant dense<[[1.5, 2.0]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[8, 4], [16, 8]]> : tensor<2x2x!k>
  %r = stablehlo.dot %x, %y : (tensor<1x2xf32>, tensor<2x2x!k>) -> tensor<1x2xf32>
  check.expect_eq_const %r, dense<[[7.5, 11.0]]> : tensor<1x2xf32>
  return
}

// -----

!k = !quant.uniform<i8:f32:1, {0.25:0, 0.5:0}>

func.func @dot_general_hybrid() {
  %x = stablehlo.constant dense<[[1.5, 2.0]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[4, 4], [12, 8]]> : tensor<2x2x!k>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2x!k>) -> tensor<1x2xf32>
  check.expect_eq_const %r, dense<[[7.5, 11.0]]> : tensor<1x2xf32>
  return
}

// -----

!w = !quant.uniform<i32:f64, 0.5:1000000>
!v = !quant.uniform<i32:f64, 0.5:0>
!r = !quant.uniform<i32:f64, 0.25:-1>

// Sums of wide elements take 64 bits: (2^31 - 1 - 10^6) * 1 and 3 * 5.
func.func @dot_general_of_wide_elements() {
  %x = stablehlo.constant dense<[[2147483647], [1000003]]> : tensor<2x1x!w>
  %y = stablehlo.constant dense<[[1, 5]]> : tensor<1x2x!v>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x1x!w>, tensor<1x2x!v>) -> tensor<2x2x!r>
  check.expect_eq_const %r, dense<[[2146483646, 2147483647], [2, 14]]> : tensor<2x2x!r>
  return
}

// -----

!q = !quant.uniform<u4:f32, 1.0:8>
!k = !quant.uniform<u4:f32, 1.0:0>
!r = !quant.uniform<i32:f32, 1.0:0>

// Over nothing the sum is zero; nibbles are multiplied like all others.
func.func @dot_general_of_few_elements() {
  %x = stablehlo.constant dense<> : tensor<2x0x!q>
  %y = stablehlo.constant dense<> : tensor<0x1x!k>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x0x!q>, tensor<0x1x!k>) -> tensor<2x1x!r>
  check.expect_eq_const %r, dense<0> : tensor<2x1x!r>
  %u = stablehlo.constant dense<[[15, 0]]> : tensor<1x2x!q>
  %v = stablehlo.constant dense<[[15], [1]]> : tensor<2x1x!k>
  %s = stablehlo.dot_general %u, %v, contracting_dims = [1] x [0] : (tensor<1x2x!q>, tensor<2x1x!k>) -> tensor<1x1x!r>
  check.expect_eq_const %s, dense<97> : tensor<1x1x!r>
  return
}
