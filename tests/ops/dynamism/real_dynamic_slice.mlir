func.func @real_dynamic_slice_by_two() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xui8>
  %start = stablehlo.constant dense<[1]> : tensor<1xi32>
  %limit = stablehlo.constant dense<[6]> : tensor<1xi32>
  %stride = stablehlo.constant dense<[2]> : tensor<1xi32>
  %y = stablehlo.real_dynamic_slice %x, %start, %limit, %stride
    : (tensor<6xui8>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xui8>
  %r = stablehlo.convert %y : (tensor<?xui8>) -> tensor<3xui8>
  check.expect_eq_const %r, dense<[1, 3, 5]> : tensor<3xui8>
  return
}
