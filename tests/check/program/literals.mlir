// Literals that their types do not hold are errors wherever they stand.

func.func @dense_list() {
  // expected-error @+1 {{'128' is not a value of type i8, which holds -128 to 127}}
  %0 = stablehlo.constant dense<[1, 128]> : tensor<2xi8>
  func.return
}

func.func @dense_splat() {
  // expected-error @+1 {{'9223372036854775808' is not a value of type i64, which holds -9223372036854775808 to 9223372036854775807}}
  %0 = stablehlo.constant dense<9223372036854775808> : tensor<2xi64>
  func.return
}

func.func @dense_scalar() {
  // expected-error @+1 {{'-5' is not a value of type i2, which holds -2 to 1}}
  %0 = stablehlo.constant dense<-5> : tensor<i2>
  func.return
}

func.func @dense_nested() {
  // expected-error @+1 {{'4294967296' is not a value of type ui32, which holds 0 to 4294967295}}
  %0 = stablehlo.constant dense<[[0, 1], [2, 4294967296]]> : tensor<2x2xui32>
  func.return
}

func.func @dense_hexadecimal_integer() {
  // expected-error @+1 {{'0xFF' is not a value of type i8, which holds -128 to 127}}
  %0 = stablehlo.constant dense<0xFF> : tensor<i8>
  func.return
}

func.func @dense_index() {
  // expected-error @+1 {{'0x8000000000000000' is not a value of type index, which holds}}
  %0 = arith.constant dense<0x8000000000000000> : tensor<1xindex>
  func.return
}

func.func @dense_boolean() {
  // expected-error @+1 {{'2' is not a value of type i1, which holds false and true}}
  %0 = stablehlo.constant dense<[0, 2]> : tensor<2xi1>
  func.return
}

func.func @dense_bits_of_another_float() {
  // expected-error @+1 {{'0x7FC0' is not a value of type f32, whose bits are 8 hexadecimal digits}}
  %0 = stablehlo.constant dense<0x7FC0> : tensor<f32>
  func.return
}

func.func @dense_bits_of_too_many_digits() {
  // expected-error @+1 {{'0x07FC00000' is not a value of type f32, whose bits are 8 hexadecimal digits}}
  %0 = stablehlo.constant dense<0x07FC00000> : tensor<f32>
  func.return
}

func.func @dense_float_past_the_greatest() {
  // expected-error @+1 {{'1e39' is not a value of type f32, which holds -3.4028235e+38 to 3.4028235e+38}}
  %0 = stablehlo.constant dense<1e39> : tensor<f32>
  func.return
}

func.func @dense_float_past_the_greatest_double() {
  // expected-error @+1 {{'1e344' is not a value of type bf16, which holds -3.38953}}
  %0 = stablehlo.constant dense<1e344> : tensor<bf16>
  func.return
}

func.func @dense_float_past_the_greatest_double_of_eight_bits() {
  // expected-error @+1 {{'-1e344' is not a value of type f8E5M2, which holds -57344.0 to 57344.0}}
  %0 = stablehlo.constant dense<-1e344> : tensor<f8E5M2>
  func.return
}

func.func @dense_narrow_float_past_the_greatest() {
  // expected-error @+1 {{'500.0' is not a value of type f8E4M3FN, which holds -448.0 to 448.0}}
  %0 = stablehlo.constant dense<500.0> : tensor<f8E4M3FN>
  func.return
}

func.func @dense_complex_part() {
  // expected-error @+1 {{'-1e39' is not a value of type f32, which holds}}
  %0 = stablehlo.constant dense<[(1.0, 2.0), (3.0, -1e39)]> : tensor<2xcomplex<f32>>
  func.return
}

func.func @dense_complex_bits() {
  // expected-error @+1 {{'0x7FC00000' is not a value of type f64, whose bits are 16 hexadecimal digits}}
  %0 = stablehlo.constant dense<(0x7FC00000, 0.0)> : tensor<complex<f64>>
  func.return
}

func.func @dense_infinity() {
  // expected-error @+1 {{'inf' is not a value of type f32: infinity is written as its bits, 0x7F800000}}
  %0 = stablehlo.constant dense<[1.0, inf]> : tensor<2xf32>
  func.return
}

func.func @dense_no_digit_before_the_point() {
  // expected-error @+1 {{'.5' is not a value of type f32: write a digit before the point}}
  %0 = stablehlo.constant dense<.5> : tensor<2xf32>
  func.return
}

