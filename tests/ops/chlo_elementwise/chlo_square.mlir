func.func @square_real() {
  %x = stablehlo.constant dense<[[1.5, -3.0]]> : tensor<1x2xf64>
  %r = chlo.square %x : tensor<1x2xf64> -> tensor<1x2xf64>
  check.expect_eq_const %r, dense<[[2.25, 9.0]]> : tensor<1x2xf64>
  return
}

// -----

// (x - y) (x + y) and 2 x y: equal parts give exactly 0, even where their squares overflow.
func.func @square_complex() {
  %x = stablehlo.constant dense<[(3.0, 4.0), (1.0e30, 1.0e30)]> : tensor<2xcomplex<f32>>
  %r = chlo.square %x : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(-7.0, 24.0), (0.0, 0x7F800000)]> : tensor<2xcomplex<f32>>
  return
}

// -----

// Equal finite parts of any size give 0 and not NaN; infinite ones leave no number.
func.func @square_of_huge_and_infinite_parts() {
  %x = stablehlo.constant dense<[(3.0e38, -3.0e38), (0x7F800000, 2.0), (-2.0, 0x7F800000), (0xFF800000, 0x7F800000)]> : tensor<4xcomplex<f32>>
  %r = chlo.square %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.0, 0xFF800000), (0x7F800000, 0x7F800000), (0xFF800000, 0xFF800000), (0x7FC00000, 0xFF800000)]> : tensor<4xcomplex<f32>>
  check.expect_close %r, %expected, max_ulp_difference = 0 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
  return
}
