// paddock: example
// num_replicas: 2
//
// Numbers where the mask is 1. Each replica computes its mean; one all_reduce joins means, sums and counts.
func.func @main(%x: tensor<3xf32>, %mask: tensor<3xf32>) -> (tensor<f32>, tensor<f32>) {
  // %x@(0, 0): [1.0, 2.0, 3.0]
  // %x@(1, 0): [8.0, 4.0, 0.0]
  // %mask@(0, 0): [1.0, 1.0, 1.0]
  // %mask@(1, 0): [1.0, 0.0, 0.0]
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %masked = stablehlo.multiply %x, %mask : tensor<3xf32>
  %sum = stablehlo.reduce(%masked init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %count = stablehlo.reduce(%mask init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %own.mean = stablehlo.divide %sum, %count : tensor<f32>
  %means, %sums, %counts = "stablehlo.all_reduce"(%own.mean, %sum, %count) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %add = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %add : tensor<f32>
  }) : (tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>)
  %mean.of.means = stablehlo.multiply %means, %half : tensor<f32>
  %mean = stablehlo.divide %sums, %counts : tensor<f32>
  return %mean.of.means, %mean : tensor<f32>, tensor<f32>
}
