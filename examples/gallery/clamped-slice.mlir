func.func @main() -> tensor<3xi32> {
  %x = stablehlo.constant dense<[10, 20, 30, 40, 50]> : tensor<5xi32>
  %start = stablehlo.constant dense<3> : tensor<i64>
  %window = stablehlo.dynamic_slice %x, %start, sizes = [3] : (tensor<5xi32>, tensor<i64>) -> tensor<3xi32>
  return %window : tensor<3xi32>
}
