// An image compressor: six of 48 singular values are kept.
// From JAX: svd_image.py.
module @jit_compress attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main() -> (tensor<48x64xf32> {jax.result_info = "result['compressed']"}, tensor<48x64xf32> {jax.result_info = "result['lost']"}, tensor<48xf32> {jax.result_info = "result['singular_values']"}) {
    %0 = stablehlo.iota dim = 0 : tensor<48xi32>
    %1 = stablehlo.convert %0 : (tensor<48xi32>) -> tensor<48xf32>
    %cst = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<48xf32>
    %3 = stablehlo.divide %1, %2 : tensor<48xf32>
    %4 = stablehlo.iota dim = 0 : tensor<64xi32>
    %5 = stablehlo.convert %4 : (tensor<64xi32>) -> tensor<64xf32>
    %cst_0 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %7 = stablehlo.divide %5, %6 : tensor<64xf32>
    %8 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<48xf32>) -> tensor<48x64xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [1] : (tensor<64xf32>) -> tensor<48x64xf32>
    %cst_1 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<48x64xf32>
    %12 = stablehlo.sine %11 : tensor<48x64xf32>
    %cst_2 = stablehlo.constant dense<1.300000e-01> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %14 = stablehlo.multiply %13, %12 : tensor<48x64xf32>
    %cst_3 = stablehlo.constant dense<6.200000e-01> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %16 = stablehlo.add %15, %14 : tensor<48x64xf32>
    %cst_4 = stablehlo.constant dense<1.900000e+01> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %18 = stablehlo.multiply %17, %9 : tensor<48x64xf32>
    %19 = stablehlo.cosine %18 : tensor<48x64xf32>
    %cst_5 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %21 = stablehlo.multiply %20, %19 : tensor<48x64xf32>
    %22 = stablehlo.add %16, %21 : tensor<48x64xf32>
    %23 = stablehlo.compare GT, %8, %22, FLOAT : (tensor<48x64xf32>, tensor<48x64xf32>) -> tensor<48x64xi1>
    %cst_6 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %25 = stablehlo.subtract %8, %24 : tensor<48x64xf32>
    %26 = stablehlo.multiply %25, %25 : tensor<48x64xf32>
    %cst_7 = stablehlo.constant dense<0.699999988> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %28 = stablehlo.subtract %9, %27 : tensor<48x64xf32>
    %29 = stablehlo.multiply %28, %28 : tensor<48x64xf32>
    %30 = stablehlo.add %26, %29 : tensor<48x64xf32>
    %cst_8 = stablehlo.constant dense<2.000000e-02> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %32 = stablehlo.compare LT, %30, %31, FLOAT : (tensor<48x64xf32>, tensor<48x64xf32>) -> tensor<48x64xi1>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %34 = stablehlo.subtract %33, %8 : tensor<48x64xf32>
    %cst_10 = stablehlo.constant dense<3.000000e-01> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %36 = stablehlo.multiply %35, %34 : tensor<48x64xf32>
    %cst_11 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %38 = stablehlo.add %37, %36 : tensor<48x64xf32>
    %cst_12 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %40 = stablehlo.multiply %39, %8 : tensor<48x64xf32>
    %cst_13 = stablehlo.constant dense<8.500000e-01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %42 = stablehlo.subtract %41, %40 : tensor<48x64xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %43 = call @_where(%32, %cst_14, %42) : (tensor<48x64xi1>, tensor<f32>, tensor<48x64xf32>) -> tensor<48x64xf32>
    %44 = call @_where_0(%23, %38, %43) : (tensor<48x64xi1>, tensor<48x64xf32>, tensor<48x64xf32>) -> tensor<48x64xf32>
    %45:3 = call @svd(%44) : (tensor<48x64xf32>) -> (tensor<48x48xf32>, tensor<48xf32>, tensor<48x64xf32>)
    %46 = stablehlo.slice %45#0 [0:48, 0:6] : (tensor<48x48xf32>) -> tensor<48x6xf32>
    %47 = stablehlo.slice %45#1 [0:6] : (tensor<48xf32>) -> tensor<6xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<48x6xf32>
    %50 = stablehlo.multiply %46, %49 : tensor<48x6xf32>
    %51 = stablehlo.slice %45#2 [0:6, 0:64] : (tensor<48x64xf32>) -> tensor<6x64xf32>
    %52 = stablehlo.dot_general %50, %51, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<48x6xf32>, tensor<6x64xf32>) -> tensor<48x64xf32>
    %53 = stablehlo.subtract %44, %52 : tensor<48x64xf32>
    return %52, %53, %45#1 : tensor<48x64xf32>, tensor<48x64xf32>, tensor<48xf32>
  }
  func.func private @_where(%arg0: tensor<48x64xi1>, %arg1: tensor<f32>, %arg2: tensor<48x64xf32>) -> tensor<48x64xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %2 = stablehlo.select %arg0, %1, %arg2 : tensor<48x64xi1>, tensor<48x64xf32>
    return %2 : tensor<48x64xf32>
  }
  func.func private @_where_0(%arg0: tensor<48x64xi1>, %arg1: tensor<48x64xf32>, %arg2: tensor<48x64xf32>) -> tensor<48x64xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<48x64xi1>, tensor<48x64xf32>
    return %0 : tensor<48x64xf32>
  }
  func.func private @svd(%arg0: tensor<48x64xf32>) -> (tensor<48x48xf32>, tensor<48xf32>, tensor<48x64xf32>) {
    %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=48, j=64, k=48, l=64, m=48, n=48, o=48, p=48, q=64}, custom>} : (tensor<48x64xf32>) -> (tensor<48x64xf32>, tensor<48xf32>, tensor<48x48xf32>, tensor<48x64xf32>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<48xf32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<48xi1>
    %6 = stablehlo.select %5, %0#1, %4 : tensor<48xi1>, tensor<48xf32>
    %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<48x48xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<48x48xi1>
    %10 = stablehlo.select %9, %0#2, %8 : tensor<48x48xi1>, tensor<48x48xf32>
    %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<48x64xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<48x64xi1>
    %14 = stablehlo.select %13, %0#3, %12 : tensor<48x64xi1>, tensor<48x64xf32>
    return %10, %6, %14 : tensor<48x48xf32>, tensor<48xf32>, tensor<48x64xf32>
  }
}
