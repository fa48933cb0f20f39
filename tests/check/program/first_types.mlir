// paddock: exact
// Types and literals of people who come from NumPy, HLO or another dialect: each mistake is reported
// once, at its place, with what to write.
func.func @float32(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{f32}}
  // expected-error @+1 {{unknown type 'float32'}}
  %0 = stablehlo.add %a, %b : tensor<4xfloat32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @convert_result_type_alone(%a: tensor<4xf32>) -> tensor<4xi32> {
  // expected-fix @+2 {{(tensor<4xf32>) -> tensor<4xi32>}}
  // expected-error @+1 {{one type is that of operand and result, but '%a' has type tensor<4xf32>: a result of another type is written (tensor<4xf32>) -> tensor<4xi32>}}
  %0 = stablehlo.convert %a : tensor<4xi32>
  func.return %0 : tensor<4xi32>
}

// -----
func.func @is_finite_result_type_alone(%a: tensor<4xf32>) -> tensor<4xi1> {
  // expected-fix @+2 {{(tensor<4xf32>) -> tensor<4xi1>}}
  // expected-error @+1 {{stablehlo.is_finite has the types (operand types) -> result type}}
  %0 = stablehlo.is_finite %a : tensor<4xi1>
  func.return %0 : tensor<4xi1>
}

// -----
func.func @dequantize_result_type_alone(%a: tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32> {
  // expected-fix @+2 {{(tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>}}
  // expected-error @+1 {{one type is that of operand and result, but '%a' has type tensor<4x!quant.uniform<i8:f32, 0.5>>: a result of another type is written (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>}}
  %0 = stablehlo.uniform_dequantize %a : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @dot_general_bare(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<f32> {
  // expected-error @+1 {{expected ', contracting_dims = [1] x [0]' in stablehlo.dot_general, found ':'}}
  %0 = stablehlo.dot_general %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  func.return %0 : tensor<f32>
}

// -----
func.func @missing_type(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{ : tensor<4xf32>}}
  // expected-error @+1 {{expected ':' and the types after the operands of stablehlo.add, found the end of the line}}
  %0 = stablehlo.add %a, %b
  func.return %0 : tensor<4xf32>
}

// -----
func.func @types_swapped(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{4xf32}}
  // expected-error @+1 {{the element type of a tensor stands after its sizes: tensor<4xf32>}}
  %0 = stablehlo.add %a, %b : tensor<f32x4>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @comma_dims(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{x}}
  // expected-error @+1 {{expected 'x' after a dimension size, found ','}}
  %0 = stablehlo.add %a, %b : tensor<4,f32>
  func.return %0 : tensor<4xf32>
}

// -----
// expected-error @+1 {{the sizes of a tensor have no brackets and 'x' after each: tensor<2x3xf32>}}
func.func @size_in_brackets(%a: tensor<(4), f32>) -> tensor<4xf32> {
  func.return %a : tensor<4xf32>
}

// -----
func.func @hlo_op(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'f32[' begins a line of HLO text: StableHLO writes the types after ':', as in stablehlo.add %a, %b : tensor<4xf32>}}
  %0 = f32[4] add(%a, %b)
  func.return %0 : tensor<4xf32>
}

// -----
func.func @compare_result_f32(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{compare: result is tensor<4xf32>, not tensor of boolean type}}
  %0 = stablehlo.compare GT, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @const_no_dense(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{dense<1.0>}}
  // expected-error @+1 {{the elements of a tensor are written dense<...>, before ':' and its type}}
  %0 = stablehlo.constant 1.0 : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @const_python_parens(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{write a list of elements in square brackets: [1, 2]}}
  %0 = stablehlo.constant dense<(1, 2, 3, 4)> : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @const_wrong_count(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{a list of 3 where the shape 4 wants 4}}
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @const_inf(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{0x7F800000}}
  // expected-error @+1 {{'inf' is not a value of type f32: infinity is written as its bits, 0x7F800000}}
  %0 = stablehlo.constant dense<inf> : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @const_true(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{true}}
  // expected-error @+1 {{'True' is not a value of type i1, which holds false and true}}
  %0 = stablehlo.constant dense<True> : tensor<i1>
  %1 = stablehlo.negate %a : tensor<4xf32>
  func.return %1 : tensor<4xf32>
}

// -----
func.func @const_float_in_int() -> tensor<4xi32> {
  // expected-error @+1 {{'1.5' is not a value of type i32}}
  %0 = stablehlo.constant dense<1.5> : tensor<4xi32>
  func.return %0 : tensor<4xi32>
}

// -----
func.func @reshape_one_type(%m: tensor<2x3xf32>) -> tensor<6xf32> {
  // expected-fix @+2 {{(tensor<2x3xf32>) -> tensor<6xf32>}}
  // expected-error @+1 {{stablehlo.reshape has the types (operand types) -> result type}}
  %0 = stablehlo.reshape %m : tensor<6xf32>
  func.return %0 : tensor<6xf32>
}

// -----
func.func @reshape_wrong_count(%m: tensor<2x3xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{reshape (C2): size(operand) = size(result), but size(operand) = 6 and size(result) = 5}}
  %0 = stablehlo.reshape %m : (tensor<2x3xf32>) -> tensor<5xf32>
  func.return %0 : tensor<5xf32>
}

