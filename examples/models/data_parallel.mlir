// A training step on two devices.
// From JAX: data_parallel.py.
module @jit__fun attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["devices"=2]> {stablehlo.mesh = {axes = [{name = "devices", size = 2 : i64}]}}
  func.func public @main() -> (tensor<2x2xf32> {jax.result_info = "result['line']", sdy.sharding = #sdy.sharding<@mesh, [{"devices"}, {}]>}, tensor<2x20xf32> {jax.result_info = "result['losses']", sdy.sharding = #sdy.sharding<@mesh, [{"devices"}, {}]>}) {
    %cst = stablehlo.constant dense<[[-1.000000e+00, -0.935483872, -0.870967745, -0.806451618, -0.741935492, -0.677419364, -0.612903237, -0.54838711, -0.483870953, -0.419354826, -0.354838699, -0.290322572, -0.225806445, -0.161290318, -0.0967741906, -0.0322580636], [0.0322580636, 0.0967741906, 0.161290318, 0.225806445, 0.290322572, 0.354838699, 0.419354826, 0.483870953, 0.54838711, 0.612903237, 0.677419364, 0.741935492, 0.806451618, 0.870967745, 0.935483872, 1.000000e+00]]> : tensor<2x16xf32>
    %cst_0 = stablehlo.constant dense<[[-2.04121184, -1.9876647, -1.9064399, -1.79244089, -1.65131342, -1.49759567, -1.34995306, -1.22505891, -1.13213074, -1.06990778, -1.0270648, -0.985924124, -0.928249895, -0.8412261, -0.721656561, -0.577013254], [-0.422986746, -0.278343469, -0.158773899, -0.0717500821, -0.0140758976, 0.0270648152, 0.0699078142, 0.132130727, 0.225058958, 0.349952966, 0.497595668, 0.651313364, 0.792440891, 0.9064399, 0.987664699, 1.04121184]]> : tensor<2x16xf32>
    %0:2 = sdy.manual_computation(%cst, %cst_0) in_shardings=[<@mesh, [{}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{"devices"}, {}]>, <@mesh, [{"devices"}, {}]>] manual_axes={"devices"} (%arg0: tensor<2x16xf32>, %arg1: tensor<2x16xf32>) {
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_1 = stablehlo.constant dense<2> : tensor<ui32>
      %1 = stablehlo.partition_id : tensor<ui32>
      %2 = stablehlo.divide %1, %c : tensor<ui32>
      %3 = stablehlo.remainder %2, %c_1 : tensor<ui32>
      %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i32>
      %c_2 = stablehlo.constant dense<0> : tensor<i32>
      %5 = stablehlo.compare LT, %4, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_3 = stablehlo.constant dense<2> : tensor<i32>
      %6 = stablehlo.add %4, %c_3 : tensor<i32>
      %7 = stablehlo.select %5, %6, %4 : tensor<i1>, tensor<i32>
      %c_4 = stablehlo.constant dense<0> : tensor<i32>
      %c_5 = stablehlo.constant dense<0> : tensor<i32>
      %8 = stablehlo.compare LT, %c_4, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_6 = stablehlo.constant dense<0> : tensor<i32>
      %c_7 = stablehlo.constant dense<16> : tensor<i32>
      %9 = stablehlo.add %c_6, %c_7 : tensor<i32>
      %c_8 = stablehlo.constant dense<0> : tensor<i32>
      %10 = stablehlo.select %8, %9, %c_8 : tensor<i1>, tensor<i32>
      %11 = stablehlo.dynamic_slice %arg0, %7, %10, sizes = [1, 16] : (tensor<2x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
      %12 = stablehlo.reshape %11 : (tensor<1x16xf32>) -> tensor<16xf32>
      %c_9 = stablehlo.constant dense<0> : tensor<i32>
      %13 = stablehlo.compare LT, %4, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_10 = stablehlo.constant dense<2> : tensor<i32>
      %14 = stablehlo.add %4, %c_10 : tensor<i32>
      %15 = stablehlo.select %13, %14, %4 : tensor<i1>, tensor<i32>
      %c_11 = stablehlo.constant dense<0> : tensor<i32>
      %c_12 = stablehlo.constant dense<0> : tensor<i32>
      %16 = stablehlo.compare LT, %c_11, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_13 = stablehlo.constant dense<0> : tensor<i32>
      %c_14 = stablehlo.constant dense<16> : tensor<i32>
      %17 = stablehlo.add %c_13, %c_14 : tensor<i32>
      %c_15 = stablehlo.constant dense<0> : tensor<i32>
      %18 = stablehlo.select %16, %17, %c_15 : tensor<i1>, tensor<i32>
      %19 = stablehlo.dynamic_slice %arg1, %15, %18, sizes = [1, 16] : (tensor<2x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
      %20 = stablehlo.reshape %19 : (tensor<1x16xf32>) -> tensor<16xf32>
      %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %21 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %22 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<20xf32>
      %c_18 = stablehlo.constant dense<0> : tensor<i32>
      %23:5 = stablehlo.while(%iterArg = %12, %iterArg_19 = %20, %iterArg_20 = %c_18, %iterArg_21 = %21, %iterArg_22 = %22) : tensor<16xf32>, tensor<16xf32>, tensor<i32>, tensor<2xf32>, tensor<20xf32>
      cond {
        %c_23 = stablehlo.constant dense<20> : tensor<i32>
        %26 = stablehlo.compare LT, %iterArg_20, %c_23, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %26 : tensor<i1>
      } do {
        %26:2 = func.call @closed_call(%iterArg, %iterArg_19, %iterArg_21) : (tensor<16xf32>, tensor<16xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>)
        %27 = func.call @dynamic_update_index_in_dim(%iterArg_22, %26#1, %iterArg_20) : (tensor<20xf32>, tensor<f32>, tensor<i32>) -> tensor<20xf32>
        %c_23 = stablehlo.constant dense<1> : tensor<i32>
        %28 = stablehlo.add %iterArg_20, %c_23 : tensor<i32>
        stablehlo.return %iterArg, %iterArg_19, %28, %26#0, %27 : tensor<16xf32>, tensor<16xf32>, tensor<i32>, tensor<2xf32>, tensor<20xf32>
      }
      %24 = stablehlo.broadcast_in_dim %23#3, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
      %25 = stablehlo.broadcast_in_dim %23#4, dims = [1] : (tensor<20xf32>) -> tensor<1x20xf32>
      sdy.return %24, %25 : tensor<1x2xf32>, tensor<1x20xf32>
    } : (tensor<2x16xf32>, tensor<2x16xf32>) -> (tensor<2x2xf32>, tensor<2x20xf32>)
    return %0#0, %0#1 : tensor<2x2xf32>, tensor<2x20xf32>
  }
  func.func private @closed_call(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>) {
    %0 = stablehlo.slice %arg2 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %3 = stablehlo.multiply %2, %arg0 : tensor<16xf32>
    %4 = stablehlo.slice %arg2 [1:2] : (tensor<2xf32>) -> tensor<1xf32>
    %5 = stablehlo.reshape %4 : (tensor<1xf32>) -> tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %7 = stablehlo.add %3, %6 : tensor<16xf32>
    %8 = stablehlo.subtract %7, %arg1 : tensor<16xf32>
    %9 = stablehlo.multiply %8, %8 : tensor<16xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %11 = stablehlo.multiply %10, %8 : tensor<16xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %13 = stablehlo.divide %12, %cst_1 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %14 = stablehlo.divide %cst_2, %cst_3 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %16 = stablehlo.multiply %15, %11 : tensor<16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.pad %18, %cst_5, low = [1], high = [0], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %20 = stablehlo.multiply %16, %arg0 : tensor<16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.pad %22, %cst_7, low = [0], high = [1], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
    %24 = stablehlo.add %19, %23 : tensor<2xf32>
    %25 = "stablehlo.all_reduce"(%24) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %33 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %27 = stablehlo.divide %25, %26 : tensor<2xf32>
    %cst_9 = stablehlo.constant dense<3.000000e-01> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %29 = stablehlo.multiply %28, %27 : tensor<2xf32>
    %30 = stablehlo.subtract %arg2, %29 : tensor<2xf32>
    %31 = "stablehlo.all_reduce"(%13) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %33 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %32 = stablehlo.divide %31, %cst_10 : tensor<f32>
    return %30, %32 : tensor<2xf32>, tensor<f32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<20xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<20xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<20xf32>, tensor<1xf32>, tensor<i32>) -> tensor<20xf32>
    return %1 : tensor<20xf32>
  }
}
