// Scalars in and out of a tensor.
func.func @elements() {
  %a = arith.constant 3 : i32
  %b = arith.constant 4 : i32
  %sum = arith.addi %a, %b : i32
  %list = tensor.from_elements %a, %b, %sum : tensor<3xi32>
  check.expect_eq_const %list, dense<[3, 4, 7]> : tensor<3xi32>
  %two = arith.constant 2 : index
  %last = tensor.extract %list[%two] : tensor<3xi32>
  %again = tensor.insert %a into %list[%two] : tensor<3xi32>
  check.expect_eq_const %again, dense<[3, 4, 3]> : tensor<3xi32>
  %splat = tensor.splat %last : tensor<2x2xi32>
  check.expect_eq_const %splat, dense<7> : tensor<2x2xi32>
  return
}

// -----

// A shape of sizes: each dimension of one tensor makes another.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %any = tensor.cast %x : tensor<2x3xi32> to tensor<?x?xi32>
  %flat = call @flat(%any) : (tensor<?x?xi32>) -> tensor<?xi32>
  %r = tensor.cast %flat : tensor<?xi32> to tensor<6xi32>
  check.expect_eq_const %r, dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  return
}
func.func private @flat(%x: tensor<?x?xi32>) -> tensor<?xi32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = tensor.dim %x, %zero : tensor<?x?xi32>
  %columns = tensor.dim %x, %one : tensor<?x?xi32>
  %count = arith.muli %rows, %columns : index
  %shape = tensor.from_elements %count : tensor<1xindex>
  %flat = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?xi32>, tensor<1xindex>) -> tensor<?xi32>
  return %flat : tensor<?xi32>
}
