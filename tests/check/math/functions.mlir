// paddock: exact
// math: element types and shapes of operands and results.

func.func @test_of_integers(%x: tensor<2xi32>) {
  // expected-error @+1 {{operand 0 is tensor<2xi32>, not of floats}}
  %r = "math.isnan"(%x) : (tensor<2xi32>) -> tensor<2xi1>
  func.return
}

func.func @test_result(%x: tensor<2xf32>) {
  // expected-error @+1 {{math.isinf}}
  %r = "math.isinf"(%x) : (tensor<2xf32>) -> tensor<2xi8>
  func.return
}
