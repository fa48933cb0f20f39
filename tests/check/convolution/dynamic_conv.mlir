// paddock: exact
// Windows times a kernel, padded by a value.

func.func @dynamic_conv_plain(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c1(%x: tensor<1x4x4x2xf32>, %y: tensor<3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C1): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c2(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C2): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c3(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{window_strides[1] = 0}}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 0>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c5(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C5): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c6(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{lhs_dilation[0] = 0}}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 0, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c7(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C7): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c8(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{rhs_dilation[1] = -1}}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, -1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c9(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C9): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c10(%x: tensor<3x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C10): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<3x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c11(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C11): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 3 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c12(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C12): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c13(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C13): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c13_range(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C13): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 4], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c14(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x3x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C14): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x3x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c15(%x: tensor<4x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C15): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 4 : i64} : (tensor<4x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c16(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x1x5xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C16): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x1x5xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c17(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C17): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c18(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C18): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c19(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C19): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c20(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C20): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 3]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c21(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{feature_group_count = 0}}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c22(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{batch_group_count = -1}}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = -1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c23(%x: tensor<2x4x4x2xf32>, %y: tensor<3x3x1x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C23): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<2x4x4x2xf32>, tensor<3x3x1x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c24(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-warning @+1 {{dynamic_conv (C24): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>]} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_x3(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{it has 3 entries}}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c26(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-warning @+1 {{dynamic_conv (C26): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x12xf32>
  func.return
}

func.func @dynamic_conv_c27(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf64>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C27): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf64>, tensor<2x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_c28(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C28): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x2x2x6x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @dynamic_conv_c29(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x3x2x6x!quant.uniform<i8:f32:0, {0.5, 0.5, 0.5}>>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C29): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x6x!quant.uniform<i8:f32:0, {0.5, 0.5, 0.5}>>, tensor<2x2xi64>) -> tensor<1x2x2x6x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @dynamic_conv_c30(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x3x2x6x!quant.uniform<i8:f32:3, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}>>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C30): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x6x!quant.uniform<i8:f32:3, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}>>, tensor<2x2xi64>) -> tensor<1x2x2x6x!quant.uniform<i8:f32:1, {0.5, 0.5}>>
  func.return
}

func.func @dynamic_conv_c31(%x: tensor<1x4x4x2x!quant.uniform<i16:f32, 0.5>>, %y: tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C31): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i16:f32, 0.5>>, tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>, tensor<2x2xi64>) -> tensor<1x2x2x6x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @dynamic_conv_c32(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C32): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>, tensor<2x2xi64>) -> tensor<1x2x2x6x!quant.uniform<i8:f64, 0.5>>
  func.return
}

func.func @dynamic_conv_c33(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C33): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>, tensor<2x2xi64>) -> tensor<1x2x2x6x!quant.uniform<i8:f32:3, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}>>
  func.return
}

func.func @dynamic_conv_c34(%x: tensor<1x4x4x2xf64>, %y: tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{dynamic_conv (C34): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf64>, tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>, tensor<2x2xi64>) -> tensor<1x2x2x6xf64>
  func.return
}

func.func @dynamic_conv_x2(%x: tensor<1x4x4x2xf32>, %y: tensor<0x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-warning @+1 {{dim(rhs, 0) = 0; the specification allows it}}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<0x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x5x2x6xf32>
  func.return
}

func.func @dynamic_conv_c25(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-warning @+1 {{dynamic_conv (C25): the result has shape [1, 3, 2, 6], not [1, 2, 2, 6]}}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x3x2x6xf32>
  func.return
}

func.func @dynamic_conv_c4(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>, %p: tensor<3x2xi64>) {
  // expected-error @+1 {{dynamic_conv (C4): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<3x2xi64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @dynamic_conv_x1(%x: tensor<2xf32>, %y: tensor<2xf32>, %p: tensor<2x2xi64>) {
  // expected-error @+1 {{2 <= rank(lhs)}}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64>, lhs_dilation = array<i64>, rhs_dilation = array<i64>, window_reversal = array<i1>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 0, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = []>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2x2xi64>) -> tensor<2xf32>
  func.return
}

func.func @dynamic_conv_free(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>, %p: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {window_strides = array<i64: 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> tensor<1x?x?x6xf32>
  func.return
}

func.func @dynamic_conv_c27_result(%x: tensor<1x4x4x2xi8>, %y: tensor<3x3x2x6xi8>, %p: tensor<2x2xi64>) {
  // expected-warning @+1 {{dynamic_conv (C27): }}
  %result = "stablehlo.dynamic_conv"(%x, %y, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xi8>, tensor<3x3x2x6xi8>, tensor<2x2xi64>) -> tensor<1x?x?x6xi32>
  func.return
}
