// paddock: exact
// Rules that are judged where a type or a literal is read: one a program.

// expected-error @+1 {{'-200' is not a value of type i8, which holds -128 to 127}}
func.func private @quantized_range(tensor<2x!quant.uniform<i8<-200:127>:f32, 0.5>>)

// -----
// expected-error @+1 {{the stored range 5:5 is not a range}}
func.func private @quantized_range_of_one(tensor<2x!quant.uniform<i8<5:5>:f32, 0.5>>)

// -----
// expected-error @+1 {{the expressed type i32 is not a float type}}
func.func private @quantized_expressed(tensor<2x!quant.uniform<i8:i32, 0.5>>)

// -----
// expected-error @+1 {{the scale 0}}
func.func private @quantized_scale_zero(tensor<2x!quant.uniform<i8:f32, 0.0>>)

// -----
// The least positive f16 is 2^-24.
// expected-error @+1 {{is not a positive number of type f16}}
func.func private @quantized_scale_too_small(tensor<2x!quant.uniform<i8:f16, 1.0e-8>>)

// -----
// expected-error @+1 {{a negative quantized dimension}}
func.func private @quantized_dimension(tensor<2x!quant.uniform<i8:f32:-1, {0.5, 0.5}>>)

// -----
// expected-error @+1 {{a quantized type needs scales}}
func.func private @quantized_count(tensor<0x!quant.uniform<i8:f32:0, {}>>)

// -----
// expected-error @+1 {{a future of f32, which is not a ranked tensor}}
func.func private @future_type(!stablehlo.future<f32>)

// -----
// expected-error @+1 {{1 bounds for 2 dimensions}}
func.func private @type_bounds(tensor<2x?xf32, #stablehlo.bounds<?>>)

// -----
// expected-error @+1 {{a bound on dimension 0, whose size is 2}}
func.func private @type_bounds_of_known(tensor<2x?xf32, #stablehlo.bounds<3, 4>>)

// -----
// expected-error @+1 {{a complex number of complex<f32>, which is not a number}}
func.func private @complex_of_complex(tensor<2xcomplex<complex<f32>>>)

// -----
// expected-error @+1 {{which is not a number}}
func.func private @complex_of_quantized(tensor<2xcomplex<!quant.uniform<i8:f32, 0.5>>>)

// -----
func.func @literal_value_count() {
  // expected-error @+1 {{more elements than the shape 2 has}}
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<2xi32>
  func.return
}

// -----
func.func @literal_value_out_of_range() {
  // expected-error @+1 {{'256' is not a value of type ui8}}
  %0 = stablehlo.constant dense<256> : tensor<2xui8>
  func.return
}

// -----
func.func @literal_value_of_another_kind() {
  // expected-error @+1 {{'true' is not a value of type f32}}
  %0 = stablehlo.constant dense<true> : tensor<2xf32>
  func.return
}

// -----
func.func @literal_type() {
  // expected-error @+1 {{whose shape is not static}}
  %0 = stablehlo.constant dense<1> : tensor<?xi32>
  func.return
}

// -----
// Extremes that are right.
func.func private @quantized_extremes(
  tensor<2x!quant.uniform<i8<-128:127>:f32, 0.5:-128>>, tensor<2x!quant.uniform<ui4<0:15>:bf16, 1.0e-30:15>>,
  tensor<2x!quant.uniform<i2<-2:-1>:f64, 4.0:-1>>, tensor<0x!quant.uniform<i32:f32, 3.0e38>>,
  tensor<?x!quant.uniform<i8:f32:0, {0.5, 0.25}>>)

// -----
func.func private @bounds_extremes(
  tensor<?x2xf32, #stablehlo.bounds<0, ?>>, tensor<?x?xf32, #stablehlo.bounds<?, ?>>,
  !stablehlo.future<tensor<f32>, tensor<?xi1>>)

// -----
func.func @literal_extremes() {
  %0 = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %1 = stablehlo.constant dense<[0, 255]> : tensor<2xui8>
  %2 = stablehlo.constant dense<> : tensor<0x3xf32>
  %3 = stablehlo.constant dense<1.0> : tensor<2x0xf32>
  %4 = stablehlo.constant dense<"0x0000803F"> : tensor<1xf32>
  %5 = stablehlo.constant dense<[-2, 1]> : tensor<2xi2>
  func.return
}

// -----
// expected-error @+1 {{expected a type, found '*'}}
func.func private @rank_after_sizes(tensor<2x*xf32>)

// -----
func.func @array_without_numbers(%x: tensor<f32>) {
  // expected-error @+1 {{expected a number in array, found '>'}}
  %0 = "stablehlo.broadcast_in_dim"(%x) {broadcast_dimensions = array<i64: >} : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----
// expected-fix @+2 {{\\}}
// expected-error @+1 {{after a backslash a string has n, t, '"', another backslash or two hexadecimal digits}}
func.func private @unknown_escape() attributes {path = "C:\paddock"}

// -----
// Comments stand anywhere between tokens, also around bytes.
func.func @bytes_between_comments() {
  %0 = stablehlo.constant dense< // before
    "0x0100" // after
  > : tensor<i16>
  func.return
}
