// An FFT filter: a picture loses its high frequencies.
// From JAX: fft_filter.py.
module @jit_filtered attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main() -> (tensor<64x64xf32> {jax.result_info = "result['edges']"}, tensor<64x64xf32> {jax.result_info = "result['smooth']"}, tensor<64x33xf32> {jax.result_info = "result['spectrum']"}) {
    %0 = stablehlo.iota dim = 0 : tensor<64xi32>
    %1 = stablehlo.iota dim = 0 : tensor<64xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<64xi32>) -> tensor<64x64xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<64xi32>) -> tensor<64x64xi32>
    %c = stablehlo.constant dense<20> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64x64xi32>
    %5 = stablehlo.subtract %2, %4 : tensor<64x64xi32>
    %6 = stablehlo.multiply %5, %5 : tensor<64x64xi32>
    %c_0 = stablehlo.constant dense<20> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<64x64xi32>
    %8 = stablehlo.subtract %3, %7 : tensor<64x64xi32>
    %9 = stablehlo.multiply %8, %8 : tensor<64x64xi32>
    %10 = stablehlo.add %6, %9 : tensor<64x64xi32>
    %c_1 = stablehlo.constant dense<121> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<64x64xi32>
    %12 = stablehlo.compare LT, %10, %11, SIGNED : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
    %13 = stablehlo.convert %2 : (tensor<64x64xi32>) -> tensor<64x64xf32>
    %cst = stablehlo.constant dense<4.200000e+01> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %15 = stablehlo.subtract %13, %14 : tensor<64x64xf32>
    %16 = stablehlo.multiply %15, %15 : tensor<64x64xf32>
    %17 = stablehlo.convert %3 : (tensor<64x64xi32>) -> tensor<64x64xf32>
    %cst_2 = stablehlo.constant dense<4.200000e+01> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %19 = stablehlo.subtract %17, %18 : tensor<64x64xf32>
    %20 = stablehlo.multiply %19, %19 : tensor<64x64xf32>
    %21 = stablehlo.add %16, %20 : tensor<64x64xf32>
    %22 = stablehlo.sqrt %21 : tensor<64x64xf32>
    %cst_3 = stablehlo.constant dense<1.300000e+01> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %24 = stablehlo.subtract %22, %23 : tensor<64x64xf32>
    %25 = stablehlo.abs %24 : tensor<64x64xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %27 = stablehlo.compare LT, %25, %26, FLOAT : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xi1>
    %c_5 = stablehlo.constant dense<16> : tensor<i32>
    %28 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<64x64xi32>
    %29 = stablehlo.subtract %2, %28 : tensor<64x64xi32>
    %30 = stablehlo.abs %29 : tensor<64x64xi32>
    %c_6 = stablehlo.constant dense<7> : tensor<i32>
    %31 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<64x64xi32>
    %32 = stablehlo.compare LT, %30, %31, SIGNED : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
    %c_7 = stablehlo.constant dense<48> : tensor<i32>
    %33 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<64x64xi32>
    %34 = stablehlo.subtract %3, %33 : tensor<64x64xi32>
    %35 = stablehlo.abs %34 : tensor<64x64xi32>
    %c_8 = stablehlo.constant dense<7> : tensor<i32>
    %36 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<64x64xi32>
    %37 = stablehlo.compare LT, %35, %36, SIGNED : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
    %38 = stablehlo.and %32, %37 : tensor<64x64xi1>
    %c_9 = stablehlo.constant dense<false> : tensor<i1>
    %39 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i1>) -> tensor<64x64xi1>
    %40 = stablehlo.compare NE, %27, %39, UNSIGNED : (tensor<64x64xi1>, tensor<64x64xi1>) -> tensor<64x64xi1>
    %41 = stablehlo.convert %40 : tensor<64x64xi1>
    %42 = stablehlo.or %12, %41 : tensor<64x64xi1>
    %43 = stablehlo.or %42, %38 : tensor<64x64xi1>
    %44 = stablehlo.convert %43 : (tensor<64x64xi1>) -> tensor<64x64xf32>
    %45 = call @fft(%44) : (tensor<64x64xf32>) -> tensor<64x33xcomplex<f32>>
    %46 = stablehlo.iota dim = 0 : tensor<64xi32>
    %47 = stablehlo.iota dim = 0 : tensor<64xi32>
    %c_10 = stablehlo.constant dense<64> : tensor<i32>
    %48 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %49 = stablehlo.subtract %48, %47 : tensor<64xi32>
    %50 = stablehlo.minimum %46, %49 : tensor<64xi32>
    %51 = stablehlo.iota dim = 0 : tensor<33xi32>
    %52 = stablehlo.broadcast_in_dim %50, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %53 = stablehlo.convert %52 : (tensor<64x1xi32>) -> tensor<64x1xf32>
    %cst_11 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<64x1xf32>
    %55 = stablehlo.power %53, %54 : tensor<64x1xf32>
    %56 = stablehlo.broadcast_in_dim %51, dims = [1] : (tensor<33xi32>) -> tensor<1x33xi32>
    %57 = stablehlo.convert %56 : (tensor<1x33xi32>) -> tensor<1x33xf32>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<1x33xf32>
    %59 = stablehlo.power %57, %58 : tensor<1x33xf32>
    %60 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x33xf32>
    %61 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<1x33xf32>) -> tensor<64x33xf32>
    %62 = stablehlo.add %60, %61 : tensor<64x33xf32>
    %63 = stablehlo.sqrt %62 : tensor<64x33xf32>
    %cst_13 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<64x33xf32>
    %65 = stablehlo.divide %63, %64 : tensor<64x33xf32>
    %66 = stablehlo.multiply %65, %65 : tensor<64x33xf32>
    %67 = stablehlo.negate %66 : tensor<64x33xf32>
    %68 = stablehlo.exponential %67 : tensor<64x33xf32>
    %69 = stablehlo.convert %68 : (tensor<64x33xf32>) -> tensor<64x33xcomplex<f32>>
    %70 = stablehlo.multiply %45, %69 : tensor<64x33xcomplex<f32>>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %71 = call @_pad(%70, %c_14) : (tensor<64x33xcomplex<f32>>, tensor<i32>) -> tensor<64x33xcomplex<f32>>
    %72 = call @fft_0(%71) : (tensor<64x33xcomplex<f32>>) -> tensor<64x64xf32>
    %73 = stablehlo.subtract %44, %72 : tensor<64x64xf32>
    %74 = stablehlo.abs %45 : (tensor<64x33xcomplex<f32>>) -> tensor<64x33xf32>
    %75 = stablehlo.log_plus_one %74 : tensor<64x33xf32>
    return %73, %72, %75 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x33xf32>
  }
  func.func private @fft(%arg0: tensor<64x64xf32>) -> tensor<64x33xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [64, 64] : (tensor<64x64xf32>) -> tensor<64x33xcomplex<f32>>
    return %0 : tensor<64x33xcomplex<f32>>
  }
  func.func private @_pad(%arg0: tensor<64x33xcomplex<f32>>, %arg1: tensor<i32>) -> tensor<64x33xcomplex<f32>> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<complex<f32>>
    %1 = stablehlo.pad %arg0, %0, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<64x33xcomplex<f32>>, tensor<complex<f32>>) -> tensor<64x33xcomplex<f32>>
    return %1 : tensor<64x33xcomplex<f32>>
  }
  func.func private @fft_0(%arg0: tensor<64x33xcomplex<f32>>) -> tensor<64x64xf32> {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [64, 64] : (tensor<64x33xcomplex<f32>>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
}
