// paddock: exact
// Programs of people who come from NumPy, HLO or another dialect: each mistake is reported once, at
// its place, with what to write.
func.func @python_call(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{stablehlo.add}}
  // expected-error @+1 {{unknown operation 'add': write its dialect before its name, as in stablehlo.add}}
  %0 = add(%a, %b)
  func.return %0 : tensor<4xf32>
}

// -----
func.func @jnp(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{stablehlo.add}}
  // expected-error @+1 {{unknown operation 'jnp.add': operations of other dialects are parsed in the generic form only}}
  %0 = jnp.add(%a, %b)
  func.return %0 : tensor<4xf32>
}

// -----
func.func @empty_body(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{func.func: the body is empty: it must end in func.return}}
}

// -----
func.func @empty_body_no_result(%a: tensor<4xf32>) {
  // expected-fix @+2 {{func.return}}
  // expected-error @+1 {{func.func: the body is empty: it must end in func.return}}
}

// -----
func.func @no_brace(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  // expected-error @+1 {{expected '}' after a region of func.func, found the end of the text}}
  func.return %0 : tensor<4xf32>

// -----
func.func @undefined(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{use of undefined value '%c'}}
  %0 = stablehlo.add %a, %c : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @mhlo(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{stablehlo.add}}
  // expected-error @+1 {{unknown operation 'mhlo.add': MHLO came before StableHLO, which a newer JAX writes}}
  %0 = mhlo.add %a, %b : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @linalg(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{unknown operation 'linalg.generic': linalg comes after StableHLO: Paddock runs the program before it was lowered}}
  %0 = linalg.generic %a : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @relu(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{unknown operation 'stablehlo.relu': stablehlo has no operation of this name}}
  %0 = stablehlo.relu %a : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @matmul(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{unknown operation 'stablehlo.matmul': stablehlo has no operation of this name}}
  %0 = stablehlo.matmul %a, %b : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @compare_lower(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  // expected-fix @+2 {{GT}}
  // expected-error @+1 {{expected one of EQ, NE, GE, GT, LE, LT as comparison_direction, found 'gt'}}
  %0 = stablehlo.compare gt, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  func.return %0 : tensor<4xi1>
}

// -----
func.func @transpose_perm_generic(%m: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-fix @+2 {{permutation}}
  // expected-error @+1 {{transpose: the attribute permutation is missing, a 1-dimensional tensor constant of type si64, as in array<i64: 1, 2>}}
  %0 = "stablehlo.transpose"(%m) {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return %0 : tensor<3x2xf32>
}

// -----
func.func @reduce_axis(%m: tensor<2x3xf32>) -> tensor<2xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-fix @+2 {{dimensions}}
  // expected-error @+1 {{expected 'dimensions' after across, found 'axis'}}
  %0 = stablehlo.reduce(%m init: %z) applies stablehlo.add across axis = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----
func.func @reduce_no_init(%m: tensor<2x3xf32>) -> tensor<2xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error @+1 {{expected 'init' after an operand of stablehlo.reduce, found ')'}}
  %0 = stablehlo.reduce(%m) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----
func.func @reduce_sum(%m: tensor<2x3xf32>) -> tensor<2xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error @+1 {{unknown operation 'stablehlo.reduce_sum': stablehlo has no operation of this name}}
  %0 = stablehlo.reduce_sum %m, dimensions = [1] : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----
func.func @reduce_bare_add(%m: tensor<2x3xf32>) -> tensor<2xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error @+1 {{expected a commutative operation of two operands, such as stablehlo.add after applies, found 'add'}}
  %0 = stablehlo.reduce(%m init: %z) applies add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----
// expected-fix @+2 {{->}}
// expected-error @+1 {{expected '->' before the result types of a function, found ':'}}
func.func @func_arrow(%a: tensor<4xf32>) : tensor<4xf32> {
  func.return %a : tensor<4xf32>
}

// -----
// expected-error @+1 {{expected ':' after the name of an argument, found ','}}
func.func @arg_no_type(%a, %b) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
// expected-fix @+2 {{@main}}
// expected-error @+1 {{expected a symbol such as @main as the name of a function, found 'main'}}
func.func main(%a: tensor<4xf32>) -> tensor<4xf32> {
  func.return %a : tensor<4xf32>
}

// -----
func.func @iota_no_dim(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected 'dim = 0' after stablehlo.iota, found ':'}}
  %0 = stablehlo.iota : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @iota_dim_generic_wrong(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{iota_dimension}}
  // expected-error @+1 {{iota: the attribute iota_dimension is missing, a constant of type si64, as in 1 : i64}}
  %0 = "stablehlo.iota"() {dim = 0 : i64} : () -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @concat_no_dim(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected ', dim = 0' in stablehlo.concatenate, found ':'}}
  %0 = stablehlo.concatenate %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  func.return %0 : tensor<8xf32>
}