// -----
func.func @return_type_mismatch(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  // expected-fix @+2 {{tensor<4xf32>}}
  // expected-error @+1 {{'%0' has type tensor<4xf32>, but tensor<4xf64> is written here}}
  func.return %0 : tensor<4xf64>
}

// -----
func.func @return_no_type(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  // expected-fix @+2 {{ : tensor<4xf32>}}
  // expected-error @+1 {{expected ':' and the types after the operands of func.return, found the end of the line}}
  func.return %0
}

// -----
func.func @slice_python(%a: tensor<4xf32>) -> tensor<2xf32> {
  // expected-fix @+2 {{(tensor<4xf32>) -> tensor<2xf32>}}
  // expected-error @+1 {{stablehlo.slice has the types (operand types) -> result type}}
  %0 = stablehlo.slice %a[0:2] : tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----
func.func @types_without_brackets(%a: tensor<2x3xf32>) -> tensor<6xf32> {
  // expected-fix @+2 {{(tensor<2x3xf32>)}}
  // expected-error @+1 {{the operand types of stablehlo.reshape stand in brackets}}
  %0 = stablehlo.reshape %a : tensor<2x3xf32> -> tensor<6xf32>
  func.return %0 : tensor<6xf32>
}

// -----
func.func @generic_no_quotes_types(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>}}
  // expected-error @+1 {{stablehlo.add has the types (operand types) -> result type}}
  %0 = "stablehlo.add"(%a, %b) : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @generic_no_operands_types() -> tensor<4xf32> {
  // expected-fix @+2 {{() -> tensor<4xf32>}}
  // expected-error @+1 {{stablehlo.iota has the types (operand types) -> result type}}
  %0 = "stablehlo.iota"() {iota_dimension = 0 : i64} : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @generic_missing_type(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected ':' and the types after the operands of stablehlo.add, found the end of the line}}
  %0 = "stablehlo.add"(%a, %b)
  func.return %0 : tensor<4xf32>
}

// -----
func.func @select_pred(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'%a' has type tensor<4xf32>, but tensor<4xi1> is written here}}
  %0 = stablehlo.select %a, %a, %b : tensor<4xi1>, tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
// expected-fix @+2 {{f32}}
// expected-error @+1 {{unknown type 'F32'}}
func.func @capital_f32(%a: tensor<4xF32>) -> tensor<4xF32> {
  func.return %a : tensor<4xF32>
}

// -----
// expected-fix @+2 {{tensor}}
// expected-error @+1 {{unknown type 'Tensor'}}
func.func @tensor(%a: Tensor<4xf32>) -> Tensor<4xf32> {
  func.return %a : Tensor<4xf32>
}

// -----
// expected-fix @+2 {{i32}}
// expected-error @+1 {{unknown type 'int'}}
func.func @int(%a: tensor<4xint>) -> tensor<4xint> {
  func.return %a : tensor<4xint>
}

// -----
// expected-fix @+2 {{?}}
// expected-error @+1 {{'None' is not a size: an open size is written '?'}}
func.func @batch_none(%a: tensor<Nonex4xf32>) -> tensor<Nonex4xf32> {
  func.return %a : tensor<Nonex4xf32>
}

// -----
// expected-fix @+2 {{?}}
// expected-error @+1 {{an open size is written '?'}}
func.func @minus1(%a: tensor<-1x4xf32>) -> tensor<-1x4xf32> {
  func.return %a : tensor<-1x4xf32>
}

// -----
// expected-fix @+2 {{?}}
// expected-error @+1 {{'N' is not a size: an open size is written '?'}}
func.func @dim_name(%a: tensor<Nx4xf32>) -> tensor<Nx4xf32> {
  func.return %a : tensor<Nx4xf32>
}

// -----
func.func @scalar(%a: f32) -> f32 {
  // expected-error @+1 {{add: lhs is f32, not tensor or quantized tensor: a single number is a tensor<f32>}}
  %0 = stablehlo.add %a, %a : f32
  func.return %0 : f32
}

// -----
func.func @conv(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected 'dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]' in stablehlo.convolution, found ':'}}
  %0 = stablehlo.convolution(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @unclosed_tensor(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected '>' after the element type of tensor, found the end of the line}}
  %0 = stablehlo.add %a, %b : tensor<4xf32
  func.return %0 : tensor<4xf32>
}

// -----
func.func @add_mixed(%a: tensor<4xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
  // expected-error @+1 {{add (C1): If the operation uses non-quantized tensors: type(lhs) = type(rhs) = type(result), but the types are f32, i32 and f32}}
  %0 = stablehlo.add %a, %i : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @bitcast(%a: tensor<4xf32>) -> tensor<4xi16> {
  // expected-fix @+2 {{tensor<4x2xi16>}}
  // expected-error @+1 {{bitcast_convert (C1): result 0 is declared as tensor<4xi16> and is tensor<4x2xi16>}}
  %0 = stablehlo.bitcast_convert %a : (tensor<4xf32>) -> tensor<4xi16>
  func.return %0 : tensor<4xi16>
}
