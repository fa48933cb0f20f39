// paddock: exact
// Windows times a kernel.

func.func @convolution_plain(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c1(%x: tensor<1x4x4x2xf32>, %y: tensor<3x2x6xf32>) {
  // expected-error @+1 {{convolution (C1): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c2(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C2): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c3(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{window_strides[1] = 0}}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 0>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c4(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C4): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<3x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c5(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C5): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c6(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{lhs_dilation[0] = 0}}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 0, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c7(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C7): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c8(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{rhs_dilation[1] = -1}}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, -1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c9(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C9): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c10(%x: tensor<3x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C10): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<3x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c11(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C11): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 3 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c12(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C12): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c13(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C13): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c13_range(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C13): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 4], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c14(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x3x6xf32>) {
  // expected-error @+1 {{convolution (C14): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x3x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c15(%x: tensor<4x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C15): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 4 : i64} : (tensor<4x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c16(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x1x5xf32>) {
  // expected-error @+1 {{convolution (C16): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x1x5xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c17(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C17): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c18(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C18): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c19(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C19): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c20(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C20): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 3]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c21(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{feature_group_count = 0}}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c22(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{batch_group_count = -1}}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = -1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c23(%x: tensor<2x4x4x2xf32>, %y: tensor<3x3x1x6xf32>) {
  // expected-error @+1 {{convolution (C23): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<2x4x4x2xf32>, tensor<3x3x1x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c24(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-warning @+1 {{convolution (C24): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>]} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_x3(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{it has 3 entries}}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c25(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C25): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x3x2x6xf32>
  func.return
}

func.func @convolution_c26(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C26): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x2x12xf32>
  func.return
}

func.func @convolution_c27(%x: tensor<1x4x4x2xf32>, %y: tensor<3x3x2x6xf64>) {
  // expected-error @+1 {{convolution (C27): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x6xf64>) -> tensor<1x2x2x6xf32>
  func.return
}

func.func @convolution_c27_result(%x: tensor<1x4x4x2xi8>, %y: tensor<3x3x2x6xi8>) {
  // expected-warning @+1 {{convolution (C27): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xi8>, tensor<3x3x2x6xi8>) -> tensor<1x2x2x6xi32>
  func.return
}

func.func @convolution_c28(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{convolution (C28): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x6xf32>) -> tensor<1x2x2x6x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @convolution_c29(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x3x2x6x!quant.uniform<i8:f32:0, {0.5, 0.5, 0.5}>>) {
  // expected-error @+1 {{convolution (C29): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x6x!quant.uniform<i8:f32:0, {0.5, 0.5, 0.5}>>) -> tensor<1x2x2x6x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @convolution_c30(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x3x2x6x!quant.uniform<i8:f32:3, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}>>) {
  // expected-error @+1 {{convolution (C30): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x6x!quant.uniform<i8:f32:3, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}>>) -> tensor<1x2x2x6x!quant.uniform<i8:f32:1, {0.5, 0.5}>>
  func.return
}

func.func @convolution_c31(%x: tensor<1x4x4x2x!quant.uniform<i16:f32, 0.5>>, %y: tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{convolution (C31): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i16:f32, 0.5>>, tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x2x2x6x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @convolution_c32(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{convolution (C32): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x2x2x6x!quant.uniform<i8:f64, 0.5>>
  func.return
}

func.func @convolution_c33(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{convolution (C33): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x2x2x6x!quant.uniform<i8:f32:3, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}>>
  func.return
}

func.func @convolution_c34(%x: tensor<1x4x4x2xf64>, %y: tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{convolution (C34): }}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf64>, tensor<3x3x2x6x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x2x2x6xf64>
  func.return
}

func.func @convolution_x1(%x: tensor<2xf32>, %y: tensor<2xf32>) {
  // expected-error @+1 {{2 <= rank(lhs)}}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64>, padding = dense<> : tensor<0x2xi64>, lhs_dilation = array<i64>, rhs_dilation = array<i64>, window_reversal = array<i1>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 0, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = []>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @convolution_x2(%x: tensor<1x4x4x2xf32>, %y: tensor<0x3x2x6xf32>) {
  // expected-warning @+1 {{dim(rhs, 0) = 0; the specification allows it}}
  %result = "stablehlo.convolution"(%x, %y) {window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<0x3x2x6xf32>) -> tensor<1x5x2x6xf32>
  func.return
}
