// Any function of scalars, applied to each element.
// %x: [1, 2, 3]
// %y: [10, 20, 30]
%result = "stablehlo.map"(%x, %y) ({
^bb0(%a: tensor<i32>, %b: tensor<i32>):
  %square = stablehlo.multiply %a, %a : tensor<i32>
  %sum = stablehlo.add %square, %b : tensor<i32>
  stablehlo.return %sum : tensor<i32>
}) {dimensions = array<i64: 0>} : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
// %result: [11, 24, 39]
