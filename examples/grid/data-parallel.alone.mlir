// paddock: example
// The step of data-parallel.mlir by one process that has all eight points.
func.func @main(%points: tensor<8x3xf32>, %targets: tensor<8xf32>, %weights: tensor<3xf32>) -> (tensor<3xf32>, tensor<f32>) {
  // %points: [[1.0, 0.0, 2.0], [0.5, -1.0, 1.0], [-1.0, 1.0, 0.0], [2.0, 0.5, -0.5],
  //           [0.0, 2.0, 1.0], [-0.5, 0.5, 1.5], [1.5, -1.0, 0.0], [1.0, 1.0, 1.0]]
  // %targets: [2.0, 3.0, -3.0, 0.75, -3.5, -0.75, 3.5, -0.5]
  // %weights: [0.5, -0.5, 0.25]
  %prediction = stablehlo.dot_general %points, %weights, contracting_dims = [1] x [0]
    : (tensor<8x3xf32>, tensor<3xf32>) -> tensor<8xf32>
  %error = stablehlo.subtract %prediction, %targets : tensor<8xf32>
  %loss = stablehlo.dot_general %error, %error, contracting_dims = [0] x [0]
    : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %gradient = stablehlo.dot_general %points, %error, contracting_dims = [0] x [0]
    : (tensor<8x3xf32>, tensor<8xf32>) -> tensor<3xf32>
  %rate = stablehlo.constant dense<0.125> : tensor<3xf32>
  %step = stablehlo.multiply %gradient, %rate : tensor<3xf32>
  %next.weights = stablehlo.subtract %weights, %step : tensor<3xf32>
  %eighth = stablehlo.constant dense<0.125> : tensor<f32>
  %mean.loss = stablehlo.multiply %loss, %eighth : tensor<f32>
  return %next.weights, %mean.loss : tensor<3xf32>, tensor<f32>
}
