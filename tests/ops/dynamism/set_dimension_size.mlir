// The elements past the size are no part of the value for later operations.
func.func @set_dimension_size_then_reduce() {
  %x = stablehlo.constant dense<[1, 2, 4, 8]> : tensor<4xi32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %y = stablehlo.set_dimension_size %x, %three, dim = 0
    : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %size = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  check.expect_eq_const %size, dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %sum, dense<7> : tensor<i32>
  return
}

// -----

// Up to its bound a size may grow again; what comes in is unspecified, what was there stays.
func.func @set_dimension_size_grows() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %less = stablehlo.set_dimension_size %x, %one, dim = 1
    : (tensor<2x2xi8>, tensor<i32>) -> tensor<2x?xi8, #stablehlo.bounds<?, 2>>
  %more = stablehlo.set_dimension_size %less, %two, dim = 1
    : (tensor<2x?xi8, #stablehlo.bounds<?, 2>>, tensor<i32>) -> tensor<2x2xi8>
  %first = stablehlo.slice %more [0:2, 0:1] : (tensor<2x2xi8>) -> tensor<2x1xi8>
  check.expect_eq_const %first, dense<[[1], [3]]> : tensor<2x1xi8>
  return
}
