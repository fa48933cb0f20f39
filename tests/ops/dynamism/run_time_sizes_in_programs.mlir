// Programs of a grid that leave sizes open: those of the inputs, values of them, and what the
// processes compute.
module @sizes_of_inputs {
  func.func @f(%x: tensor<?xi32>) -> tensor<?xi32> {
    %both = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    return %both : tensor<?xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %y = stablehlo.constant dense<[3]> : tensor<1xi32>
    %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@f, @f]]} : (tensor<2xi32>, tensor<1xi32>) -> (tensor<?xi32>, tensor<2xi32>)
    %first = stablehlo.convert %r#0 : (tensor<?xi32>) -> tensor<4xi32>
    check.expect_eq_const %first, dense<[1, 2, 1, 2]> : tensor<4xi32>
    check.expect_eq_const %r#1, dense<3> : tensor<2xi32>
    return
  }
}

// -----

// A size is the value of an input: known while planning, and not.
module @values_of_inputs {
  func.func @f(%n: tensor<i32>) -> tensor<?xi32> {
    %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    return %list : tensor<?xi32>
  }
  func.func @main() {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %hidden = stablehlo.optimization_barrier %x : tensor<2xi32>
    %most = stablehlo.reduce(%hidden init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    %r:2 = "interpreter.run_parallel"(%three, %most) {programs = [[@f], [@f]]} : (tensor<i32>, tensor<i32>) -> (tensor<?xi32>, tensor<?xi32>)
    %first = stablehlo.convert %r#0 : (tensor<?xi32>) -> tensor<3xi32>
    %second = stablehlo.convert %r#1 : (tensor<?xi32>) -> tensor<2xi32>
    check.expect_eq_const %first, dense<[0, 1, 2]> : tensor<3xi32>
    check.expect_eq_const %second, dense<[0, 1]> : tensor<2xi32>
    return
  }
}

// -----

// Where the results' sizes are declared the run must give them.
module @declared {
  func.func @f(%n: tensor<i32>, %t: !stablehlo.token) -> (tensor<?xi32>, !stablehlo.token, tensor<i32>) {
    %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %id = stablehlo.replica_id : tensor<ui32>
    %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    return %list, %t, %number : tensor<?xi32>, !stablehlo.token, tensor<i32>
  }
  func.func @main() {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %hidden = stablehlo.optimization_barrier %x : tensor<2xi32>
    %n = stablehlo.reduce(%hidden init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    %t = stablehlo.create_token : !stablehlo.token
    %r:6 = "interpreter.run_parallel"(%n, %t, %n, %t) {programs = [[@f], [@f]]}
      : (tensor<i32>, !stablehlo.token, tensor<i32>, !stablehlo.token) -> (tensor<2xi32>, !stablehlo.token, tensor<i32>, tensor<2xi32>, !stablehlo.token, tensor<i32>)
    check.expect_eq_const %r#0, dense<[0, 1]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<0> : tensor<i32>
    check.expect_eq_const %r#3, dense<[0, 1]> : tensor<2xi32>
    check.expect_eq_const %r#5, dense<1> : tensor<i32>
    return
  }
}
