// paddock: exact
// Random numbers and states.

func.func @rng_c1(%a: tensor<f32>, %b: tensor<f64>, %s: tensor<1xi64>) {
  // expected-error @+1 {{rng (C1): }}
  %result = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f64>, tensor<1xi64>) -> tensor<?xf32>
  func.return
}

func.func @rng_c2(%a: tensor<i32>, %b: tensor<i32>, %s: tensor<1xi64>) {
  // expected-error @+1 {{rng (C2): }}
  %result = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<?xi32>
  func.return
}

func.func @rng_c3(%a: tensor<f32>, %b: tensor<f32>) {
  %s = stablehlo.constant dense<7> : tensor<1xi64>
  // expected-error @+1 {{rng (C3): }}
  %result = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  func.return
}

func.func @rng_bit_generator_c1(%s: tensor<2xui64>) {
  // expected-warning @+1 {{rng_bit_generator (C1): }}
  %result:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>) -> (tensor<2xui32>, tensor<4xui32>)
  func.return
}

func.func @rng_bit_generator_c2(%s: tensor<3xui64>) {
  // expected-warning @+1 {{rng_bit_generator (C2): }}
  %result:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  func.return
}

func.func @rng_bit_generator_c2_default(%s: tensor<4xui64>) {
  // expected-warning @+1 {{the state is tensor<4xui64>, and DEFAULT takes 2 or 3 words}}
  %result:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  func.return
}

func.func @rng_bit_generator_i2_element(%s: tensor<2xf32>, %t: tensor<2xi64>, %u: tensor<4xui32>) {
  // expected-warning @+1 {{initial_state is tensor<2xf32>, not 1-dimensional tensor of type ui64}}
  %result:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<4xui32>)
  // expected-warning @+1 {{initial_state is tensor<2xi64>, not 1-dimensional tensor of type ui64}}
  %more:2 = "stablehlo.rng_bit_generator"(%t) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xi64>) -> (tensor<2xi64>, tensor<4xui32>)
  // expected-warning @+1 {{initial_state is tensor<4xui32>, not 1-dimensional tensor of type ui64}}
  %most:2 = "stablehlo.rng_bit_generator"(%u) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>)
  func.return
}

func.func @rng_bit_generator_i2_rank(%s: tensor<1x2xui64>) {
  // expected-warning @+1 {{initial_state is tensor<1x2xui64>, not 1-dimensional tensor of type ui64}}
  %result:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<1x2xui64>) -> (tensor<1x2xui64>, tensor<4xui32>)
  func.return
}

func.func @rng_bit_generator_output(%s: tensor<2xui64>) {
  // expected-error @+1 {{its shape is not static}}
  %result:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)
  func.return
}

func.func @rng_c3_negative(%a: tensor<f32>) {
  %shape = stablehlo.constant dense<[2, -3]> : tensor<2xi64>
  // expected-error @+1 {{shape = [2, -3]}}
  %result = "stablehlo.rng"(%a, %a, %shape) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  func.return
}
