// The sum of 1 / (k + q)^x over all k from 0 on: Riemann's function where q is 1.
// %x: [2.0, 4.0, 2.0]
// %q: [1.0, 1.0, 2.0]
%result = chlo.zeta %x, %q : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
// %result: [1.64493407, 1.08232323, 0.64493407]
