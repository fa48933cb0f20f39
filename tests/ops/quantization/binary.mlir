// Two operands, of one quantized type or of several.

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 1.5 + 2.25 = 3.75; sums past the range are its ends.
func.func @add_of_quantized() {
  %x = stablehlo.constant dense<[-7, 50, -110]> : tensor<3x!q>
  %y = stablehlo.constant dense<[13, 84, -76]> : tensor<3x!r>
  %r = "stablehlo.add"(%x, %y) : (tensor<3x!q>, tensor<3x!r>) -> tensor<3x!r>
  check.expect_eq_const %r, dense<[19, 127, -128]> : tensor<3x!r>
  return
}

// -----

!a = !quant.uniform<i8:f32, 0.25:0>
!s = !quant.uniform<i8:f32, 1.0:0>

// Each operand is taken in steps of the result before they are added: 0.75 and 0.75 are one
// step each, and 0.25 and 0.25 none.
func.func @add_in_steps_of_the_result() {
  %x = stablehlo.constant dense<[3, 1]> : tensor<2x!a>
  %r = stablehlo.add %x, %x : (tensor<2x!a>, tensor<2x!a>) -> tensor<2x!s>
  check.expect_eq_const %r, dense<[2, 0]> : tensor<2x!s>
  return
}

// -----

!p = !quant.uniform<i8:f32:1, {0.5:-10, 0.25:4}>
!t = !quant.uniform<i8:f32:1, {1.0:0, 0.5:1}>

// Along an axis each column has its own scale: 1 + 2 and 1 + 2.
func.func @add_per_axis() {
  %x = stablehlo.constant dense<[[-8, 8]]> : tensor<1x2x!p>
  %y = stablehlo.constant dense<[[-6, 12]]> : tensor<1x2x!p>
  %r = stablehlo.add %x, %y : (tensor<1x2x!p>, tensor<1x2x!p>) -> tensor<1x2x!t>
  check.expect_eq_const %r, dense<[[3, 7]]> : tensor<1x2x!t>
  return
}

// -----

!w = !quant.uniform<i32:f32, 0.5:7>

// 32-bit elements of one type are added exactly, and never past their range.
func.func @add_of_wide_elements() {
  %x = stablehlo.constant dense<[2147483640, 16777217, -2147483648]> : tensor<3x!w>
  %y = stablehlo.constant dense<[100, 8, -1]> : tensor<3x!w>
  %r = stablehlo.add %x, %y : tensor<3x!w>
  check.expect_eq_const %r, dense<[2147483647, 16777218, -2147483648]> : tensor<3x!w>
  return
}

// -----

!u = !quant.uniform<u8<1:200>:f32, 1.0:100>

// The range that the type gives, not that of its storage.
func.func @add_within_a_range() {
  %x = stablehlo.constant dense<[190, 20]> : tensor<2x!u>
  %r = stablehlo.add %x, %x : tensor<2x!u>
  check.expect_eq_const %r, dense<[200, 1]> : tensor<2x!u>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// atan2(0, 1) = 0; atan2(1, 0) = 1.5708 is 6.28 steps.
func.func @atan2_of_quantized() {
  %x = stablehlo.constant dense<[-10, -8]> : tensor<2x!q>
  %y = stablehlo.constant dense<[8, 4]> : tensor<2x!r>
  %r = "stablehlo.atan2"(%x, %y) : (tensor<2x!q>, tensor<2x!r>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[4, 10]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 3 / 2; 1 / 0 is the greatest, 0 / 0 is stored as 0.
func.func @divide_of_quantized() {
  %x = stablehlo.constant dense<[-4, -8, -10]> : tensor<3x!q>
  %y = stablehlo.constant dense<[12, 4, 4]> : tensor<3x!r>
  %r = "stablehlo.divide"(%x, %y) : (tensor<3x!q>, tensor<3x!r>) -> tensor<3x!r>
  check.expect_eq_const %r, dense<[10, 127, 0]> : tensor<3x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 1.5 * 2 = 3.
func.func @multiply_of_quantized() {
  %x = stablehlo.constant dense<[-7, -12]> : tensor<2x!q>
  %y = stablehlo.constant dense<[12, 12]> : tensor<2x!r>
  %r = "stablehlo.multiply"(%x, %y) : (tensor<2x!q>, tensor<2x!r>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[16, -4]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 2 to the third is 8.
func.func @power_of_quantized() {
  %x = stablehlo.constant dense<[-6, -4]> : tensor<2x!q>
  %y = stablehlo.constant dense<[16, 4]> : tensor<2x!r>
  %r = "stablehlo.power"(%x, %y) : (tensor<2x!q>, tensor<2x!r>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[36, 8]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 5 rem 3, with the sign of the dividend.
func.func @remainder_of_quantized() {
  %x = stablehlo.constant dense<[0, -20]> : tensor<2x!q>
  %y = stablehlo.constant dense<[16, 16]> : tensor<2x!r>
  %r = "stablehlo.remainder"(%x, %y) : (tensor<2x!q>, tensor<2x!r>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[12, -4]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 3 - 5 and 1 - 0.25.
func.func @subtract_of_quantized() {
  %x = stablehlo.constant dense<[-4, -8]> : tensor<2x!q>
  %y = stablehlo.constant dense<[24, 5]> : tensor<2x!r>
  %r = "stablehlo.subtract"(%x, %y) : (tensor<2x!q>, tensor<2x!r>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[-4, 7]> : tensor<2x!r>
  return
}

// -----

!h = !quant.uniform<i8:f16, 0.5:-10>
!d = !quant.uniform<i16:f64, 0.001:5>

// Every expressed type: values of f16 and of f64.
func.func @multiply_in_other_expressed_types() {
  %x = stablehlo.constant dense<[-8, -7]> : tensor<2x!h>
  %r = stablehlo.multiply %x, %x : tensor<2x!h>
  check.expect_eq_const %r, dense<[-8, -6]> : tensor<2x!h>
  %y = stablehlo.constant dense<[1005, 5]> : tensor<2x!d>
  %s = stablehlo.multiply %y, %y : tensor<2x!d>
  check.expect_eq_const %s, dense<[1005, 5]> : tensor<2x!d>
  return
}

// -----

!n = !quant.uniform<i4:f32, 1.0:1>
!m = !quant.uniform<u2:f32, 1.0:1>

// Narrow storage types: 2 * 3 = 6 and 3 * 3 = 9, past the range; 1 * 1.
func.func @multiply_of_narrow_elements() {
  %x = stablehlo.constant dense<[3, 4]> : tensor<2x!n>
  %y = stablehlo.constant dense<4> : tensor<2x!n>
  %r = stablehlo.multiply %x, %y : tensor<2x!n>
  check.expect_eq_const %r, dense<[7, 7]> : tensor<2x!n>
  %z = stablehlo.constant dense<[2, 0]> : tensor<2x!m>
  %s = stablehlo.multiply %z, %z : tensor<2x!m>
  check.expect_eq_const %s, dense<2> : tensor<2x!m>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>

// Shapes without elements, and scalars.
func.func @add_of_nothing() {
  %x = stablehlo.constant dense<> : tensor<0x2x!q>
  %r = stablehlo.add %x, %x : tensor<0x2x!q>
  check.expect_eq_const %r, dense<> : tensor<0x2x!q>
  %y = stablehlo.constant dense<-8> : tensor<!q>
  %s = stablehlo.add %y, %y : tensor<!q>
  check.expect_eq_const %s, dense<-6> : tensor<!q>
  return
}
