func.func @top_k_of_rows() {
  %x = stablehlo.constant dense<[[1, 5, 3], [-4, -2, -9]]> : tensor<2x3xi16>
  %v, %i = chlo.top_k(%x, k = 2) : tensor<2x3xi16> -> (tensor<2x2xi16>, tensor<2x2xi32>)
  check.expect_eq_const %v, dense<[[5, 3], [-2, -4]]> : tensor<2x2xi16>
  check.expect_eq_const %i, dense<[[1, 2], [1, 0]]> : tensor<2x2xi32>
  return
}

// -----

// Equal values in the order of their places.
func.func @top_k_ties() {
  %x = stablehlo.constant dense<[7, 9, 7, 9, 7]> : tensor<5xui8>
  %v, %i = chlo.top_k(%x, k = 4) : tensor<5xui8> -> (tensor<4xui8>, tensor<4xi32>)
  check.expect_eq_const %v, dense<[9, 9, 7, 7]> : tensor<4xui8>
  check.expect_eq_const %i, dense<[1, 3, 0, 2]> : tensor<4xi32>
  return
}

// -----

// NaN is greater than infinity, -NaN less than all, and +0 greater than -0.
func.func @top_k_total_order() {
  %x = stablehlo.constant dense<[-0.0, 0xFE00, 0x7C00, 0.0, 0x7E00]> : tensor<5xf16>
  %v, %i = chlo.top_k(%x, k = 5) : tensor<5xf16> -> (tensor<5xf16>, tensor<5xi32>)
  check.expect_eq_const %i, dense<[4, 2, 3, 0, 1]> : tensor<5xi32>
  return
}

// -----

func.func @top_k_few_of_many() {
  %i = stablehlo.iota dim = 0 : tensor<1000xf64>
  %c = stablehlo.constant dense<500.0> : tensor<1000xf64>
  %d = stablehlo.subtract %i, %c : tensor<1000xf64>
  %x = stablehlo.multiply %d, %d : tensor<1000xf64>
  %v, %k = chlo.top_k(%x, k = 3) : tensor<1000xf64> -> (tensor<3xf64>, tensor<3xi32>)
  check.expect_eq_const %v, dense<[250000.0, 249001.0, 249001.0]> : tensor<3xf64>
  check.expect_eq_const %k, dense<[0, 1, 999]> : tensor<3xi32>
  return
}

// -----

func.func @top_k_of_nothing() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %v, %i = chlo.top_k(%x, k = 0) : tensor<2xi1> -> (tensor<0xi1>, tensor<0xi32>)
  check.expect_eq_const %v, dense<> : tensor<0xi1>
  check.expect_eq_const %i, dense<> : tensor<0xi32>
  %w, %j = chlo.top_k(%x, k = 2) : tensor<2xi1> -> (tensor<2xi1>, tensor<2xi32>)
  check.expect_eq_const %w, dense<[true, false]> : tensor<2xi1>
  return
}
