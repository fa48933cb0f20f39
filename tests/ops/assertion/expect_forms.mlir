// paddock: exact
// Forms of assertions in upstream's documents: a list without dense<...>, and the older names.

func.func @lists() {
  %i = stablehlo.constant dense<[-8, 0, 4]> : tensor<3xi4>
  check.expect_eq_const %i, [-8, 0, 4] : tensor<3xi4>
  check.expect_eq_const %i, [ -8 , 0 ,
    4 ] : tensor<3xi4>
  %m = stablehlo.constant dense<[[1.5, -0.0], [2.0, 3.0]]> : tensor<2x2xf32>
  check.expect_almost_eq_const %m, [[1.50001, 0.0], [2.0, 3.0]] : tensor<2x2xf32>
  %c = stablehlo.constant dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f32>>
  check.expect_eq_const %c, [(1.0, 2.0), (3.0, -4.0)] : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @older_names() {
  %a = stablehlo.constant dense<[15, 5]> : tensor<2xui4>
  %b = stablehlo.constant dense<[15, 5]> : tensor<2xui4>
  check.eq %a, [15, 5] : tensor<2xui4>
  check.eq %a, dense<[15, 5]> : tensor<2xui4>
  check.eq %a, %b : tensor<2xui4>
  "check.eq"(%a, %b) : (tensor<2xui4>, tensor<2xui4>) -> ()
  %0 = stablehlo.constant dense<0.20000000000000001110> : tensor<f32>
  check.almost_eq %0, dense<0.199999988> : tensor<f32>
  check.almost_eq %0, %0 : tensor<f32>
  return
}

// -----

func.func @unequal() {
  %a = stablehlo.constant dense<[15, 5]> : tensor<2xui4>
  // expected-error @+1 {{lhs[1] = 5, but expected[1] = 6}}
  check.eq %a, [15, 6] : tensor<2xui4>
  return
}

// -----

func.func @past_the_type() {
  %a = stablehlo.constant dense<[15, 5]> : tensor<2xui4>
  // expected-error @+1 {{16}}
  check.eq %a, [16, 5] : tensor<2xui4>
  return
}

// -----

func.func @without_type() {
  %a = stablehlo.constant dense<[15, 5]> : tensor<2xui4>
  // expected-error @+1 {{expected ':' and a type after the elements}}
  check.expect_eq_const %a, [15, 5]
  return
}

// -----

func.func @open_list() {
  %a = stablehlo.constant dense<[15, 5]> : tensor<2xui4>
  // expected-error @+1 {{a list without its closing ']'}}
  check.expect_eq_const %a, [15, 5 : tensor<2xui4>
  return
}
