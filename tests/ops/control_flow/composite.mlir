func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = stablehlo.composite "example.double" %x {decomposition = @double, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf32>
  return
}
func.func private @double(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.add %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// Tuples and tokens go through calls; regions of a composite mean nothing to its value.
module @tuples_and_tokens {
  func.func @impl(%t: tuple<tensor<2xi32>, tuple<tensor<i32>>>, %k: !stablehlo.token) -> (tuple<tensor<i32>, tensor<2xi32>>, !stablehlo.token) {
    %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xi32>, tuple<tensor<i32>>>) -> tensor<2xi32>
    %b = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xi32>, tuple<tensor<i32>>>) -> tuple<tensor<i32>>
    %c = stablehlo.get_tuple_element %b[0] : (tuple<tensor<i32>>) -> tensor<i32>
    %s = stablehlo.add %a, %a : tensor<2xi32>
    %u = stablehlo.tuple %c, %s : tuple<tensor<i32>, tensor<2xi32>>
    %l = stablehlo.after_all %k, %k : !stablehlo.token
    return %u, %l : tuple<tensor<i32>, tensor<2xi32>>, !stablehlo.token
  }
  func.func @main() {
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %y = stablehlo.constant dense<7> : tensor<i32>
    %i = stablehlo.tuple %y : tuple<tensor<i32>>
    %t = stablehlo.tuple %x, %i : tuple<tensor<2xi32>, tuple<tensor<i32>>>
    %k = stablehlo.create_token : !stablehlo.token
    %r:2 = "stablehlo.composite"(%t, %k) ({
      stablehlo.return %x : tensor<2xi32>
    }) {name = "my.op", decomposition = @impl} : (tuple<tensor<2xi32>, tuple<tensor<i32>>>, !stablehlo.token) -> (tuple<tensor<i32>, tensor<2xi32>>, !stablehlo.token)
    %v = stablehlo.get_tuple_element %r#0[1] : (tuple<tensor<i32>, tensor<2xi32>>) -> tensor<2xi32>
    check.expect_eq_const %v, dense<[2, 4]> : tensor<2xi32>
    return
  }
}
