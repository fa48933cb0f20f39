// paddock: exact
// Operands and result of one type: a result of another shape.

func.func @chlo__asin_acos_kernel_c1(%x0: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{chlo._asin_acos_kernel: }}
  %result = "chlo._asin_acos_kernel"(%x0) : (tensor<2xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  func.return
}

func.func @chlo_acos_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.acos: }}
  %result = "chlo.acos"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_acosh_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.acosh: }}
  %result = "chlo.acosh"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_asin_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.asin: }}
  %result = "chlo.asin"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_asinh_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.asinh: }}
  %result = "chlo.asinh"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_atan_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.atan: }}
  %result = "chlo.atan"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_atanh_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.atanh: }}
  %result = "chlo.atanh"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_bessel_i1e_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.bessel_i1e: }}
  %result = "chlo.bessel_i1e"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_conj_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.conj: }}
  %result = "chlo.conj"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_cosh_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.cosh: }}
  %result = "chlo.cosh"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_digamma_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.digamma: }}
  %result = "chlo.digamma"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_erf_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.erf: }}
  %result = "chlo.erf"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_erf_inv_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.erf_inv: }}
  %result = "chlo.erf_inv"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_erfc_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.erfc: }}
  %result = "chlo.erfc"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_lgamma_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.lgamma: }}
  %result = "chlo.lgamma"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_mulhi_c1(%x0: tensor<2xi32>, %x1: tensor<2xi32>) {
  // expected-error @+1 {{chlo.mulhi: }}
  %result = "chlo.mulhi"(%x0, %x1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

func.func @chlo_next_after_c1(%x0: tensor<2xf32>, %x1: tensor<2xf32>) {
  // expected-error @+1 {{chlo.next_after: }}
  %result = "chlo.next_after"(%x0, %x1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_polygamma_c1(%x0: tensor<2xf32>, %x1: tensor<2xf32>) {
  // expected-error @+1 {{chlo.polygamma: }}
  %result = "chlo.polygamma"(%x0, %x1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_sinh_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.sinh: }}
  %result = "chlo.sinh"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_square_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.square: }}
  %result = "chlo.square"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_tan_c1(%x0: tensor<2xf32>) {
  // expected-error @+1 {{chlo.tan: }}
  %result = "chlo.tan"(%x0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @chlo_zeta_c1(%x0: tensor<2xf32>, %x1: tensor<2xf32>) {
  // expected-error @+1 {{chlo.zeta: }}
  %result = "chlo.zeta"(%x0, %x1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}
