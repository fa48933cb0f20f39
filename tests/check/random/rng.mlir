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
