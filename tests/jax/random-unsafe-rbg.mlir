module @jit_draw attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xui32>) -> (tensor<3x4xui32> {jax.result_info = "result[0]"}, tensor<3x5xui8> {jax.result_info = "result[1][0]"}, tensor<3x5xui16> {jax.result_info = "result[1][1]"}, tensor<3x5xui32> {jax.result_info = "result[1][2]"}, tensor<3x2xui32> {jax.result_info = "result[2]"}, tensor<4xui32> {jax.result_info = "result[3][0][0]"}, tensor<9x7xui32> {jax.result_info = "result[3][0][1]"}, tensor<4xui32> {jax.result_info = "result[3][1][0]"}, tensor<9x7xui32> {jax.result_info = "result[3][1][1]"}, tensor<4xui32> {jax.result_info = "result[3][2][0]"}, tensor<9x7xui32> {jax.result_info = "result[3][2][1]"}, tensor<4xui32> {jax.result_info = "result[4]"}, tensor<5xf32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<30x4xui32>)
    %2 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
    %3 = stablehlo.reshape %2 : (tensor<2x2xui32>) -> tensor<4xui32>
    %4 = stablehlo.slice %output [0:30:10, 0:4] : (tensor<30x4xui32>) -> tensor<3x4xui32>
    %5 = stablehlo.slice %4 [0:1, 0:4] : (tensor<3x4xui32>) -> tensor<1x4xui32>
    %6 = stablehlo.reshape %5 : (tensor<1x4xui32>) -> tensor<4xui32>
    %7 = stablehlo.reshape %6 : (tensor<4xui32>) -> tensor<2x2xui32>
    %8 = stablehlo.bitcast_convert %7 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_0, %output_1 = stablehlo.rng_bit_generator %8, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui8>)
    %9 = stablehlo.bitcast_convert %output_state_0 : (tensor<2xui64>) -> tensor<2x2xui32>
    %10 = stablehlo.reshape %9 : (tensor<2x2xui32>) -> tensor<4xui32>
    %11 = stablehlo.slice %4 [1:2, 0:4] : (tensor<3x4xui32>) -> tensor<1x4xui32>
    %12 = stablehlo.reshape %11 : (tensor<1x4xui32>) -> tensor<4xui32>
    %13 = stablehlo.reshape %12 : (tensor<4xui32>) -> tensor<2x2xui32>
    %14 = stablehlo.bitcast_convert %13 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_2, %output_3 = stablehlo.rng_bit_generator %14, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui16>)
    %15 = stablehlo.bitcast_convert %output_state_2 : (tensor<2xui64>) -> tensor<2x2xui32>
    %16 = stablehlo.reshape %15 : (tensor<2x2xui32>) -> tensor<4xui32>
    %17 = stablehlo.slice %4 [2:3, 0:4] : (tensor<3x4xui32>) -> tensor<1x4xui32>
    %18 = stablehlo.reshape %17 : (tensor<1x4xui32>) -> tensor<4xui32>
    %19 = stablehlo.reshape %18 : (tensor<4xui32>) -> tensor<2x2xui32>
    %20 = stablehlo.bitcast_convert %19 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_4, %output_5 = stablehlo.rng_bit_generator %20, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
    %21 = stablehlo.bitcast_convert %output_state_4 : (tensor<2xui64>) -> tensor<2x2xui32>
    %22 = stablehlo.reshape %21 : (tensor<2x2xui32>) -> tensor<4xui32>
    %c = stablehlo.constant dense<7> : tensor<ui32>
    %c_6 = stablehlo.constant dense<32> : tensor<ui32>
    %23 = stablehlo.shift_right_logical %c, %c_6 : tensor<ui32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %c_7 = stablehlo.constant dense<4294967295> : tensor<ui32>
    %25 = stablehlo.and %c, %c_7 : tensor<ui32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %27 = stablehlo.concatenate %24, %26, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
    %28 = stablehlo.concatenate %27, %27, dim = 0 : (tensor<2xui32>, tensor<2xui32>) -> tensor<4xui32>
    %29 = stablehlo.reshape %28 : (tensor<4xui32>) -> tensor<2x2xui32>
    %30 = stablehlo.bitcast_convert %29 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_8, %output_9 = stablehlo.rng_bit_generator %30, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10x4xui32>)
    %31 = stablehlo.bitcast_convert %output_state_8 : (tensor<2xui64>) -> tensor<2x2xui32>
    %32 = stablehlo.reshape %31 : (tensor<2x2xui32>) -> tensor<4xui32>
    %33 = stablehlo.slice %output_9 [9:10, 0:4] : (tensor<10x4xui32>) -> tensor<1x4xui32>
    %34 = stablehlo.reshape %33 : (tensor<1x4xui32>) -> tensor<4xui32>
    %35 = stablehlo.xor %arg0, %34 : tensor<4xui32>
    %36 = stablehlo.reshape %35 : (tensor<4xui32>) -> tensor<2x2xui32>
    %37 = stablehlo.bitcast_convert %36 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_10, %output_11 = stablehlo.rng_bit_generator %37, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
    %38 = stablehlo.bitcast_convert %output_state_10 : (tensor<2xui64>) -> tensor<2x2xui32>
    %39 = stablehlo.reshape %38 : (tensor<2x2xui32>) -> tensor<4xui32>
    %40 = stablehlo.bitcast_convert %output_11 : (tensor<3xui64>) -> tensor<3x2xui32>
    %41 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %42 = stablehlo.bitcast_convert %41 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_12, %output_13 = stablehlo.rng_bit_generator %42, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9x7xui32>)
    %43 = stablehlo.bitcast_convert %output_state_12 : (tensor<2xui64>) -> tensor<2x2xui32>
    %44 = stablehlo.reshape %43 : (tensor<2x2xui32>) -> tensor<4xui32>
    %45 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %46 = stablehlo.bitcast_convert %45 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_14, %output_15 = stablehlo.rng_bit_generator %46, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9x7xui32>)
    %47 = stablehlo.bitcast_convert %output_state_14 : (tensor<2xui64>) -> tensor<2x2xui32>
    %48 = stablehlo.reshape %47 : (tensor<2x2xui32>) -> tensor<4xui32>
    %49 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %50 = stablehlo.bitcast_convert %49 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state_16, %output_17 = stablehlo.rng_bit_generator %50, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9x7xui32>)
    %51 = stablehlo.bitcast_convert %output_state_16 : (tensor<2xui64>) -> tensor<2x2xui32>
    %52 = stablehlo.reshape %51 : (tensor<2x2xui32>) -> tensor<4xui32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %c_18 = stablehlo.constant dense<0> : tensor<i64>
    %54:3 = stablehlo.while(%iterArg = %c_18, %iterArg_19 = %arg0, %iterArg_20 = %53) : tensor<i64>, tensor<4xui32>, tensor<5xf32>
    cond {
      %c_21 = stablehlo.constant dense<10> : tensor<i64>
      %55 = stablehlo.compare LT, %iterArg, %c_21, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %55 : tensor<i1>
    } do {
      %55:2 = func.call @closed_call(%iterArg_19, %iterArg_20) : (tensor<4xui32>, tensor<5xf32>) -> (tensor<4xui32>, tensor<5xf32>)
      %c_21 = stablehlo.constant dense<1> : tensor<i64>
      %56 = stablehlo.add %iterArg, %c_21 : tensor<i64>
      stablehlo.return %56, %55#0, %55#1 : tensor<i64>, tensor<4xui32>, tensor<5xf32>
    }
    return %4, %output_1, %output_3, %output_5, %40, %44, %output_13, %48, %output_15, %52, %output_17, %54#1, %54#2 : tensor<3x4xui32>, tensor<3x5xui8>, tensor<3x5xui16>, tensor<3x5xui32>, tensor<3x2xui32>, tensor<4xui32>, tensor<9x7xui32>, tensor<4xui32>, tensor<9x7xui32>, tensor<4xui32>, tensor<9x7xui32>, tensor<4xui32>, tensor<5xf32>
  }
  func.func private @closed_call(%arg0: tensor<4xui32>, %arg1: tensor<5xf32>) -> (tensor<4xui32>, tensor<5xf32>) {
    %0 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<20x4xui32>)
    %2 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
    %3 = stablehlo.reshape %2 : (tensor<2x2xui32>) -> tensor<4xui32>
    %4 = stablehlo.slice %output [0:20:10, 0:4] : (tensor<20x4xui32>) -> tensor<2x4xui32>
    %5 = stablehlo.slice %4 [0:1, 0:4] : (tensor<2x4xui32>) -> tensor<1x4xui32>
    %6 = stablehlo.reshape %5 : (tensor<1x4xui32>) -> tensor<4xui32>
    %7 = stablehlo.slice %4 [1:2, 0:4] : (tensor<2x4xui32>) -> tensor<1x4xui32>
    %8 = stablehlo.reshape %7 : (tensor<1x4xui32>) -> tensor<4xui32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %9 = call @_uniform(%8, %cst, %cst_0) : (tensor<4xui32>, tensor<f64>, tensor<f64>) -> tensor<5xf32>
    %10 = stablehlo.add %arg1, %9 : tensor<5xf32>
    return %6, %10 : tensor<4xui32>, tensor<5xf32>
  }
  func.func private @_uniform(%arg0: tensor<4xui32>, %arg1: tensor<f64>, %arg2: tensor<f64>) -> tensor<5xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<f64>) -> tensor<f32>
    %1 = stablehlo.convert %arg2 : (tensor<f64>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %4 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %5 = stablehlo.bitcast_convert %4 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %5, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
    %6 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
    %7 = stablehlo.reshape %6 : (tensor<2x2xui32>) -> tensor<4xui32>
    %c = stablehlo.constant dense<9> : tensor<ui32>
    %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<5xui32>
    %9 = stablehlo.shift_right_logical %output, %8 : tensor<5xui32>
    %c_0 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<5xui32>
    %11 = stablehlo.or %9, %10 : tensor<5xui32>
    %12 = stablehlo.bitcast_convert %11 : (tensor<5xui32>) -> tensor<5xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %14 = stablehlo.subtract %12, %13 : tensor<5xf32>
    %15 = stablehlo.subtract %3, %2 : tensor<1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<1xf32>) -> tensor<5xf32>
    %17 = stablehlo.multiply %14, %16 : tensor<5xf32>
    %18 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xf32>) -> tensor<5xf32>
    %19 = stablehlo.add %17, %18 : tensor<5xf32>
    %20 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xf32>) -> tensor<5xf32>
    %21 = stablehlo.maximum %20, %19 : tensor<5xf32>
    return %21 : tensor<5xf32>
  }
}
