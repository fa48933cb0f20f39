// A product of 4 features, cut in two: each partition has two features and two rows of the weights.
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main() -> tensor<3xf32> {
    %id = stablehlo.partition_id : tensor<ui32>
    %zero = stablehlo.constant dense<0> : tensor<ui32>
    %is.first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %x.first = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %x.second = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
    %x = stablehlo.select %is.first, %x.first, %x.second : tensor<i1>, tensor<2xf32>
    %weights = stablehlo.constant dense<[[1.0, 0.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>
    %bias = stablehlo.constant dense<10.0> : tensor<3xf32>
    %part = stablehlo.dot_general %x, %weights, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<3xf32>
    %result = stablehlo.add %part, %bias : tensor<3xf32>
    return %result : tensor<3xf32>
  }
}
