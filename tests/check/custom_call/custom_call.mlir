// paddock: exact
// Calls to the implementation.

func.func @custom_call_x1_version(%x: tensor<2xf32>) {
  // expected-warning @+1 {{it is 5}}
  %result = "stablehlo.custom_call"(%x) {call_target_name = "Sharding", api_version = 5 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @custom_call_x1_config(%x: tensor<2xf32>) {
  // expected-warning @+1 {{api_version = 4 and backend_config is of another kind}}
  %result = "stablehlo.custom_call"(%x) {call_target_name = "Sharding", api_version = 4 : i32, backend_config = "text"} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @custom_call_x2_one(%x: tensor<2xf32>) {
  // expected-error @+1 {{only one of them is there}}
  %result = "stablehlo.custom_call"(%x) {call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @custom_call_x2_count(%x: tensor<2xf32>) {
  // expected-error @+1 {{there are 2 layouts for 1 values}}
  %result = "stablehlo.custom_call"(%x) {call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @custom_call_x2_order(%x: tensor<2xf32>) {
  // expected-error @+1 {{the layout [1] is for tensor<2xf32>}}
  %result = "stablehlo.custom_call"(%x) {call_target_name = "f", operand_layouts = [dense<1> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @custom_call_x3_index(%x: tensor<2xf32>) {
  // expected-error @+1 {{operand_index = 1}}
  %result = "stablehlo.custom_call"(%x) {call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @custom_call_x3_type(%x: tensor<2xf32>) {
  // expected-error @+1 {{the parts are tensor<2xf32> and tensor<3xf32>}}
  %result = "stablehlo.custom_call"(%x) {call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

func.func @custom_call_nested_symbol(%x: tensor<2xf32>) {
  // expected-error @+1 {{called_computations must be a list of symbols}}
  %result = "stablehlo.custom_call"(%x) {call_target_name = "f", called_computations = [@a::@b]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @custom_call_x4_memref(%x: memref<2xf32>) {
  // expected-error @+1 {{result 0 is in no alias}}
  %result = "stablehlo.custom_call"(%x) {call_target_name = "f"} : (memref<2xf32>) -> memref<2xf32>
  func.return
}

func.func @custom_call_x4_pin(%x: tensor<2xf32>) {
  // expected-error @+1 {{it is tensor<2xf32> to memref<3xf32>}}
  %result = "stablehlo.custom_call"(%x) {call_target_name = "Pin"} : (tensor<2xf32>) -> memref<3xf32>
  func.return
}

func.func @custom_call_x4_create(%x: tensor<2xf32>) {
  // expected-error @+1 {{CreateBuffer takes nothing}}
  %result = "stablehlo.custom_call"(%x) {call_target_name = "CreateBuffer"} : (tensor<2xf32>) -> memref<2xf32>
  func.return
}

func.func @custom_call_x6_count(%x: tensor<?xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{it is [1, 1] for 2 operands and 1 results}}
  %result = stablehlo.custom_call @Sharding(%x, %s) {indices_of_shape_operands = dense<1> : tensor<2xi64>} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

func.func @custom_call_x6_value(%x: tensor<?xf32>) {
  %s = stablehlo.constant dense<-1> : tensor<1xi32>
  // expected-error @+1 {{it is [-1]}}
  %result = stablehlo.custom_call @TopK(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

func.func @dynamic_reduce_window(%x: tensor<3xf32>, %i: tensor<f32>, %n: tensor<1xi32>) {
  // expected-error @+1 {{it takes 7 operands and gives 1 results, not 3 and 1}}
  %a = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %n) : (tensor<3xf32>, tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %p = stablehlo.constant dense<0> : tensor<1x2xi32>
  // expected-error @+1 {{it is [0] for 1 dimensions}}
  %b = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %zero, %n, %n, %n, %p) : (tensor<3xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  func.return
}
