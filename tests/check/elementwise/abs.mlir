// paddock: exact
// The result of abs is real.

func.func @abs_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{abs (C1): }}
  %result = "stablehlo.abs"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @abs_c2(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{abs (C2): }}
  %result = "stablehlo.abs"(%x) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  func.return
}

func.func @abs_unsigned(%x: tensor<2xui8>) {
  // expected-error @+1 {{operand is tensor<2xui8>, not }}
  %result = stablehlo.abs %x : tensor<2xui8>
  func.return
}

func.func @abs_complex(%x: tensor<2xcomplex<f64>>) {
  %result = stablehlo.abs %x : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  func.return
}

func.func @abs_unknown_size(%x: tensor<?xf32>) {
  %result = stablehlo.abs %x : (tensor<?xf32>) -> tensor<2xf32>
  func.return
}
