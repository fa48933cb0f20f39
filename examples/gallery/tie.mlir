// The index of the largest number, as a reduction of pairs.
func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<[3.0, 9.0, 9.0, 1.0]> : tensor<4xf32>
  %index = stablehlo.iota dim = 0 : tensor<4xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %largest, %place = "stablehlo.reduce"(%x, %index, %least, %first) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
    %wins = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %value = stablehlo.select %wins, %a, %b : tensor<i1>, tensor<f32>
    %at = stablehlo.select %wins, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %at : tensor<f32>, tensor<i32>
  }) : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  return %place : tensor<i32>
}
