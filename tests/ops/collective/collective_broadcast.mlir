// The first of the group gives; who is in no group gets zeros.
module @outside_every_group {
  func.func @f(%x: tensor<1xf32>) -> tensor<1xf32> {
    %r = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>} : (tensor<1xf32>) -> tensor<1xf32>
    return %r : tensor<1xf32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1.0]> : tensor<1xf32>
    %x1 = stablehlo.constant dense<[2.0]> : tensor<1xf32>
    %x2 = stablehlo.constant dense<[3.0]> : tensor<1xf32>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@f], [@f], [@f]]}
      : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
    check.expect_eq_const %r#0, dense<[3.0]> : tensor<1xf32>
    check.expect_eq_const %r#1, dense<[0.0]> : tensor<1xf32>
    check.expect_eq_const %r#2, dense<[3.0]> : tensor<1xf32>
    return
  }
}

// -----

// The zero of a quantized type is its zero point.
module @outside_quantized {
  func.func @f(%y: tensor<1xi8>) -> tensor<1xi8> {
    %x = stablehlo.bitcast_convert %y : (tensor<1xi8>) -> tensor<1x!quant.uniform<i8:f32, 0.5:3>>
    %r = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<1x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x!quant.uniform<i8:f32, 0.5:3>>
    %z = stablehlo.bitcast_convert %r : (tensor<1x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1xi8>
    return %z : tensor<1xi8>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[7]> : tensor<1xi8>
    %x1 = stablehlo.constant dense<[8]> : tensor<1xi8>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<1xi8>, tensor<1xi8>) -> (tensor<1xi8>, tensor<1xi8>)
    check.expect_eq_const %r#0, dense<[7]> : tensor<1xi8>
    check.expect_eq_const %r#1, dense<[3]> : tensor<1xi8>
    return
  }
}

// -----

// Positions in the group, one an operand, are the last operand.
module @dynamic_root {
  func.func @f(%x: tensor<2xi32>, %y: tensor<1xi32>) -> (tensor<2xi32>, tensor<1xi32>) {
    %root = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %r:2 = "stablehlo.collective_broadcast"(%x, %y, %root) {replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>, has_dynamic_root}
      : (tensor<2xi32>, tensor<1xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<1xi32>)
    return %r#0, %r#1 : tensor<2xi32>, tensor<1xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %x2 = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
    %y0 = stablehlo.constant dense<7> : tensor<1xi32>
    %y1 = stablehlo.constant dense<8> : tensor<1xi32>
    %y2 = stablehlo.constant dense<9> : tensor<1xi32>
    %r:6 = "interpreter.run_parallel"(%x0, %y0, %x1, %y1, %x2, %y2) {programs = [[@f], [@f], [@f]]}
      : (tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>)
      -> (tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>)
    check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<9> : tensor<1xi32>
    check.expect_eq_const %r#2, dense<0> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<0> : tensor<1xi32>
    check.expect_eq_const %r#4, dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %r#5, dense<9> : tensor<1xi32>
    return
  }
}

// -----

// A root that the group does not have.
module @root_out_of_range {
  func.func @f(%x: tensor<i32>) -> tensor<i32> {
    %root = stablehlo.constant dense<[2]> : tensor<1xi32>
    // expected-error@+1 {{root[0] = 2}}
    %r = "stablehlo.collective_broadcast"(%x, %root) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<i32>, tensor<1xi32>) -> tensor<i32>
    return %r : tensor<i32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    return
  }
}