// -----
func.func @concat_axis(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
  // expected-fix @+2 {{dim}}
  // expected-error @+1 {{expected 'dim' in stablehlo.concatenate, found 'axis'}}
  %0 = stablehlo.concatenate %a, %b, axis = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  func.return %0 : tensor<8xf32>
}

// -----
func.func @slice_out(%a: tensor<4xf32>) -> tensor<6xf32> {
  // expected-error @+1 {{slice (C3): 0 <= start_indices <= limit_indices <= shape(operand), but start_indices[0] = 0, limit_indices[0] = 6, dim(operand, 0) = 4}}
  %0 = stablehlo.slice %a [0:6] : (tensor<4xf32>) -> tensor<6xf32>
  func.return %0 : tensor<6xf32>
}

// -----
func.func @generic_attr_in_brackets(%m: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error @+1 {{an operand is the name of a value; attributes follow the operands, in the generic form as in <{name = array<i64: 0, 1>}>}}
  %0 = "stablehlo.transpose"(%m, [1, 0]) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return %0 : tensor<3x2xf32>
}

// -----
func.func @while_regions(%n: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.while(%i = %n) : tensor<i32>
   cond {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  // expected-fix @+2 {{do}}
  // expected-error @+1 {{expected 'do' before the body of stablehlo.while, found 'body'}}
  } body {
    stablehlo.return %i : tensor<i32>
  }
  func.return %0 : tensor<i32>
}

// -----
func.func @if_pretty(%p: tensor<i1>, %a: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{stablehlo.if has only a generic form: "stablehlo.if"(%pred) ({true_branch}, {false_branch}) : (operand types) -> result types}}
  %0 = stablehlo.if %p then {
    stablehlo.return %a : tensor<f32>
  } else {
    stablehlo.return %a : tensor<f32>
  } : tensor<f32>
  func.return %0 : tensor<f32>
}

// -----
func.func @two_ops_one_line(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{found ',': an operation ends with its types; the next one begins a new line}}
  %0 = stablehlo.add %a, %b : tensor<4xf32>, %1 = stablehlo.negate %0 : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @nested(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{an operand is the name of a value: write this operation on a line of its own before, as in %r = ..., and %r here}}
  %0 = stablehlo.add stablehlo.negate %a, %b : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @dtype_attr(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected ':' and the types after the operands of stablehlo.convert, found ','}}
  %0 = stablehlo.convert %a, dtype = i32 : tensor<4xi32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @gather_take(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{unknown operation 'stablehlo.take': stablehlo has no operation of this name}}
  %0 = stablehlo.take %a, %b : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @clamp_order(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{an operand is the name of a value: write a line such as %c = stablehlo.constant dense<1.0> : tensor<f32> before this one, and %c here}}
  %0 = stablehlo.clamp %a, 0.0, 1.0 : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @literal_operand(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{an operand is the name of a value: write a line such as %c = stablehlo.constant dense<1.0> : tensor<f32> before this one, and %c here}}
  %0 = stablehlo.add %a, 1.0 : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @pad_missing(%a: tensor<4xf32>) -> tensor<6xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error @+1 {{expected ', interior = [0, 1]' in stablehlo.pad, found ':'}}
  %0 = stablehlo.pad %a, %z, low = [1], high = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  func.return %0 : tensor<6xf32>
}

// -----
func.func @call_unknown(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{func.call: the module has no function @helper}}
  %0 = func.call @helper(%a) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @unclosed_dense(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected '>' after the elements of dense, found ':'}}
  %0 = stablehlo.constant dense<[1, 2, 3, 4] : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @result_count(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{stablehlo.add has 1 result, but 2 are named}}
  %0, %1 = stablehlo.add %a, %b : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @result_none(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  stablehlo.add %a, %b : tensor<4xf32>
  // expected-error @+1 {{use of undefined value '%0'}}
  func.return %0 : tensor<4xf32>
}

// -----
func.func @equals_twice(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected an operation after '=', found '='}}
  %0 == stablehlo.add %a, %b : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @stablehlo_slash(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{.}}
  // expected-error @+1 {{a dialect and the name of its operation are joined by '.'}}
  %0 = stablehlo::add %a, %b : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @generic_attr_unknown_compare(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  // expected-fix @+2 {{comparison_direction}}
  // expected-error @+1 {{compare: the attribute comparison_direction is missing, one of EQ, NE, GE, GT, LE, LT, as in #stablehlo<comparison_direction EQ>}}
  %0 = "stablehlo.compare"(%a, %b) {direction = "GT"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  func.return %0 : tensor<4xi1>
}
