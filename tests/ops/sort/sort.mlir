// Slices along dimension 0 are sorted each by itself.
func.func @sort_columns() {
  %x = stablehlo.constant dense<[[3, 1], [1, 2], [2, 0]]> : tensor<3x2xi32>
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[1, 0], [2, 1], [3, 2]]> : tensor<3x2xi32>
  return
}

// -----

// Argsort, descending, of the last dimension (the default); equal keys stay in order.
func.func @sort_two_operands_descending() {
  %keys = stablehlo.constant dense<[2, -1, 2, 7, -128]> : tensor<5xi8>
  %places = stablehlo.iota dim = 0 : tensor<5xi64>
  %r:2 = "stablehlo.sort"(%keys, %places) <{dimension = -1 : i64}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i64>, %d: tensor<i64>):
    %p = stablehlo.compare GT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xi8>, tensor<5xi64>) -> (tensor<5xi8>, tensor<5xi64>)
  check.expect_eq_const %r#0, dense<[7, 2, 2, -1, -128]> : tensor<5xi8>
  check.expect_eq_const %r#1, dense<[3, 0, 2, 1, 4]> : tensor<5xi64>
  return
}

// -----

// The second operand is the key, and the comparison takes its arguments the other way round.
func.func @sort_by_second_operand() {
  %x = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xui16>
  %key = stablehlo.constant dense<[0.5, -2.0, 8.0, -2.0]> : tensor<4xbf16>
  %r:2 = "stablehlo.sort"(%x, %key) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<ui16>, %b: tensor<ui16>, %c: tensor<bf16>, %d: tensor<bf16>):
    %p = stablehlo.compare GT, %d, %c : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xui16>, tensor<4xbf16>) -> (tensor<4xui16>, tensor<4xbf16>)
  check.expect_eq_const %r#0, dense<[20, 40, 10, 30]> : tensor<4xui16>
  check.expect_eq_const %r#1, dense<[-2.0, -2.0, 0.5, 8.0]> : tensor<4xbf16>
  return
}

// -----

// Unsigned numbers past the greatest signed one, and booleans.
func.func @sort_unsigned_and_booleans() {
  %x = stablehlo.constant dense<[18446744073709551615, 0, 9223372036854775808, 1]> : tensor<4xui64>
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<ui64>, %b: tensor<ui64>):
    %p = stablehlo.compare LT, %a, %b : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xui64>) -> tensor<4xui64>
  check.expect_eq_const %r, dense<[0, 1, 9223372036854775808, 18446744073709551615]> : tensor<4xui64>
  %y = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %s = "stablehlo.sort"(%y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3xi1>) -> tensor<3xi1>
  check.expect_eq_const %s, dense<[false, true, true]> : tensor<3xi1>
  return
}

// -----

// As numbers both zeros are equal and NaN comes last; by places, since NaN is not itself.
func.func @sort_numbers_with_nan() {
  %x = stablehlo.constant dense<[0.0, 0x7FC00000, -0.0, -1.0, 0xFF800000]> : tensor<5xf32>
  %places = stablehlo.iota dim = 0 : tensor<5xi32>
  %r:2 = "stablehlo.sort"(%x, %places) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
  check.expect_eq_const %r#1, dense<[4, 3, 0, 2, 1]> : tensor<5xi32>
  %s:2 = "stablehlo.sort"(%x, %places) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
  check.expect_eq_const %s#1, dense<[0, 2, 3, 4, 1]> : tensor<5xi32>
  return
}

// -----

// -NaN < -inf < -0 < +0 < +inf < +NaN.
func.func @sort_total_order() {
  %x = stablehlo.constant dense<[0x7FF8000000000000, 0.0, 0x7FF0000000000000, -0.0, 0xFFF0000000000000, 0xFFF8000000000000]> : tensor<6xf64>
  %places = stablehlo.iota dim = 0 : tensor<6xi32>
  %r:2 = "stablehlo.sort"(%x, %places) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<6xf64>, tensor<6xi32>) -> (tensor<6xf64>, tensor<6xi32>)
  check.expect_eq_const %r#1, dense<[5, 4, 3, 1, 2, 0]> : tensor<6xi32>
  return
}

// -----

