func.func @reduce_sum_of_rows() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xi64>, tensor<i64>) -> tensor<2xi64>
  check.expect_eq_const %r, dense<[6, 15]> : tensor<2xi64>
  return
}

// -----

// Over nothing the result is the initial value.
func.func @reduce_nothing() {
  %x = stablehlo.constant dense<> : tensor<0x2xf32>
  %init = stablehlo.constant dense<7.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [0] : (tensor<0x2xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[7.0, 7.0]> : tensor<2xf32>
  return
}

// -----

// Several operands at once: the greatest element and where it stands.
func.func @reduce_argmax() {
  %x = stablehlo.constant dense<[[3, 9, 2], [8, 1, 8]]> : tensor<2x3xi32>
  %i = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %least), (%i init: %zero) across dimensions = [1] : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
   reducer(%a: tensor<i32>, %c: tensor<i32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %first = stablehlo.compare GE, %a, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v = stablehlo.select %first, %a, %c : tensor<i1>, tensor<i32>
    %k = stablehlo.select %first, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %v, %k : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<[9, 8]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[1, 0]> : tensor<2xi32>
  return
}

// -----

// A body that uses a value from outside.
func.func @reduce_captures() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %mask = stablehlo.constant dense<5> : tensor<i32>
  %r = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %s = stablehlo.or %a, %b : tensor<i32>
    %m = stablehlo.and %s, %mask : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }
  check.expect_eq_const %r, dense<5> : tensor<i32>
  return
}

// -----

// Upstream lets the second arguments of a body be other floats: they are values of the first
// type, converted where the body begins.
func.func @reduce_with_other_second_arguments() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce"(%x, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f64>):
      %c = stablehlo.convert %b : (tensor<f64>) -> tensor<f32>
      %s = stablehlo.add %a, %c : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %r, dense<7.0> : tensor<f32>
  return
}
