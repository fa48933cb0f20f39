// Doubles a number until it exceeds a hundred, and counts.
%one = stablehlo.constant dense<1> : tensor<i32>
%limit = stablehlo.constant dense<100> : tensor<i32>
%start = stablehlo.constant dense<0> : tensor<i32>
%x, %count = stablehlo.while(%value = %one, %steps = %start) : tensor<i32>, tensor<i32>
cond {
  %goes_on = stablehlo.compare LE, %value, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %goes_on : tensor<i1>
} do {
  %double = stablehlo.add %value, %value : tensor<i32>
  %counted = stablehlo.add %steps, %one : tensor<i32>
  stablehlo.return %double, %counted : tensor<i32>, tensor<i32>
}
// %x: 128
// %count: 7
