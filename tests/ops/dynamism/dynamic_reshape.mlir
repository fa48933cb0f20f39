// One function for every size: the shape is arithmetic on a size of the operand.
func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %y = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %x_any = stablehlo.convert %x : (tensor<6xi32>) -> tensor<?xi32>
  %y_any = stablehlo.convert %y : (tensor<2xi32>) -> tensor<?xi32>
  %pairs_x = call @pairs(%x_any) : (tensor<?xi32>) -> tensor<?x2xi32>
  %pairs_y = call @pairs(%y_any) : (tensor<?xi32>) -> tensor<?x2xi32>
  %a = stablehlo.convert %pairs_x : (tensor<?x2xi32>) -> tensor<3x2xi32>
  %b = stablehlo.convert %pairs_y : (tensor<?x2xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %a, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  check.expect_eq_const %b, dense<[[7, 8]]> : tensor<1x2xi32>
  return
}
func.func private @pairs(%x: tensor<?xi32>) -> tensor<?x2xi32> {
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %half = stablehlo.divide %size, %two : tensor<i32>
  %rows = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %columns = stablehlo.constant dense<2> : tensor<1xi32>
  %shape = stablehlo.concatenate %rows, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %pairs = stablehlo.dynamic_reshape %x, %shape : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x2xi32>
  return %pairs : tensor<?x2xi32>
}

// -----

// No elements, many shapes; a scalar has the shape [].
func.func @dynamic_reshape_empty_and_scalar() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %shape = stablehlo.constant dense<[7, 0]> : tensor<2xi64>
  %y = stablehlo.dynamic_reshape %x, %shape : (tensor<0x3xf32>, tensor<2xi64>) -> tensor<?x0xf32>
  %size = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x0xf32>) -> tensor<i32>
  check.expect_eq_const %size, dense<7> : tensor<i32>
  %one = stablehlo.constant dense<[4.0]> : tensor<1xf32>
  %none = stablehlo.constant dense<> : tensor<0xi64>
  %scalar = stablehlo.dynamic_reshape %one, %none : (tensor<1xf32>, tensor<0xi64>) -> tensor<f32>
  check.expect_eq_const %scalar, dense<4.0> : tensor<f32>
  return
}
