// paddock: exact
sdy.mesh @mesh = <["x"=2]>
func.func @fail_arguments(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the body takes 0 values, not 1}}
  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} () {
    %c = stablehlo.constant dense<1.0> : tensor<2xf32>
    sdy.return %c : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @fail_element_type(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the body returns tensor<2xi32> as a tile of tensor<4xf32>}}
  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%t: tensor<2xf32>) {
    %c = stablehlo.constant dense<1> : tensor<2xi32>
    sdy.return %c : tensor<2xi32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @fail_terminator(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%t: tensor<2xf32>) {
    // expected-error @+1 {{must end in sdy.return}}
    stablehlo.return %t : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// expected-error @+1 {{a '<' without its '>'}}
sdy.mesh @mesh = <["x"=2
func.func @fail_open_bracket() {
  return
}

// -----

func.func @fail_constraint(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{type(result) = type(input)}}
  %r = "sdy.sharding_constraint"(%x) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<4xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
