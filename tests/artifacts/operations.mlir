// Operations whose form in an artifact has changed, or whose attributes have defaults there.
func.func @main(%x: tensor<4x4xf32>, %i: tensor<2x2xi32>) -> tensor<4x4xf32> {
  %0 = stablehlo.exponential %x : tensor<4x4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %0 : tensor<4x4xf32>
  %3 = stablehlo.dot_general %1, %2, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = "stablehlo.reduce_window"(%3, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  %6 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<4x4xf32>, tensor<2x2xi32>) -> tensor<2x1x1xf32>
  %7:2 = "stablehlo.sort"(%3, %1) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  %8 = stablehlo.while(%state = %7#0) : tensor<4x4xf32>
    cond {
      %limit = stablehlo.reshape %zero : (tensor<f32>) -> tensor<f32>
      %go = stablehlo.compare GT, %limit, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %state, %x : tensor<4x4xf32>
      stablehlo.return %next : tensor<4x4xf32>
    }
  %9 = stablehlo.custom_call @Sharding(%8) {backend_config = "plain", mhlo.sharding = "{replicated}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %10 = "stablehlo.all_reduce"(%9) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %10 : tensor<4x4xf32>
}
