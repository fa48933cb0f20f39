// Operations that only compare their operands.

!q = !quant.uniform<i8:f32, 0.5:-10>

// Of one type what is stored is compared.
func.func @maximum_and_minimum_of_quantized() {
  %x = stablehlo.constant dense<[-128, 5, -10]> : tensor<3x!q>
  %y = stablehlo.constant dense<[127, -5, -10]> : tensor<3x!q>
  %r = stablehlo.maximum %x, %y : tensor<3x!q>
  check.expect_eq_const %r, dense<[127, 5, -10]> : tensor<3x!q>
  %s = stablehlo.minimum %x, %y : tensor<3x!q>
  check.expect_eq_const %s, dense<[-128, -5, -10]> : tensor<3x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// Of two types the values are: 1 and 2, 3 and -1.
func.func @maximum_of_quantized() {
  %x = stablehlo.constant dense<[-8, -4]> : tensor<2x!q>
  %y = stablehlo.constant dense<[12, 0]> : tensor<2x!r>
  %r = "stablehlo.maximum"(%x, %y) : (tensor<2x!q>, tensor<2x!r>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[12, 16]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// In the type of the result: 1 and -1.
func.func @minimum_of_quantized() {
  %x = stablehlo.constant dense<[-8, -4]> : tensor<2x!q>
  %y = stablehlo.constant dense<[12, 0]> : tensor<2x!r>
  %r = "stablehlo.minimum"(%x, %y) : (tensor<2x!q>, tensor<2x!r>) -> tensor<2x!q>
  check.expect_eq_const %r, dense<[-8, -12]> : tensor<2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 0 and 10 are the limits of 20, -1 and 5.
func.func @clamp_of_quantized() {
  %least = stablehlo.constant dense<-10> : tensor<!q>
  %greatest = stablehlo.constant dense<10> : tensor<!q>
  %x = stablehlo.constant dense<[30, -12, 0]> : tensor<3x!q>
  %r = stablehlo.clamp %least, %x, %greatest : (tensor<!q>, tensor<3x!q>, tensor<!q>) -> tensor<3x!q>
  check.expect_eq_const %r, dense<[10, -10, 0]> : tensor<3x!q>
  %s = stablehlo.clamp %least, %x, %greatest : (tensor<!q>, tensor<3x!q>, tensor<!q>) -> tensor<3x!r>
  check.expect_eq_const %s, dense<[44, 4, 24]> : tensor<3x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 1 < 2 in one type; in two, 1 = 1 though the stored numbers differ.
func.func @compare_of_quantized() {
  %x = stablehlo.constant dense<[-8, -6]> : tensor<2x!q>
  %y = stablehlo.constant dense<[-6, -6]> : tensor<2x!q>
  %r = stablehlo.compare LT, %x, %y : (tensor<2x!q>, tensor<2x!q>) -> tensor<2xi1>
  check.expect_eq_const %r, dense<[true, false]> : tensor<2xi1>
  %z = stablehlo.constant dense<[8, 8]> : tensor<2x!r>
  %s = stablehlo.compare EQ, %x, %z : (tensor<2x!q>, tensor<2x!r>) -> tensor<2xi1>
  check.expect_eq_const %s, dense<[true, false]> : tensor<2xi1>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// Chosen as stored, or into another type: 1 and 3.
func.func @select_of_quantized() {
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %x = stablehlo.constant dense<[-8, -6]> : tensor<2x!q>
  %y = stablehlo.constant dense<[-2, -4]> : tensor<2x!q>
  %r = stablehlo.select %p, %x, %y : tensor<2xi1>, tensor<2x!q>
  check.expect_eq_const %r, dense<[-8, -4]> : tensor<2x!q>
  %s = "stablehlo.select"(%p, %x, %y) : (tensor<2xi1>, tensor<2x!q>, tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %s, dense<[8, 16]> : tensor<2x!r>
  return
}