// Floats of eight bits: f8E4M3FNUZ has no infinity, f8E8M0FNU no sign.
func.func @sort_small_floats() {
  %x = stablehlo.constant dense<[1.5, -240.0, 0.0, -0.5]> : tensor<4xf8E4M3FNUZ>
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f8E4M3FNUZ>, %b: tensor<f8E4M3FNUZ>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf8E4M3FNUZ>) -> tensor<4xf8E4M3FNUZ>
  check.expect_eq_const %r, dense<[-240.0, -0.5, 0.0, 1.5]> : tensor<4xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[4.0, 0.5, 1.0]> : tensor<3xf8E8M0FNU>
  %s = "stablehlo.sort"(%y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f8E8M0FNU>, %b: tensor<f8E8M0FNU>):
    %p = stablehlo.compare GT, %a, %b : (tensor<f8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3xf8E8M0FNU>) -> tensor<3xf8E8M0FNU>
  check.expect_eq_const %s, dense<[4.0, 1.0, 0.5]> : tensor<3xf8E8M0FNU>
  return
}

// -----

// The same computation on both sides: by distance from 3.
func.func @sort_by_computed_key() {
  %x = stablehlo.constant dense<[[1, 9, 3, 4]]> : tensor<1x4xi32>
  %r = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %three = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.subtract %a, %three : tensor<i32>
    %d = stablehlo.abs %c : tensor<i32>
    %also_three = stablehlo.constant dense<3> : tensor<i32>
    %e = stablehlo.subtract %b, %also_three : tensor<i32>
    %f = stablehlo.abs %e : tensor<i32>
    %p = stablehlo.compare LT, %d, %f : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<1x4xi32>) -> tensor<1x4xi32>
  check.expect_eq_const %r, dense<[[3, 4, 1, 9]]> : tensor<1x4xi32>
  %s = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %d = stablehlo.negate %a : tensor<i32>
    %f = stablehlo.negate %b : tensor<i32>
    %p = stablehlo.compare LT, %f, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<1x4xi32>) -> tensor<1x4xi32>
  check.expect_eq_const %s, dense<[[1, 3, 4, 9]]> : tensor<1x4xi32>
  return
}

// -----

// What looks like a key but is not: the sides differ, or hold both elements.
func.func @sort_sides_differ() {
  %x = stablehlo.constant dense<[4, 1, 3, 2]> : tensor<4xi32>
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %d = stablehlo.subtract %a, %b : tensor<i32>
    %p = stablehlo.compare LT, %d, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[1, 2, 3, 4]> : tensor<4xi32>
  return
}

// -----

// Two keys, the second falling, and a value from outside.
func.func @sort_by_two_keys() {
  %x = stablehlo.constant dense<[1, 0, 1, 0, 1]> : tensor<5xi32>
  %y = stablehlo.constant dense<[5, 6, 7, 8, 5]> : tensor<5xi32>
  %places = stablehlo.iota dim = 0 : tensor<5xi32>
  %never = stablehlo.constant dense<false> : tensor<i1>
  %r:3 = "stablehlo.sort"(%x, %y, %places) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>, %e: tensor<i32>, %f: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %greater = stablehlo.compare GT, %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %then = stablehlo.and %equal, %greater : tensor<i1>
    %either = stablehlo.or %less, %then : tensor<i1>
    %p = stablehlo.or %either, %never : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>, tensor<5xi32>)
  check.expect_eq_const %r#2, dense<[3, 1, 2, 0, 4]> : tensor<5xi32>
  return
}

// -----

// Complex numbers, by the real part, then the imaginary part.
func.func @sort_complex() {
  %x = stablehlo.constant dense<[(2.0, 1.0), (-1.0, 5.0), (2.0, -1.0)]> : tensor<3xcomplex<f64>>
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %p = stablehlo.compare LT, %a, %b, FLOAT : (tensor<complex<f64>>, tensor<complex<f64>>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  check.expect_eq_const %r, dense<[(-1.0, 5.0), (2.0, -1.0), (2.0, 1.0)]> : tensor<3xcomplex<f64>>
  return
}

// -----

// A comparator with a loop: by the number of times that 2 divides.
func.func @sort_comparator_with_loop() {
  %x = stablehlo.constant dense<[8, 3, 2, 12, 5, 6]> : tensor<6xi32>
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %ra:2 = stablehlo.while(%i = %a, %n = %zero) : tensor<i32>, tensor<i32>
    cond {
      %bit = stablehlo.and %i, %one : tensor<i32>
      %even = stablehlo.compare EQ, %bit, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %even : tensor<i1>
    } do {
      %half = stablehlo.shift_right_logical %i, %one : tensor<i32>
      %more = stablehlo.add %n, %one : tensor<i32>
      stablehlo.return %half, %more : tensor<i32>, tensor<i32>
    }
    %rb:2 = stablehlo.while(%i = %b, %n = %zero) : tensor<i32>, tensor<i32>
    cond {
      %bit = stablehlo.and %i, %one : tensor<i32>
      %even = stablehlo.compare EQ, %bit, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %even : tensor<i1>
    } do {
      %half = stablehlo.shift_right_logical %i, %one : tensor<i32>
      %more = stablehlo.add %n, %one : tensor<i32>
      stablehlo.return %half, %more : tensor<i32>, tensor<i32>
    }
    %p = stablehlo.compare LT, %ra#1, %rb#1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<6xi32>) -> tensor<6xi32>
  check.expect_eq_const %r, dense<[3, 5, 2, 6, 12, 8]> : tensor<6xi32>
  return
}

// -----

// A comparator that always agrees puts what came later first.
func.func @sort_comparator_always_true() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[3, 2, 1]> : tensor<3xi32>
  return
}

