// Constants of every element type that a portable artifact can hold.
func.func @main() -> tensor<2xf32> {
  %boolean = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %truth = stablehlo.constant dense<true> : tensor<9xi1>
  %many = stablehlo.constant dense<[true, false, false, true, true, false, true, false, false, true]> : tensor<10xi1>
  %i2 = stablehlo.constant dense<[1, -2]> : tensor<2xi2>
  %i4 = stablehlo.constant dense<[7, -8]> : tensor<2xi4>
  %i8 = stablehlo.constant dense<[127, -128]> : tensor<2xi8>
  %i16 = stablehlo.constant dense<[1, -300]> : tensor<2xi16>
  %i32 = stablehlo.constant dense<[1, -70000]> : tensor<2xi32>
  %i64 = stablehlo.constant dense<[1, -5000000000]> : tensor<2xi64>
  %ui2 = stablehlo.constant dense<[1, 3]> : tensor<2xui2>
  %ui4 = stablehlo.constant dense<[1, 15]> : tensor<2xui4>
  %ui8 = stablehlo.constant dense<[1, 255]> : tensor<2xui8>
  %ui16 = stablehlo.constant dense<[1, 65535]> : tensor<2xui16>
  %ui32 = stablehlo.constant dense<[1, 4294967295]> : tensor<2xui32>
  %ui64 = stablehlo.constant dense<[1, 18446744073709551615]> : tensor<2xui64>
  %f4 = stablehlo.constant dense<[1.5, -6.0]> : tensor<2xf4E2M1FN>
  %f6a = stablehlo.constant dense<[1.5, -7.5]> : tensor<2xf6E2M3FN>
  %f6b = stablehlo.constant dense<[1.5, -28.0]> : tensor<2xf6E3M2FN>
  %f8a = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf8E3M4>
  %f8b = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf8E4M3>
  %f8c = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf8E4M3FN>
  %f8d = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf8E4M3FNUZ>
  %f8e = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf8E4M3B11FNUZ>
  %f8f = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf8E5M2>
  %f8g = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf8E5M2FNUZ>
  %f8h = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E8M0FNU>
  %bf16 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
  %f16 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf16>
  %f32 = stablehlo.constant dense<[1.5, 0xFFC00001]> : tensor<2xf32>
  %f64 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf64>
  %c64 = stablehlo.constant dense<[(1.5, -2.0), (0.0, 1.0)]> : tensor<2xcomplex<f32>>
  %c128 = stablehlo.constant dense<(1.5, -2.0)> : tensor<2xcomplex<f64>>
  %none = stablehlo.constant dense<> : tensor<0xf32>
  %scalar = stablehlo.constant dense<-1> : tensor<i32>
  %uniform = stablehlo.constant dense<[[3, 3], [3, 3]]> : tensor<2x2xi32>
  return %f32 : tensor<2xf32>
}
