// paddock: exact
// The shape of random numbers is a value; the barrier hides the constant from the check.

// The shape has three elements, the result is declared to have two.
func.func @main() -> tensor<2xf32> {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %shape_known = stablehlo.constant dense<[3]> : tensor<1xi64>
  %shape = stablehlo.optimization_barrier %shape_known : tensor<1xi64>
  // expected-error @+1 {{rng-c3}}
  %result = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  func.return %result : tensor<2xf32>
}

// -----

// States that the check warns about are refused by the planner, because their contents are undefined.
func.func @main() -> tensor<4xui32> {
  %state = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{operand-type}}
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xf32>) -> (tensor<2xf32>, tensor<4xui32>)
  func.return %bits : tensor<4xui32>
}

// -----

func.func @main() -> tensor<4xui32> {
  %state = stablehlo.constant dense<1> : tensor<3xui64>
  // expected-error @+1 {{rng_bit_generator-c2}}
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  func.return %bits : tensor<4xui32>
}

// -----

func.func @main() -> tensor<4xui32> {
  %state = stablehlo.constant dense<1> : tensor<2xui64>
  // expected-error @+1 {{rng_bit_generator-c1}}
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xi64>, tensor<4xui32>)
  func.return %bits : tensor<4xui32>
}
