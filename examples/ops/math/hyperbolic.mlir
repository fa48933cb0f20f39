// %x: [0.5, 1.0]
%sinh = math.sinh %x : tensor<2xf32>
// %sinh: [0.52109531, 1.17520119]
%cosh = math.cosh %x : tensor<2xf32>
// %cosh: [1.12762597, 1.54308063]
%tanh = math.tanh %x : tensor<2xf32>
// %tanh: [0.46211716, 0.76159416]
%asinh = math.asinh %sinh : tensor<2xf32>
// %asinh: [0.5, 1.0]
%acosh = math.acosh %cosh : tensor<2xf32>
// %acosh: [0.5, 1.0]
%atanh = math.atanh %tanh : tensor<2xf32>
// %atanh: [0.5, 1.0]
%erf = math.erf %x : tensor<2xf32>
// %erf: [0.52049988, 0.84270079]
