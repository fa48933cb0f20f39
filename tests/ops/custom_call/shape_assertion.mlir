// The sizes that an exported program assumes hold; the call gives nothing.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %any = stablehlo.convert %x : (tensor<3x2xi32>) -> tensor<?x2xi32>
  %size = stablehlo.get_dimension_size %any, dim = 0 : (tensor<?x2xi32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ok = stablehlo.compare GE, %size, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %size) {error_message = "the size is {0}, at least 1 is expected", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  check.expect_eq_const %size, dense<3> : tensor<i32>
  return
}
