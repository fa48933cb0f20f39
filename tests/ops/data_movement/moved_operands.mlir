// Operations that move elements, of so many elements that the element-wise operations after them read
// their operands in place.

// Row 0 comes after row 3, and column 0 after column 39.
func.func @rolls() {
  %x = stablehlo.iota dim = 0 : tensor<4x40xi32>
  %y = stablehlo.iota dim = 1 : tensor<4x40xi32>
  %rows = stablehlo.slice %x [1:4, 0:40] : (tensor<4x40xi32>) -> tensor<3x40xi32>
  %row = stablehlo.slice %x [0:1, 0:40] : (tensor<4x40xi32>) -> tensor<1x40xi32>
  %up = stablehlo.concatenate %rows, %row, dim = 0 : (tensor<3x40xi32>, tensor<1x40xi32>) -> tensor<4x40xi32>
  %columns = stablehlo.slice %y [0:4, 1:40] : (tensor<4x40xi32>) -> tensor<4x39xi32>
  %column = stablehlo.slice %y [0:4, 0:1] : (tensor<4x40xi32>) -> tensor<4x1xi32>
  %left = stablehlo.concatenate %columns, %column, dim = 1 : (tensor<4x39xi32>, tensor<4x1xi32>) -> tensor<4x40xi32>
  %four = stablehlo.constant dense<4> : tensor<4x40xi32>
  %forty = stablehlo.constant dense<40> : tensor<4x40xi32>
  %one = stablehlo.constant dense<1> : tensor<4x40xi32>
  %next_row = stablehlo.add %x, %one : tensor<4x40xi32>
  %next_column = stablehlo.add %y, %one : tensor<4x40xi32>
  %expected_row = stablehlo.remainder %next_row, %four : tensor<4x40xi32>
  %expected_column = stablehlo.remainder %next_column, %forty : tensor<4x40xi32>
  %row_error = stablehlo.subtract %up, %expected_row : tensor<4x40xi32>
  %column_error = stablehlo.subtract %left, %expected_column : tensor<4x40xi32>
  %error = stablehlo.or %row_error, %column_error : tensor<4x40xi32>
  check.expect_eq_const %error, dense<0> : tensor<4x40xi32>
  func.return
}

// -----

// Even and odd elements take turns, as in JAX's associative scan.
func.func @interleaving() {
  %x = stablehlo.iota dim = 0 : tensor<200xi32>
  %even = stablehlo.slice %x [0:199:2] : (tensor<200xi32>) -> tensor<100xi32>
  %odd = stablehlo.slice %x [1:200:2] : (tensor<200xi32>) -> tensor<100xi32>
  %less = stablehlo.negate %even : tensor<100xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.pad %less, %zero, low = [0], high = [1], interior = [1] : (tensor<100xi32>, tensor<i32>) -> tensor<200xi32>
  %high = stablehlo.pad %odd, %zero, low = [1], high = [0], interior = [1] : (tensor<100xi32>, tensor<i32>) -> tensor<200xi32>
  %both = stablehlo.add %low, %high : tensor<200xi32>
  %magnitude = stablehlo.abs %both : tensor<200xi32>
  %error = stablehlo.subtract %magnitude, %x : tensor<200xi32>
  check.expect_eq_const %error, dense<0> : tensor<200xi32>
  %last = stablehlo.slice %both [196:200] : (tensor<200xi32>) -> tensor<4xi32>
  check.expect_eq_const %last, dense<[-196, 197, -198, 199]> : tensor<4xi32>
  func.return
}

// -----

// The result must not take the place of an operand that it reads at other places.
func.func @an_operand_and_its_reverse() {
  %x = stablehlo.iota dim = 0 : tensor<2000xi32>
  %one = stablehlo.constant dense<1> : tensor<2000xi32>
  %y = stablehlo.multiply %x, %one : tensor<2000xi32>
  %reverse = stablehlo.reverse %y, dims = [0] : tensor<2000xi32>
  %sum = stablehlo.add %y, %reverse : tensor<2000xi32>
  check.expect_eq_const %sum, dense<1999> : tensor<2000xi32>
  func.return
}

// -----

// Padding in two dimensions, and the inside of it.
func.func @frame() {
  %x = stablehlo.constant dense<1> : tensor<3x50xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %padded = stablehlo.pad %x, %zero, low = [1, 2], high = [2, 1], interior = [0, 0] : (tensor<3x50xi32>, tensor<i32>) -> tensor<6x53xi32>
  %twice = stablehlo.add %padded, %padded : tensor<6x53xi32>
  %inside = stablehlo.slice %twice [1:4, 2:52] : (tensor<6x53xi32>) -> tensor<3x50xi32>
  check.expect_eq_const %inside, dense<2> : tensor<3x50xi32>
  %above = stablehlo.slice %twice [0:1, 0:53] : (tensor<6x53xi32>) -> tensor<1x53xi32>
  check.expect_eq_const %above, dense<0> : tensor<1x53xi32>
  %beside = stablehlo.slice %twice [0:6, 52:53] : (tensor<6x53xi32>) -> tensor<6x1xi32>
  check.expect_eq_const %beside, dense<0> : tensor<6x1xi32>
  func.return
}

// -----

// One element of a value whose elements are all equal, which has one in memory: the last one comes first.
func.func @rolls_of_equal_elements() {
  %c = stablehlo.constant dense<5> : tensor<i64>
  %five = stablehlo.optimization_barrier %c : tensor<i64>
  %x = stablehlo.broadcast_in_dim %five, dims = [] : (tensor<i64>) -> tensor<40xi64>
  %ones = stablehlo.constant dense<1> : tensor<40xi64>
  %y = stablehlo.subtract %x, %ones : tensor<40xi64>
  %last = stablehlo.slice %y [39:40] : (tensor<40xi64>) -> tensor<1xi64>
  %others = stablehlo.slice %y [0:39] : (tensor<40xi64>) -> tensor<39xi64>
  %rolled = stablehlo.concatenate %last, %others, dim = 0 : (tensor<1xi64>, tensor<39xi64>) -> tensor<40xi64>
  check.expect_eq_const %rolled, dense<4> : tensor<40xi64>
  %table = stablehlo.broadcast_in_dim %five, dims = [] : (tensor<i64>) -> tensor<4x40xi64>
  %corner = stablehlo.slice %table [3:4, 39:40] : (tensor<4x40xi64>) -> tensor<1x1xi64>
  %row = stablehlo.slice %table [3:4, 0:39] : (tensor<4x40xi64>) -> tensor<1x39xi64>
  %joined = stablehlo.concatenate %corner, %row, dim = 1 : (tensor<1x1xi64>, tensor<1x39xi64>) -> tensor<1x40xi64>
  check.expect_eq_const %joined, dense<5> : tensor<1x40xi64>
  func.return
}
