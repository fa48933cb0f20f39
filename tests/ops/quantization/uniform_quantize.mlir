!q = !quant.uniform<i8:f32, 0.5:-10>

// Halves of a step go to the even one; what is past the range, infinities too, becomes its end;
// NaN is stored as 0.
func.func @quantize_per_tensor() {
  %x = stablehlo.constant dense<[0.0, 1.0, 0.25, 0.75, 1000.0, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
  %r = stablehlo.uniform_quantize %x : (tensor<7xf32>) -> tensor<7x!q>
  check.expect_eq_const %r, dense<[-10, -8, -10, -8, 127, -128, 0]> : tensor<7x!q>
  return
}

// -----

!p = !quant.uniform<i8:f32:0, {0.5:-10, 0.25:4}>

// Every row has its own scale and zero point: 1 and 2 in either.
func.func @quantize_per_axis() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %r = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!p>
  check.expect_eq_const %r, dense<[[-8, -6], [8, 12]]> : tensor<2x2x!p>
  %s = stablehlo.uniform_dequantize %r : (tensor<2x2x!p>) -> tensor<2x2xf32>
  check.expect_eq %s, %x : tensor<2x2xf32>, tensor<2x2xf32>
  return
}

// -----

!i2 = !quant.uniform<i2:f32, 1.0:1>
!u2 = !quant.uniform<u2:f32, 1.0:1>
!i4 = !quant.uniform<i4:f32, 1.0:1>
!u4 = !quant.uniform<u4:f32, 1.0:1>
!u8 = !quant.uniform<u8:f32, 1.0:1>
!i16 = !quant.uniform<i16:f32, 1.0:1>
!u16 = !quant.uniform<u16:f32, 1.0:1>
!i32 = !quant.uniform<i32:f32, 1.0:1>
!u32 = !quant.uniform<u32:f32, 1.0:1>

// The range of every storage type is kept on either side; 1 is one step above the zero point.
func.func @quantize_to_every_storage_type() {
  %x = stablehlo.constant dense<[-1.0e10, 0.0, 1.0, 1.0e10]> : tensor<4xf32>
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!i2>
  check.expect_eq_const %0, dense<[-2, 1, 1, 1]> : tensor<4x!i2>
  %1 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!u2>
  check.expect_eq_const %1, dense<[0, 1, 2, 3]> : tensor<4x!u2>
  %2 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!i4>
  check.expect_eq_const %2, dense<[-8, 1, 2, 7]> : tensor<4x!i4>
  %3 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!u4>
  check.expect_eq_const %3, dense<[0, 1, 2, 15]> : tensor<4x!u4>
  %4 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!u8>
  check.expect_eq_const %4, dense<[0, 1, 2, 255]> : tensor<4x!u8>
  %5 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!i16>
  check.expect_eq_const %5, dense<[-32768, 1, 2, 32767]> : tensor<4x!i16>
  %6 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!u16>
  check.expect_eq_const %6, dense<[0, 1, 2, 65535]> : tensor<4x!u16>
  %7 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!i32>
  check.expect_eq_const %7, dense<[-2147483648, 1, 2, 2147483647]> : tensor<4x!i32>
  %8 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!u32>
  check.expect_eq_const %8, dense<[0, 1, 2, 4294967295]> : tensor<4x!u32>
  %9 = stablehlo.uniform_dequantize %8 : (tensor<4x!u32>) -> tensor<4xf32>
  check.expect_eq_const %9, dense<[-1.0, 0.0, 1.0, 4294967296.0]> : tensor<4xf32>
  return
}

// -----

!h = !quant.uniform<i8:f16, 0.1:-3>
!b = !quant.uniform<i8:bf16, 0.1:-3>
!d = !quant.uniform<i32:f64, 0.1:-3>

