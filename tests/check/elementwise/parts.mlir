// paddock: exact
// Real and imaginary parts.

func.func @real_c1(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{real (C1): }}
  %result = stablehlo.real %x : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  func.return
}

func.func @real_c2(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{real (C2): }}
  %result = stablehlo.real %x : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  func.return
}

func.func @imag_c1(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{imag (C1): }}
  %result = stablehlo.imag %x : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  func.return
}

func.func @imag_c2(%x: tensor<2xf32>) {
  // expected-error @+1 {{imag (C2): }}
  %result = stablehlo.imag %x : (tensor<2xf32>) -> tensor<2xf64>
  func.return
}

func.func @complex_c1(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{complex (C1): }}
  %result = "stablehlo.complex"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xcomplex<f32>>
  func.return
}

func.func @complex_c2(%x: tensor<2xf32>) {
  // expected-error @+1 {{complex (C2): }}
  %result = "stablehlo.complex"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  func.return
}

func.func @complex_c3(%x: tensor<2xf32>) {
  // expected-error @+1 {{complex (C3): }}
  %result = "stablehlo.complex"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  func.return
}
