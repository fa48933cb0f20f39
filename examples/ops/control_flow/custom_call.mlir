// The language does not define the targets; this one only annotates its operand.
// %operand: [1.0, 2.0]
%result = stablehlo.custom_call @Sharding(%operand) {mhlo.sharding = "{replicated}"} : (tensor<2xf32>) -> tensor<2xf32>
// %result: [1.0, 2.0]