// Scales are numbers of the expressed type: 0.1 is 0.099976 in f16 and 0.10010 in bf16. The
// product is rounded once.
func.func @quantize_of_every_expressed_type() {
  %h = stablehlo.constant dense<[1.0, -0.1]> : tensor<2xf16>
  %0 = stablehlo.uniform_quantize %h : (tensor<2xf16>) -> tensor<2x!h>
  check.expect_eq_const %0, dense<[7, -4]> : tensor<2x!h>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x!h>) -> tensor<2xf16>
  check.expect_eq_const %1, dense<[0x3C00, 0xAE66]> : tensor<2xf16>
  %b = stablehlo.constant dense<[1.0, -0.1]> : tensor<2xbf16>
  %2 = stablehlo.uniform_quantize %b : (tensor<2xbf16>) -> tensor<2x!b>
  check.expect_eq_const %2, dense<[7, -4]> : tensor<2x!b>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<2x!b>) -> tensor<2xbf16>
  check.expect_eq_const %3, dense<[0x3F80, 0xBDCD]> : tensor<2xbf16>
  %d = stablehlo.constant dense<[1.0, 1.0e8]> : tensor<2xf64>
  %4 = stablehlo.uniform_quantize %d : (tensor<2xf64>) -> tensor<2x!d>
  check.expect_eq_const %4, dense<[7, 999999997]> : tensor<2x!d>
  %5 = stablehlo.uniform_dequantize %4 : (tensor<2x!d>) -> tensor<2xf64>
  check.expect_eq_const %5, dense<[1.0, 1.0e8]> : tensor<2xf64>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!s = !quant.uniform<i16:f32, 0.25:100>
!t = !quant.uniform<i8:f32, 1.0:0>

// From one quantized type to another: 1, 2.5 and -3; then in whole steps, halves to even.
func.func @requantize() {
  %x = stablehlo.constant dense<[-8, -5, -16]> : tensor<3x!q>
  %r = stablehlo.uniform_quantize %x : (tensor<3x!q>) -> tensor<3x!s>
  check.expect_eq_const %r, dense<[104, 110, 88]> : tensor<3x!s>
  %s = stablehlo.uniform_quantize %r : (tensor<3x!s>) -> tensor<3x!t>
  check.expect_eq_const %s, dense<[1, 2, -3]> : tensor<3x!t>
  %i = stablehlo.uniform_quantize %x : (tensor<3x!q>) -> tensor<3x!q>
  check.expect_eq %i, %x : tensor<3x!q>, tensor<3x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!p = !quant.uniform<i8:f32:0, {0.5:-10, 0.25:4}>

// From one pair of parameters for all to a pair for each row, and back.
func.func @requantize_per_axis() {
  %x = stablehlo.constant dense<[[-8, -6], [-8, -6]]> : tensor<2x2x!q>
  %r = stablehlo.uniform_quantize %x : (tensor<2x2x!q>) -> tensor<2x2x!p>
  check.expect_eq_const %r, dense<[[-8, -6], [8, 12]]> : tensor<2x2x!p>
  %s = stablehlo.uniform_quantize %r : (tensor<2x2x!p>) -> tensor<2x2x!q>
  check.expect_eq %s, %x : tensor<2x2x!q>, tensor<2x2x!q>
  return
}

// -----

!r = !quant.uniform<i8<-100:50>:f32, 1.0:0>
!z = !quant.uniform<u8<1:9>:f32, 1.0:1>

// A narrower range than that of the storage; NaN, stored as 0, comes into it too.
func.func @quantize_into_a_range() {
  %x = stablehlo.constant dense<[-200.0, 49.5, 50.5, 200.0, 0x7FC00000]> : tensor<5xf32>
  %r = stablehlo.uniform_quantize %x : (tensor<5xf32>) -> tensor<5x!r>
  check.expect_eq_const %r, dense<[-100, 50, 50, 50, 0]> : tensor<5x!r>
  %s = stablehlo.uniform_quantize %x : (tensor<5xf32>) -> tensor<5x!z>
  check.expect_eq_const %s, dense<[1, 9, 9, 9, 1]> : tensor<5x!z>
  return
}

// -----

!w = !quant.uniform<i32<-2147483647:2147483600>:f32, 1.0:0>

// The bound 2147483600 is no f32, and is kept all the same.
func.func @quantize_into_a_wide_range() {
  %x = stablehlo.constant dense<[3.0e9, -3.0e9]> : tensor<2xf32>
  %r = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!w>
  check.expect_eq_const %r, dense<[2147483600, -2147483647]> : tensor<2x!w>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!p = !quant.uniform<i8:f32:1, {0.5:-10, 0.25:4, 1.0:0}>

func.func @quantize_nothing() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %r = stablehlo.uniform_quantize %x : (tensor<0x3xf32>) -> tensor<0x3x!p>
  check.expect_eq_const %r, dense<> : tensor<0x3x!p>
  %y = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.uniform_quantize %y : (tensor<f32>) -> tensor<!q>
  check.expect_eq_const %s, dense<-8> : tensor<!q>
  return
}
