// paddock: exact
// Operations that the types allow but that have no definition: refused when the program is planned.

func.func @main() -> tensor<2xcomplex<f32>> {
  %x = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  // expected-error @+1 {{remainder-x1}}
  %result = stablehlo.remainder %x, %x : tensor<2xcomplex<f32>>
  func.return %result : tensor<2xcomplex<f32>>
}

// -----

func.func @main() -> tensor<2xcomplex<f64>> {
  %x = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f64>>
  // expected-error @+1 {{chlo-bessel_i1e-x2}}
  %result = chlo.bessel_i1e %x : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  func.return %result : tensor<2xcomplex<f64>>
}

// -----

func.func @main() -> tensor<2xcomplex<f32>> {
  %x = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  %y = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  // expected-error @+1 {{remainder-x1}}
  %result = chlo.broadcast_remainder %x, %y : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  func.return %result : tensor<2xcomplex<f32>>
}

// -----

// A warning until it runs: upstream's check leaves it to the plain operation.
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{chlo-broadcast_shift_left-x4}}
  %result = chlo.broadcast_shift_left %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %result : tensor<2xf32>
}

// -----

!q = !quant.uniform<i8:f32, 0.5:1>

func.func @main() -> tensor<2x!q> {
  %x = stablehlo.constant dense<1> : tensor<2x!q>
  // expected-error @+1 {{chlo-broadcast_shift_right_logical-x4}}
  %result = chlo.broadcast_shift_right_logical %x, %x : (tensor<2x!q>, tensor<2x!q>) -> tensor<2x!q>
  func.return %result : tensor<2x!q>
}

// -----

func.func @main() -> tensor<2xi1> {
  %x = stablehlo.constant dense<true> : tensor<2xi1>
  // expected-error @+1 {{chlo-broadcast_subtract-x4}}
  %result = chlo.broadcast_subtract %x, %x : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  func.return %result : tensor<2xi1>
}
