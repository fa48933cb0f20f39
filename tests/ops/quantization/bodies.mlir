// Regions whose values are quantized.

!q = !quant.uniform<i8:f32, 0.5:-10>

// 1 + 2 + 3 = 6 by rows, and 0 and 127 steps are past the range.
func.func @reduce_add_of_quantized() {
  %x = stablehlo.constant dense<[[-8, -6, -4], [120, 120, -10]]> : tensor<2x3x!q>
  %zero = stablehlo.constant dense<-10> : tensor<!q>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3x!q>, tensor<!q>) -> tensor<2x!q>
  check.expect_eq_const %r, dense<[2, 127]> : tensor<2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>

func.func @reduce_maximum_of_quantized() {
  %x = stablehlo.constant dense<[[-8, -6, -4], [127, -128, -10]]> : tensor<2x3x!q>
  %least = stablehlo.constant dense<-128> : tensor<!q>
  %r = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x!q>, tensor<!q>) -> tensor<2x!q>
  check.expect_eq_const %r, dense<[-4, 127]> : tensor<2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>

// The products of 1, 2 and 3 with 2, which comes from outside of the body.
func.func @map_of_quantized() {
  %x = stablehlo.constant dense<[-8, -6, -4]> : tensor<3x!q>
  %two = stablehlo.constant dense<-6> : tensor<!q>
  %r = "stablehlo.map"(%x) ({
    ^bb0(%a: tensor<!q>):
      %s = stablehlo.multiply %a, %two : tensor<!q>
      stablehlo.return %s : tensor<!q>
  }) {dimensions = array<i64: 0>} : (tensor<3x!q>) -> tensor<3x!q>
  check.expect_eq_const %r, dense<[-6, -2, 2]> : tensor<3x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>

// 1 is added to the element that holds 2.
func.func @scatter_of_quantized() {
  %x = stablehlo.constant dense<[-8, -6, -4]> : tensor<3x!q>
  %i = stablehlo.constant dense<[[1]]> : tensor<1x1xi32>
  %u = stablehlo.constant dense<[-8]> : tensor<1x!q>
  %r = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<!q>, %b: tensor<!q>):
      %s = stablehlo.add %a, %b : tensor<!q>
      stablehlo.return %s : tensor<!q>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<3x!q>, tensor<1x1xi32>, tensor<1x!q>) -> tensor<3x!q>
  check.expect_eq_const %r, dense<[-8, -4, -4]> : tensor<3x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!w = !quant.uniform<i32:f32, 0.5:0>

// A body that computes in a wider type: inputs become it first, and nothing is clamped on the way.
func.func @reduce_of_quantized_promotes() {
  %x = stablehlo.constant dense<[120, 120, -10]> : tensor<3x!q>
  %zero = stablehlo.constant dense<-10> : tensor<!q>
  %r = "stablehlo.reduce"(%x, %zero) ({
    ^bb0(%a: tensor<!w>, %b: tensor<!w>):
      %s = stablehlo.add %a, %b : tensor<!w>
      stablehlo.return %s : tensor<!w>
  }) {dimensions = array<i64: 0>} : (tensor<3x!q>, tensor<!q>) -> tensor<!w>
  check.expect_eq_const %r, dense<260> : tensor<!w>
  return
}
