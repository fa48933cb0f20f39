// %operand: [-20, 3, 250]
%min = stablehlo.constant dense<0> : tensor<i32>
%max = stablehlo.constant dense<100> : tensor<i32>
%result = stablehlo.clamp %min, %operand, %max : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
// %result: [0, 3, 100]
