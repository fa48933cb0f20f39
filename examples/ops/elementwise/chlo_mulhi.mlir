// The upper half of a product twice as wide.
// %lhs: [200, 16]
// %rhs: [200, 15]
%result = chlo.mulhi %lhs, %rhs : tensor<2xui8>, tensor<2xui8> -> tensor<2xui8>
// %result: [156, 0]
