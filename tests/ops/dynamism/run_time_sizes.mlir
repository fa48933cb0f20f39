// Each iteration carries one more element, so no plan determines the sizes.
func.func @main() {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %x = call @triangle(%three) : (tensor<i32>) -> tensor<?xi32>
  %y = call @triangle(%five) : (tensor<i32>) -> tensor<?xi32>
  %a = stablehlo.convert %x : (tensor<?xi32>) -> tensor<3xi32>
  %b = stablehlo.convert %y : (tensor<?xi32>) -> tensor<5xi32>
  check.expect_eq_const %a, dense<[0, 1, 2]> : tensor<3xi32>
  check.expect_eq_const %b, dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  return
}
func.func private @triangle(%n: tensor<i32>) -> tensor<?xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %none = stablehlo.constant dense<> : tensor<0xi32>
  %empty = stablehlo.convert %none : (tensor<0xi32>) -> tensor<?xi32>
  %r:2 = stablehlo.while(%i = %zero, %list = %empty) : tensor<i32>, tensor<?xi32>
    cond {
      %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %element = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
      %longer = stablehlo.concatenate %list, %element, dim = 0 : (tensor<?xi32>, tensor<1xi32>) -> tensor<?xi32>
      stablehlo.return %next, %longer : tensor<i32>, tensor<?xi32>
    }
  return %r#1 : tensor<?xi32>
}

// -----

// The branches give different sizes, and what decides is computed.
func.func @branches() {
  %x = stablehlo.constant dense<[3, 1, 2]> : tensor<3xi32>
  %limit = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%x init: %limit) applies stablehlo.add across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
  %is_large = stablehlo.compare GT, %sum, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %list = "stablehlo.if"(%is_large) ({
    %any = stablehlo.convert %x : (tensor<3xi32>) -> tensor<?xi32>
    stablehlo.return %any : tensor<?xi32>
  }, {
    %shape = stablehlo.reshape %sum : (tensor<i32>) -> tensor<1xi32>
    %any = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    stablehlo.return %any : tensor<?xi32>
  }) : (tensor<i1>) -> tensor<?xi32>
  %both = stablehlo.concatenate %list, %list, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %r = stablehlo.convert %both : (tensor<?xi32>) -> tensor<6xi32>
  check.expect_eq_const %r, dense<[3, 1, 2, 3, 1, 2]> : tensor<6xi32>
  return
}

// -----

// A size that a loop computes, used in the middle of two calls.
func.func @main() {
  %start = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<6> : tensor<i32>
  %n = stablehlo.while(%i = %start) : tensor<i32>
    cond {
      %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %i : tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
  %before = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %scale = stablehlo.exponential %before : tensor<2xf32>
  %r:2 = call @ramp(%n, %scale) : (tensor<i32>, tensor<2xf32>) -> (tensor<?xf32>, tensor<2xf32>)
  %fixed = stablehlo.convert %r#0 : (tensor<?xf32>) -> tensor<8xf32>
  check.expect_eq_const %fixed, dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<8xf32>
  %difference = stablehlo.subtract %r#1, %scale : tensor<2xf32>
  check.expect_almost_eq_const %difference, dense<1.0> : tensor<2xf32>
  return
}
func.func private @ramp(%n: tensor<i32>, %scale: tensor<2xf32>) -> (tensor<?xf32>, tensor<2xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %more = stablehlo.add %scale, %one : tensor<2xf32>
  %ramp = call @iota(%n) : (tensor<i32>) -> tensor<?xf32>
  return %ramp, %more : tensor<?xf32>, tensor<2xf32>
}
func.func private @iota(%n: tensor<i32>) -> tensor<?xf32> {
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %ramp = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %ramp : tensor<?xf32>
}

// -----

// Constants of some kilobytes are passed to a continuation.
func.func @constants_go_on() {
  %kilobytes = stablehlo.constant dense<7> : tensor<600xi64>
  %more = stablehlo.constant dense<3> : tensor<3000xi64>
  %x = stablehlo.constant dense<[3, 1, 2]> : tensor<3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
  %is_large = stablehlo.compare GT, %sum, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %list:2 = "stablehlo.if"(%is_large) ({
    %any = stablehlo.convert %x : (tensor<3xi32>) -> tensor<?xi32>
    stablehlo.return %any, %more : tensor<?xi32>, tensor<3000xi64>
  }, {
    %shape = stablehlo.reshape %sum : (tensor<i32>) -> tensor<1xi32>
    %any = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    stablehlo.return %any, %more : tensor<?xi32>, tensor<3000xi64>
  }) : (tensor<i1>) -> (tensor<?xi32>, tensor<3000xi64>)
  %fixed = stablehlo.convert %list#0 : (tensor<?xi32>) -> tensor<3xi32>
  check.expect_eq_const %fixed, dense<[3, 1, 2]> : tensor<3xi32>
  %seven = stablehlo.add %kilobytes, %kilobytes : tensor<600xi64>
  check.expect_eq_const %seven, dense<14> : tensor<600xi64>
  check.expect_eq_const %list#1, dense<3> : tensor<3000xi64>
  return
}
