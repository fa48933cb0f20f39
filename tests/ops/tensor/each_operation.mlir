// The number of dimensions, a shape by a list, and memory that is filled.
func.func @shapes() {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %rank = tensor.rank %x : tensor<2x3xi32>
  %list = tensor.from_elements %rank : tensor<1xindex>
  %number = arith.index_cast %list : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %number, dense<2> : tensor<1xi32>
  %sizes = arith.constant dense<[3, 2]> : tensor<2xi64>
  %tall = tensor.reshape %x(%sizes) : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %tall, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  return
}

// -----

func.func @memory() {
  %three = arith.constant 3 : index
  %seven = arith.constant 7 : i32
  %zero = arith.constant 0 : index
  %empty = tensor.empty(%three) : tensor<?xi32>
  %size = tensor.dim %empty, %zero : tensor<?xi32>
  %list = tensor.from_elements %size : tensor<1xindex>
  %number = arith.index_cast %list : tensor<1xindex> to tensor<1xi32>
  check.expect_eq_const %number, dense<3> : tensor<1xi32>
  %one = tensor.empty() : tensor<1xi32>
  %written = tensor.insert %seven into %one[%zero] : tensor<1xi32>
  check.expect_eq_const %written, dense<7> : tensor<1xi32>
  return
}
