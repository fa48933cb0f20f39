// %lhs: [[1, 2], [3, 4]]
// %rhs: [10, 1]
%result = stablehlo.einsum %lhs, %rhs, config = "ij,j->i" : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
// %result: [12, 34]
