// Rings on a pond of any size: a run determines each size that is written ?. Here two constants
// determine them.
func.func @main() -> tensor<?x?xf32> {
  %size = stablehlo.constant dense<[24, 36]> : tensor<2xi32>
  %row = stablehlo.dynamic_iota %size, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %column = stablehlo.dynamic_iota %size, dim = 1 : (tensor<2xi32>) -> tensor<?x?xf32>

  // The position of the stone.
  %stone = stablehlo.constant dense<[9.0, 12.0]> : tensor<2xf32>
  %there.row = stablehlo.slice %stone [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %there.column = stablehlo.slice %stone [1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %stone.row = stablehlo.dynamic_broadcast_in_dim %there.row, %size, dims = [0]
    : (tensor<1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %stone.column = stablehlo.dynamic_broadcast_in_dim %there.column, %size, dims = [0]
    : (tensor<1xf32>, tensor<2xi32>) -> tensor<?x?xf32>

  %y = stablehlo.subtract %row, %stone.row : tensor<?x?xf32>
  %x = stablehlo.subtract %column, %stone.column : tensor<?x?xf32>
  %yy = stablehlo.multiply %y, %y : tensor<?x?xf32>
  %xx = stablehlo.multiply %x, %x : tensor<?x?xf32>
  %sum = stablehlo.add %xx, %yy : tensor<?x?xf32>
  %distance = stablehlo.sqrt %sum : tensor<?x?xf32>
  %rings = stablehlo.cosine %distance : tensor<?x?xf32>
  return %rings : tensor<?x?xf32>
}
