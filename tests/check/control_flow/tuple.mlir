// paddock: exact
// Tuples, barriers and tokens.

func.func @tuple_c1(%x: tensor<f32>) {
  // expected-error @+1 {{tuple (C1): }}
  %result = "stablehlo.tuple"(%x, %x) : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>>
  func.return
}

func.func @get_tuple_element_c1(%x: tuple<tensor<f32>>) {
  // expected-error @+1 {{index = 1 and size(operand) = 1}}
  %result = "stablehlo.get_tuple_element"(%x) {index = 1 : i32} : (tuple<tensor<f32>>) -> tensor<f32>
  func.return
}

func.func @get_tuple_element_c2(%x: tuple<tensor<f32>>) {
  // expected-error @+1 {{get_tuple_element (C2): }}
  %result = "stablehlo.get_tuple_element"(%x) {index = 0 : i32} : (tuple<tensor<f32>>) -> tensor<f64>
  func.return
}

func.func @optimization_barrier_c1(%x: tensor<f32>) {
  // expected-error @+1 {{optimization_barrier (C1): }}
  %result = "stablehlo.optimization_barrier"(%x) : (tensor<f32>) -> tensor<f64>
  func.return
}

func.func @optimization_barrier_c1_count(%x: tensor<f32>) {
  // expected-error @+1 {{there are 1 operands and 2 results}}
  %result:2 = "stablehlo.optimization_barrier"(%x) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  func.return
}

func.func @after_all_tensor(%x: tensor<f32>) {
  // expected-error @+1 {{one of inputs is tensor<f32>, not token}}
  %result = "stablehlo.after_all"(%x) : (tensor<f32>) -> !stablehlo.token
  func.return
}

// What is stored is passed on, so it means the same there.
func.func @optimization_barrier_c1_scales(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{optimization_barrier (C1): }}
  %result = "stablehlo.optimization_barrier"(%x) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  func.return
}

func.func @tuple_c1_scales(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{tuple (C1): }}
  %result = "stablehlo.tuple"(%x) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tuple<tensor<2x!quant.uniform<i8:f32, 0.25>>>
  func.return
}

func.func @get_tuple_element_c2_scales(%x: tuple<tensor<2x!quant.uniform<i8:f32, 0.5>>>) {
  // expected-error @+1 {{get_tuple_element (C2): }}
  %result = "stablehlo.get_tuple_element"(%x) {index = 0 : i32} : (tuple<tensor<2x!quant.uniform<i8:f32, 0.5>>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  func.return
}
