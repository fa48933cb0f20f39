// paddock: exact
// Normalisation by feature.

func.func @batch_norm_inference_plain(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>, %x3: tensor<3xf32>, %x4: tensor<3xf32>) {
  %result = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @batch_norm_training_plain(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>) {
  %result:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

func.func @batch_norm_grad_plain(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>, %x3: tensor<3xf32>, %x4: tensor<2x3xf32>) {
  %result:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

func.func @batch_norm_inference_c1(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>, %x3: tensor<3xf32>, %x4: tensor<3xf32>) {
  // expected-error @+1 {{feature_index = 2 and rank(operand) = 2}}
  %result = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @batch_norm_inference_c2(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf64>, %x3: tensor<3xf32>, %x4: tensor<3xf32>) {
  // expected-error @+1 {{batch_norm_inference (C2): }}
  %result = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @batch_norm_inference_c3(%x0: tensor<2x3xf32>, %x1: tensor<4xf32>, %x2: tensor<3xf32>, %x3: tensor<3xf32>, %x4: tensor<3xf32>) {
  // expected-error @+1 {{batch_norm_inference (C3): }}
  %result = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @batch_norm_inference_c4(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<4xf32>, %x3: tensor<3xf32>, %x4: tensor<3xf32>) {
  // expected-error @+1 {{batch_norm_inference (C4): }}
  %result = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @batch_norm_inference_c5(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>, %x3: tensor<4xf32>, %x4: tensor<3xf32>) {
  // expected-error @+1 {{batch_norm_inference (C5): }}
  %result = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @batch_norm_inference_c6(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>, %x3: tensor<3xf32>, %x4: tensor<4xf32>) {
  // expected-error @+1 {{batch_norm_inference (C6): }}
  %result = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @batch_norm_inference_c7(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>, %x3: tensor<3xf32>, %x4: tensor<3xf32>) {
  // expected-error @+1 {{batch_norm_inference (C7): }}
  %result = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  func.return
}

func.func @batch_norm_training_c1(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>) {
  // expected-error @+1 {{batch_norm_training (C1): }}
  %result:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 1.0 : f32, feature_index = -1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

func.func @batch_norm_training_c2(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf64>) {
  // expected-error @+1 {{batch_norm_training (C2): }}
  %result:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf64>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

func.func @batch_norm_training_c3(%x0: tensor<2x3xf32>, %x1: tensor<4xf32>, %x2: tensor<3xf32>) {
  // expected-error @+1 {{batch_norm_training (C3): }}
  %result:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

func.func @batch_norm_training_c4(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<4xf32>) {
  // expected-error @+1 {{batch_norm_training (C4): }}
  %result:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

func.func @batch_norm_training_c5(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>) {
  // expected-error @+1 {{batch_norm_training (C5): }}
  %result:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<4xf32>, tensor<3xf32>)
  func.return
}

func.func @batch_norm_training_c6(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>) {
  // expected-error @+1 {{batch_norm_training (C6): }}
  %result:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>)
  func.return
}

func.func @batch_norm_training_c7(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>) {
  // expected-error @+1 {{batch_norm_training (C7): }}
  %result:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

func.func @batch_norm_grad_c1(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>, %x3: tensor<3xf32>, %x4: tensor<2x3xf32>) {
  // expected-error @+1 {{batch_norm_grad (C1): }}
  %result:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

func.func @batch_norm_grad_c2(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf64>, %x3: tensor<3xf32>, %x4: tensor<2x3xf32>) {
  // expected-error @+1 {{batch_norm_grad (C2): }}
  %result:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

func.func @batch_norm_grad_c3(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>, %x3: tensor<3xf32>, %x4: tensor<3x3xf32>) {
  // expected-error @+1 {{batch_norm_grad (C3): }}
  %result:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

func.func @batch_norm_grad_c4(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<4xf32>, %x3: tensor<3xf32>, %x4: tensor<2x3xf32>) {
  // expected-error @+1 {{batch_norm_grad (C4): }}
  %result:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

func.func @batch_norm_grad_c5(%x0: tensor<2x3xf32>, %x1: tensor<4xf32>, %x2: tensor<4xf32>, %x3: tensor<4xf32>, %x4: tensor<2x3xf32>) {
  // expected-error @+1 {{batch_norm_grad (C5): }}
  %result:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}
