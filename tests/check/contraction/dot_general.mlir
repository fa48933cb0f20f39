// paddock: exact
// Batches of products over any dimensions.

func.func @dot_general_batch(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c1(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{dot_general (C1): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c2(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{dot_general (C2): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = []>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c3(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{dot_general (C3): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c4(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{dot_general (C4): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c5(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{dot_general (C5): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [3], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c6(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{dot_general (C6): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1]>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c7(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{dot_general (C7): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [-1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c8(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{dot_general (C8): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c9(%x: tensor<6x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{dim(lhs, 0) = 6 and dim(rhs, 0) = 5}}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<6x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c10(%x: tensor<5x2x4xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{dim(lhs, 2) = 4 and dim(rhs, 1) = 3}}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<5x2x4xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c11(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-warning @+1 {{dot_general (C11): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGH>]} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_x1(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{it has 3 entries}}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c12(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{dot_general (C12): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x4x2xf32>
  func.return
}

func.func @dot_general_c13(%x: tensor<5x2x3xbf16>, %y: tensor<5x3x4xf32>) {
  // expected-warning @+1 {{dot_general (C13): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<5x2x3xbf16>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_c14(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x2xf32>) {
  // expected-error @+1 {{dot_general (C14): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @dot_general_c15(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>) {
  // expected-error @+1 {{dot_general (C15): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @dot_general_c16(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x2x!quant.uniform<i8:f32:0, {0.5, 0.25, 0.125}>>) {
  // expected-error @+1 {{dot_general (C16): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x!quant.uniform<i8:f32:0, {0.5, 0.25, 0.125}>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @dot_general_c17(%x: tensor<2x3x!quant.uniform<i16:f32, 0.5>>, %y: tensor<3x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{dot_general (C17): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i16:f32, 0.5>>, tensor<3x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  func.return
}

func.func @dot_general_c18(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{dot_general (C18): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f64, 0.5>>
  func.return
}

func.func @dot_general_c19(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %y: tensor<3x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{dot_general (C19): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  func.return
}

func.func @dot_general_c20(%x: tensor<2x3xf64>, %y: tensor<3x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{dot_general (C20): }}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf64>, tensor<3x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2xf64>
  func.return
}

func.func @dot_general_hybrid(%x: tensor<2x3xf32>, %y: tensor<3x2x!quant.uniform<i8:f32, 0.5>>) {
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2xf32>
  func.return
}

func.func @dot_general_c21(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error @+1 {{precision_config[0] = HIGH}}
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

func.func @dot_general_algorithm(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) {
  %result = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}
