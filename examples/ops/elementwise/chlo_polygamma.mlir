// The derivatives of digamma; number 0 is digamma itself.
// %n: [0.0, 1.0, 2.0]
// %x: [1.0, 1.0, 1.0]
%result = chlo.polygamma %n, %x : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
// %result: [-0.57721566, 1.64493407, -2.40411381]
