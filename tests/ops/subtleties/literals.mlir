// What a literal says arrives bit by bit.
func.func @hexadecimal_elements_are_bit_patterns() {
  %x = stablehlo.constant dense<[0x7FC00001, 0xFF800001, 1.0]> : tensor<3xf32>
  %bits = stablehlo.bitcast_convert %x : (tensor<3xf32>) -> tensor<3xui32>
  check.expect_eq_const %bits, dense<[0x7FC00001, 0xFF800001, 0x3F800000]> : tensor<3xui32>
  %i = stablehlo.constant dense<[0x7F, -0x80]> : tensor<2xi8>
  check.expect_eq_const %i, dense<[127, -128]> : tensor<2xi8>
  return
}

// -----

func.func @booleans_may_be_numbers() {
  %x = stablehlo.constant dense<[1, 0, true]> : tensor<3xi1>
  check.expect_eq_const %x, dense<[true, false, true]> : tensor<3xi1>
  return
}

// -----

// 1.00390625 is the tie between 1 and 1.0078125; one digit more decides.
func.func @decimal_text_rounds_once_to_the_type() {
  %x = stablehlo.constant dense<[1.00390625, 1.0039062500000000001, 1.01171875]> : tensor<3xbf16>
  %bits = stablehlo.bitcast_convert %x : (tensor<3xbf16>) -> tensor<3xui16>
  check.expect_eq_const %bits, dense<[0x3F80, 0x3F81, 0x3F82]> : tensor<3xui16>
  return
}

// -----

// Bytes are little-endian; booleans are a byte each, or packed bits.
func.func @blobs_are_bytes() {
  %x = stablehlo.constant dense<"0x0100FFFF"> : tensor<2xi16>
  check.expect_eq_const %x, dense<[1, -1]> : tensor<2xi16>
  %bytes = stablehlo.constant dense<"0x0100000100000001"> : tensor<8xi1>
  check.expect_eq_const %bytes, dense<[true, false, false, true, false, false, false, true]> : tensor<8xi1>
  %packed = stablehlo.constant dense<"0x89"> : tensor<8xi1>
  check.expect_eq_const %packed, dense<[true, false, false, true, false, false, false, true]> : tensor<8xi1>
  return
}

// -----

func.func @integer_lists_of_attributes_have_three_forms() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %a = "stablehlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %b = "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %c = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq %a, %b : tensor<2x2xi32>, tensor<2x2xi32>
  check.expect_eq %b, %c : tensor<2x2xi32>, tensor<2x2xi32>
  // A splat stands for every element of the list.
  %s = "stablehlo.slice"(%x) {start_indices = dense<1> : tensor<2xi64>, limit_indices = dense<2> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} : (tensor<2x2xi32>) -> tensor<1x1xi32>
  check.expect_eq_const %s, dense<4> : tensor<1x1xi32>
  return
}

// -----

// A number needs neither point nor exponent, and may have either sign.
func.func @float_literals_of_the_specification() {
  %x = stablehlo.constant dense<[5, +0.5, 5e-1, -2.E+1, +1E1]> : tensor<5xf32>
  check.expect_eq_const %x, dense<[5.0, 0.5, 0.5, -20.0, 10.0]> : tensor<5xf32>
  %z = stablehlo.constant dense<(+1, -5e-1)> : tensor<complex<f32>>
  check.expect_eq_const %z, dense<(1.0, -0.5)> : tensor<complex<f32>>
  return
}

// -----

// si8 is the specification's name of the type that programs call i8.
func.func @explicitly_signed_types_are_those_without_a_sign(%x: tensor<2xsi8>) -> tensor<2xi8> {
  %i = stablehlo.constant dense<[+100, -0x64]> : tensor<2xsi8>
  %sum = stablehlo.add %x, %i : tensor<2xsi8>
  %half = "stablehlo.slice"(%sum) {start_indices = dense<1> : tensor<1xsi64>, limit_indices = dense<2> : tensor<1xsi64>, strides = dense<1> : tensor<1xsi64>} : (tensor<2xi8>) -> tensor<1xsi8>
  %twice = "stablehlo.concatenate"(%half, %half) {dimension = 0 : si64} : (tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %twice : tensor<2xi8>
}
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %y = func.call @explicitly_signed_types_are_those_without_a_sign(%x) : (tensor<2xi8>) -> tensor<2xsi8>
  check.expect_eq_const %y, dense<-98> : tensor<2xi8>
  return
}
