// paddock: example
// num_replicas: 4
//
// One step of training on four replicas. Eight points are fitted by a linear model; each replica has
// two of them and a copy of the weights. Each computes the gradient of its own points, an all_reduce
// sums them, and all continue with the same weights. data-parallel.alone.mlir is the step of one process.
func.func @main(%points: tensor<2x3xf32>, %targets: tensor<2xf32>, %weights: tensor<3xf32>) -> (tensor<3xf32>, tensor<f32>) {
  // %points@(0, 0): [[1.0, 0.0, 2.0], [0.5, -1.0, 1.0]]
  // %points@(1, 0): [[-1.0, 1.0, 0.0], [2.0, 0.5, -0.5]]
  // %points@(2, 0): [[0.0, 2.0, 1.0], [-0.5, 0.5, 1.5]]
  // %points@(3, 0): [[1.5, -1.0, 0.0], [1.0, 1.0, 1.0]]
  // %targets@(0, 0): [2.0, 3.0]
  // %targets@(1, 0): [-3.0, 0.75]
  // %targets@(2, 0): [-3.5, -0.75]
  // %targets@(3, 0): [3.5, -0.5]
  // %weights: [0.5, -0.5, 0.25]

  // The model and its errors, for this replica's points.
  %prediction = stablehlo.dot_general %points, %weights, contracting_dims = [1] x [0]
    : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %error = stablehlo.subtract %prediction, %targets : tensor<2xf32>
  %own.loss = stablehlo.dot_general %error, %error, contracting_dims = [0] x [0]
    : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %own.gradient = stablehlo.dot_general %points, %error, contracting_dims = [0] x [0]
    : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<3xf32>

  // The only communication of the replicas: both sums are sent together.
  %gradient, %loss = "stablehlo.all_reduce"(%own.gradient, %own.loss) <{
    replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)

  // The mean over eight points is differentiated to 2 / 8 of the sum; half of that is the step.
  %rate = stablehlo.constant dense<0.125> : tensor<3xf32>
  %step = stablehlo.multiply %gradient, %rate : tensor<3xf32>
  %next.weights = stablehlo.subtract %weights, %step : tensor<3xf32>
  %eighth = stablehlo.constant dense<0.125> : tensor<f32>
  %mean.loss = stablehlo.multiply %loss, %eighth : tensor<f32>
  return %next.weights, %mean.loss : tensor<3xf32>, tensor<f32>
}