func.func @dense_quantized() {
  // expected-error @+1 {{'128' is not a value of type i8, which holds -128 to 127}}
  %0 = stablehlo.constant dense<[1, 128]> : tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @bytes_too_few() {
  // expected-error @+1 {{6 bytes, but the type has 2 elements of 4 bytes}}
  %0 = stablehlo.constant dense<"0x010203040506"> : tensor<2xi32>
  func.return
}

func.func @bytes_too_many() {
  // expected-error @+1 {{3 bytes, but the type has 2 elements of 1 bytes}}
  %0 = stablehlo.constant dense<"0x010203"> : tensor<2xi8>
  func.return
}

func.func @bytes_of_narrow_elements() {
  // expected-error @+1 {{this byte is not a value of type ui4, which has 4 bits}}
  %0 = stablehlo.constant dense<"0x0F1F"> : tensor<2xui4>
  func.return
}

func.func @bytes_of_booleans() {
  // expected-error @+1 {{this byte is not a value of type i1, which has 1 bit}}
  %0 = stablehlo.constant dense<"0x010200"> : tensor<3xi1>
  func.return
}

func.func @resource_of_booleans() {
  // expected-error @+1 {{the resource 'flags' has a byte other than 00 and 01, which is not a value of type i1}}
  %0 = stablehlo.constant dense_resource<flags> : tensor<2xi1>
  func.return
}

func.func @resource_outside_its_range() {
  // expected-error @+1 {{2 is outside -1 to 1, the range of i8<-1:1>}}
  %0 = stablehlo.constant dense_resource<flags> : tensor<2x!quant.uniform<i8<-1:1>:f32, 0.5>>
  func.return
}

func.func @attribute_with_a_type(%x: tensor<f32>) {
  // expected-error @+1 {{'2147483648' is not a value of type i32, which holds -2147483648 to 2147483647}}
  %0 = "stablehlo.reduce_precision"(%x) {exponent_bits = 2147483648 : i32, mantissa_bits = 2 : i32} : (tensor<f32>) -> tensor<f32>
  func.return
}

func.func @attribute_without_a_type(%x: tensor<2xf32>) {
  // expected-error @+1 {{'9223372036854775808' is not a value of type i64, which holds}}
  %0 = "stablehlo.concatenate"(%x) {dimension = 9223372036854775808} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @attribute_of_a_dialect_that_is_not_known(%x: tensor<2xf32>) {
  // expected-error @+1 {{'512' is not a value of type i10, which holds -512 to 511}}
  %0 = stablehlo.negate %x {mine.width = 512 : i10} : tensor<2xf32>
  func.return
}

func.func @attribute_boolean(%x: tensor<2xf32>) {
  // expected-error @+1 {{'-1' is not a value of type i1, which holds false and true}}
  %0 = stablehlo.negate %x {mine.flag = -1 : i1} : tensor<2xf32>
  func.return
}

func.func @attribute_float(%x: tensor<2xf32>) {
  // expected-error @+1 {{'1e39' is not a value of type f32, which holds}}
  %0 = stablehlo.negate %x {mine.scale = 1e39 : f32} : tensor<2xf32>
  func.return
}

func.func @attribute_bits(%x: tensor<2xf32>) {
  // expected-error @+1 {{'0x7FC0' is not a value of type f32, whose bits are 8 hexadecimal digits}}
  %0 = stablehlo.negate %x {mine.scale = 0x7FC0 : f32} : tensor<2xf32>
  func.return
}

func.func @attribute_fraction_for_an_integer(%x: tensor<2xf32>) {
  // expected-error @+1 {{'1.5' is not a value of type i64}}
  %0 = stablehlo.negate %x {mine.width = 1.5 : i64} : tensor<2xf32>
  func.return
}

func.func @attribute_complex(%x: tensor<2xf32>) {
  // expected-error @+1 {{'1e39' is not a value of type f32, which holds}}
  %0 = stablehlo.negate %x {mine.z = (0.0, 1e39) : complex<f32>} : tensor<2xf32>
  func.return
}

func.func @attribute_complex_of_its_dialect(%x: tensor<2xf32>) {
  // expected-error @+1 {{'0x7FC0' is not a value of type f32, whose bits are 8 hexadecimal digits}}
  %0 = stablehlo.negate %x {mine.z = #complex.number<:f32 0.0, 0x7FC0>} : tensor<2xf32>
  func.return
}

func.func @array(%x: tensor<2xf32>) {
  // expected-error @+1 {{'128' is not a value of type i8, which holds -128 to 127}}
  %0 = stablehlo.negate %x {mine.widths = array<i8: 1, 128>} : tensor<2xf32>
  func.return
}

func.func @array_of_floats(%x: tensor<2xf32>) {
  // expected-error @+1 {{'inf' is not a value of type f32: infinity is written as its bits}}
  %0 = stablehlo.negate %x {mine.widths = array<f32: 1.0, inf>} : tensor<2xf32>
  func.return
}

func.func @bare_number(%x: tensor<2xf32>) {
  // expected-error @+1 {{'9223372036854775808' is not a value of type i64, which holds}}
  %0 = stablehlo.concatenate %x, dim = 9223372036854775808 : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @bare_list(%x: tensor<2xf32>) {
  // expected-error @+1 {{'9223372036854775808' is not a value of type i64, which holds}}
  %0 = stablehlo.transpose %x, dims = [9223372036854775808] : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @bare_unsigned_number(%x: tensor<2xf32>) {
  // expected-error @+1 {{'-1' is not a value of type ui64, which holds 0 to 18446744073709551615}}
  check.expect_close %x, %x, max_ulp_difference = -1 : tensor<2xf32>, tensor<2xf32>
  func.return
}

{-#
  dialect_resources: {
    builtin: {
      flags: "0x010000000102"
    }
  }
#-}

// -----

func.func @list_of_booleans_for_integers(%x: tensor<2xf32>) {
  // expected-error @+1 {{permutation must be a 1-dimensional tensor constant of type si64}}
  %0 = "stablehlo.transpose"(%x) {permutation = [false]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @list_of_unsigned_integers(%x: tensor<2xf32>) {
  // expected-error @+1 {{limit_indices must be a 1-dimensional tensor constant of type si64}}
  %0 = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = dense<18446744073709551615> : tensor<1xui64>, strides = array<i64: 1>} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
