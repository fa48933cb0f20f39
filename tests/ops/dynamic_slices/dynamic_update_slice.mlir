func.func @dynamic_update_slice_clamps() {
  %x = stablehlo.constant dense<0> : tensor<2x3xi32>
  %u = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi32>
  %i = stablehlo.constant dense<5> : tensor<i32>
  %j = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<2x3xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[0, 0, 0], [0, 7, 8]]> : tensor<2x3xi32>
  return
}

// -----

// A choice between a tensor and its update keeps the window where the tensor is chosen.
func.func @chosen_window() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %u = stablehlo.constant dense<[[9, 9]]> : tensor<1x2xi32>
  %i = stablehlo.constant dense<5> : tensor<i32>
  %j = stablehlo.constant dense<1> : tensor<i32>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<2x4xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<2x4xi32>
  %1 = stablehlo.select %yes, %0, %x : tensor<i1>, tensor<2x4xi32>
  check.expect_eq_const %1, dense<[[1, 2, 3, 4], [5, 9, 9, 8]]> : tensor<2x4xi32>
  %2 = stablehlo.dynamic_update_slice %x, %u, %j, %j : (tensor<2x4xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<2x4xi32>
  %3 = stablehlo.select %no, %2, %x : tensor<i1>, tensor<2x4xi32>
  check.expect_eq_const %3, dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %4 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<2x4xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<2x4xi32>
  %5 = stablehlo.select %no, %x, %4 : tensor<i1>, tensor<2x4xi32>
  check.expect_eq_const %5, dense<[[1, 2, 3, 4], [5, 6, 9, 9]]> : tensor<2x4xi32>
  return
}
