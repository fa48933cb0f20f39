module @jit__fun attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["i"=4]> {stablehlo.mesh = {axes = [{name = "i", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<4x2x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"i"}, {}, {}]>}, %arg2: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"i"}, {}]>}) -> (tensor<4x3xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"i"}, {}]>}) {
    %0 = sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{}]>, <@mesh, [{"i"}, {}, {}]>, <@mesh, [{"i"}, {}]>] out_shardings=[<@mesh, [{"i"}, {}]>] manual_axes={"i"} (%arg3: tensor<3xf32>, %arg4: tensor<1x2x3xf32>, %arg5: tensor<1x2xf32>) {
      %1 = stablehlo.reshape %arg4 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
      %2 = stablehlo.reshape %arg5 : (tensor<1x2xf32>) -> tensor<2xf32>
      %3 = stablehlo.dot_general %1, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
      %4 = stablehlo.subtract %3, %2 : tensor<2xf32>
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %6 = stablehlo.multiply %5, %4 : tensor<2xf32>
      %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %7 = stablehlo.divide %cst_0, %cst_1 : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %9 = stablehlo.multiply %8, %6 : tensor<2xf32>
      %10 = stablehlo.dot_general %9, %1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<3xf32>
      %11 = "stablehlo.all_reduce"(%10) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
        %18 = stablehlo.add %arg6, %arg7 : tensor<f32>
        stablehlo.return %18 : tensor<f32>
      }) : (tensor<3xf32>) -> tensor<3xf32>
      %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
      %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %13 = stablehlo.divide %11, %12 : tensor<3xf32>
      %cst_3 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %15 = stablehlo.multiply %14, %13 : tensor<3xf32>
      %16 = stablehlo.subtract %arg3, %15 : tensor<3xf32>
      %17 = stablehlo.broadcast_in_dim %16, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
      sdy.return %17 : tensor<1x3xf32>
    } : (tensor<3xf32>, tensor<4x2x3xf32>, tensor<4x2xf32>) -> tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  }
}
