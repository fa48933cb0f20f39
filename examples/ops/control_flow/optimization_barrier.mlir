// Its results are its operands. Computations are not moved across it.
// %a: [1.0, 2.0]
// %b: 3
%x, %y = stablehlo.optimization_barrier %a, %b : tensor<2xf32>, tensor<i32>
// %x: [1.0, 2.0]
// %y: 3
