// %x: [12, -8]
// %y: [10, 1]
%and = arith.andi %x, %y : tensor<2xi8>
// %and: [8, 0]
%or = arith.ori %x, %y : tensor<2xi8>
// %or: [14, -7]
%xor = arith.xori %x, %y : tensor<2xi8>
// %xor: [6, -7]
%one = arith.constant dense<1> : tensor<2xi8>
%left = arith.shli %x, %one : tensor<2xi8>
// %left: [24, -16]
%right = arith.shrsi %x, %one : tensor<2xi8>
// %right: [6, -4]
%unsigned = arith.shrui %x, %one : tensor<2xi8>
// %unsigned: [6, 124]
