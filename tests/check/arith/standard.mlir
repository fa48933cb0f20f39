// paddock: exact
// arith: element types and shapes of operands and results.

func.func @extended_operands(%x: tensor<2xi32>, %y: tensor<2xi64>) {
  // expected-error @+1 {{operand 1 is tensor<2xi64> and operand 0 is tensor<2xi32>}}
  %r:2 = "arith.mulsi_extended"(%x, %y) : (tensor<2xi32>, tensor<2xi64>) -> (tensor<2xi32>, tensor<2xi32>)
  func.return
}

func.func @extended_overflow(%x: tensor<2xi32>) {
  // expected-error @+1 {{arith.addui_extended}}
  %r:2 = "arith.addui_extended"(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  func.return
}

func.func @vectors(%x: vector<2xf32>) {
  // expected-error @+1 {{operand 0 is vector<2xf32>: vectors are not supported, scalars and tensors are}}
  %0 = arith.addf %x, %x : vector<2xf32>
  func.return
}

func.func @vectors_of_integers(%x: vector<2xi32>) {
  // expected-error @+1 {{operand 0 is vector<2xi32>: vectors are not supported}}
  %0 = "std.addi"(%x, %x) : (vector<2xi32>, vector<2xi32>) -> vector<2xi32>
  func.return
}