// -----

func.func @sort_nothing_and_one() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %r = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_eq_const %r, dense<> : tensor<0x3xf32>
  %y = stablehlo.constant dense<[[5.0], [4.0]]> : tensor<2x1xf32>
  %s = "stablehlo.sort"(%y) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare NE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %s, dense<[[5.0], [4.0]]> : tensor<2x1xf32>
  return
}

// -----

// Operands that count places: along the sorted dimension, along another one, broadcast, in a type
// that holds them and in one that need not, and one that is used elsewhere too.
func.func @sort_with_places() {
  %x = stablehlo.constant dense<[[3, 1, 2], [5, 6, 4]]> : tensor<2x3xi32>
  %along = stablehlo.iota dim = 1 : tensor<2x3xui32>
  %across = stablehlo.iota dim = 0 : tensor<2x3xi32>
  %small = stablehlo.iota dim = 1 : tensor<2x3xi8>
  %line = stablehlo.iota dim = 0 : tensor<3xi64>
  %wide = stablehlo.broadcast_in_dim %line, dims = [1] : (tensor<3xi64>) -> tensor<2x3xi64>
  %r:5 = "stablehlo.sort"(%along, %across, %x, %small, %wide) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<ui32>, %b0: tensor<ui32>, %a1: tensor<i32>, %b1: tensor<i32>, %a2: tensor<i32>, %b2: tensor<i32>, %a3: tensor<i8>, %b3: tensor<i8>, %a4: tensor<i64>, %b4: tensor<i64>):
    %less = stablehlo.compare LT, %a2, %b2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2x3xui32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi8>, tensor<2x3xi64>) -> (tensor<2x3xui32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi8>, tensor<2x3xi64>)
  %twice = stablehlo.add %along, %along : tensor<2x3xui32>
  check.expect_eq_const %r#0, dense<[[1, 2, 0], [2, 0, 1]]> : tensor<2x3xui32>
  check.expect_eq_const %r#1, dense<[[0, 0, 0], [1, 1, 1]]> : tensor<2x3xi32>
  check.expect_eq_const %r#2, dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  check.expect_eq_const %r#3, dense<[[1, 2, 0], [2, 0, 1]]> : tensor<2x3xi8>
  check.expect_eq_const %r#4, dense<[[1, 2, 0], [2, 0, 1]]> : tensor<2x3xi64>
  check.expect_eq_const %twice, dense<[[0, 2, 4], [0, 2, 4]]> : tensor<2x3xui32>
  return
}

// -----

// What counts the places is itself the key.
func.func @sort_of_places() {
  %places = stablehlo.iota dim = 0 : tensor<4xi32>
  %0, %1 = "stablehlo.sort"(%places, %places) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<i32>, %b0: tensor<i32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %more = stablehlo.compare GT, %a0, %b0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  }) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %0, dense<[3, 2, 1, 0]> : tensor<4xi32>
  check.expect_eq_const %1, dense<[3, 2, 1, 0]> : tensor<4xi32>
  return
}

// -----

// By the first operand, and equal ones by the second, downwards.
func.func @sort_by_two_keys() {
  %x = stablehlo.constant dense<[2, 1, 2, 1, 2]> : tensor<5xi32>
  %y = stablehlo.constant dense<[5, 6, 7, 8, 7]> : tensor<5xi32>
  %places = stablehlo.iota dim = 0 : tensor<5xi32>
  %r:3 = "stablehlo.sort"(%x, %y, %places) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>, %e: tensor<i32>, %f: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %more = stablehlo.compare GT, %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %second = stablehlo.and %equal, %more : tensor<i1>
    %before = stablehlo.or %less, %second : tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>, tensor<5xi32>)
  check.expect_eq_const %r#0, dense<[1, 1, 2, 2, 2]> : tensor<5xi32>
  check.expect_eq_const %r#1, dense<[8, 6, 7, 7, 5]> : tensor<5xi32>
  check.expect_eq_const %r#2, dense<[3, 1, 2, 4, 0]> : tensor<5xi32>
  return
}
