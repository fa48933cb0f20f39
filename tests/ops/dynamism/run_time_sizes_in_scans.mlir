// paddock: exact
// The body of a scan computes the sizes of its outputs from elements: the first application
// determines them.
func.func @main() {
  %x = stablehlo.constant dense<[[3, 1], [2, 2], [0, 4]]> : tensor<3x2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "chlo.scan"(%x, %zero) ({
  ^bb0(%row: tensor<2xi32>, %carry: tensor<i32>):
    %none = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.reduce(%row init: %none) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %list = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %offset = stablehlo.dynamic_broadcast_in_dim %carry, %size, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %out = stablehlo.add %list, %offset : tensor<?xi32>
    %next = stablehlo.add %carry, %n : tensor<i32>
    stablehlo.return %out, %next : tensor<?xi32>, tensor<i32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<3x2xi32>, tensor<i32>) -> (tensor<3x?xi32>, tensor<i32>)
  %rows = stablehlo.convert %r#0 : (tensor<3x?xi32>) -> tensor<3x4xi32>
  check.expect_eq_const %rows, dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  check.expect_eq_const %r#1, dense<12> : tensor<i32>
  return
}

// -----

// Backward, two outputs of different sizes, in a call in a loop, which goes on with other sizes each time.
// The body is applied once for each position.
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %sum = %zero, %count = %zero) : tensor<i32>, tensor<i32>, tensor<i32>
    cond {
      %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %parts:2 = func.call @scan(%next) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
      %more = stablehlo.add %sum, %parts#0 : tensor<i32>
      %times = stablehlo.add %count, %parts#1 : tensor<i32>
      stablehlo.return %next, %more, %times : tensor<i32>, tensor<i32>, tensor<i32>
    }
  // Of 1: [0] and [0, 1] for each of three positions; of 2: [0, 1] and [0, 1, 2, 3].
  check.expect_eq_const %r#1, dense<24> : tensor<i32>
  check.expect_eq_const %r#2, dense<6> : tensor<i32>
  return
}
func.func private @scan(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %r:3 = "chlo.scan"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %carry: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %size = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
    %twice = stablehlo.add %size, %size : tensor<1xi32>
    %list = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %long = stablehlo.dynamic_iota %twice, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %next = stablehlo.add %carry, %one : tensor<i32>
    stablehlo.return %list, %long, %next : tensor<?xi32>, tensor<?xi32>, tensor<i32>
  }) {dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 2, 1>} : (tensor<3xi32>, tensor<i32>) -> (tensor<3x?xi32>, tensor<3x?xi32>, tensor<i32>)
  %a = stablehlo.reduce(%r#0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x?xi32>, tensor<i32>) -> tensor<i32>
  %b = stablehlo.reduce(%r#1 init: %a) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x?xi32>, tensor<i32>) -> tensor<i32>
  return %b, %r#2 : tensor<i32>, tensor<i32>
}

// -----

// Without positions nothing determines the size, so it is 0.
func.func @main() {
  %x = stablehlo.constant dense<> : tensor<0xi32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %r:2 = "chlo.scan"(%x, %seven) ({
  ^bb0(%a: tensor<i32>, %carry: tensor<i32>):
    %size = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
    %list = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    stablehlo.return %list, %carry : tensor<?xi32>, tensor<i32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<0xi32>, tensor<i32>) -> (tensor<0x?xi32>, tensor<i32>)
  %none = stablehlo.convert %r#0 : (tensor<0x?xi32>) -> tensor<0x0xi32>
  check.expect_eq_const %none, dense<> : tensor<0x0xi32>
  check.expect_eq_const %r#1, dense<7> : tensor<i32>
  return
}

// -----

func.func @fail_second_is_longer() {
  %x = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-error @+1 {{the body returns tensor<3xi32> where it should return tensor<2xi32>}}
  %r:2 = "chlo.scan"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %carry: tensor<i32>):
    %size = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
    %list = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    stablehlo.return %list, %carry : tensor<?xi32>, tensor<i32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<2xi32>, tensor<i32>) -> (tensor<2x?xi32>, tensor<i32>)
  stablehlo.custom_call @dce_sink(%r#1) : (tensor<i32>) -> ()
  return
}

// -----

// The program says one of the sizes, and the body another.
func.func @fail_declared_otherwise() {
  %x = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-error @+1 {{body returns tensor<2x2xi32> for an output of type tensor<2x3x?xi32>}}
  %r:2 = "chlo.scan"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %carry: tensor<i32>):
    %one = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
    %size = stablehlo.concatenate %one, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %list = stablehlo.dynamic_iota %size, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
    stablehlo.return %list, %carry : tensor<?x?xi32>, tensor<i32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<2xi32>, tensor<i32>) -> (tensor<2x3x?xi32>, tensor<i32>)
  stablehlo.custom_call @dce_sink(%r#1) : (tensor<i32>) -> ()
  return
}
