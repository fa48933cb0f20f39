// [[2, 1, 0], [4, 1, 1], [0, 1, 3]] x = (4, 9, 11); rows 0 and 1 change places. dl[0] and du's last are not read.
func.func @gtsv() {
  %dl = stablehlo.constant dense<[0x7FF8000000000000, 4.0, 1.0]> : tensor<3xf64>
  %d = stablehlo.constant dense<[2.0, 1.0, 3.0]> : tensor<3xf64>
  %du = stablehlo.constant dense<[1.0, 1.0, 0x7FF8000000000000]> : tensor<3xf64>
  %b = stablehlo.constant dense<[[4.0], [9.0], [11.0]]> : tensor<3x1xf64>
  %dl1, %d1, %du1, %x, %info = stablehlo.custom_call @lapack_dgtsv_ffi(%dl, %d, %du, %b) : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3x1xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3x1xf64>, tensor<i32>)
  check.expect_eq_const %x, dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf64>
  check.expect_eq_const %info, dense<0> : tensor<i32>
  return
}

// -----

// info is the first pivot that is 0.
func.func @gtsv_singular() {
  %z = stablehlo.constant dense<0.0> : tensor<2x2xf32>
  %b = stablehlo.constant dense<1.0> : tensor<2x2x1xf32>
  %dl1, %d1, %du1, %x, %info = stablehlo.custom_call @lapack_sgtsv_ffi(%z, %z, %z, %b) : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2x1xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2x1xf32>, tensor<2xi32>)
  check.expect_eq_const %info, dense<[1, 1]> : tensor<2xi32>
  return
}
