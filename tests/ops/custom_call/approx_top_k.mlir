// The three largest along dimension 0, exactly, by the comparator; equal ones in their order.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 5.0, 3.0, 5.0, 2.0]> : tensor<5xf32>
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %v:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %least, %none) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.949999988 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<5xf32>, tensor<5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  check.expect_eq_const %v#0, dense<[5.0, 5.0, 3.0]> : tensor<3xf32>
  check.expect_eq_const %v#1, dense<[1, 3, 2]> : tensor<3xi32>
  return
}

func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %r = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}

// -----

func.func @fail_without_comparator() {
  %x = stablehlo.constant dense<[1.0, 5.0]> : tensor<2xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // expected-error@+1 {{custom_call @ApproxTopK takes tensors, an initial value for each}}
  %v = stablehlo.custom_call @ApproxTopK(%x, %least) {mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
  stablehlo.custom_call @dce_sink(%v) : (tensor<1xf32>) -> ()
  return
}
