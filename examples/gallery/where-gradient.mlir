// y = x > 0 ? log(x) : 0, and its gradient: the select's gradient times 1 / x.
func.func @main() -> (tensor<5xf32>, tensor<5xf32>) {
  %x = stablehlo.constant dense<[0.0, 0.5, 1.0, 2.0, 4.0]> : tensor<5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
  %one = stablehlo.constant dense<1.0> : tensor<5xf32>
  %is.positive = stablehlo.compare GT, %x, %zero : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %log = stablehlo.log %x : tensor<5xf32>
  %value = stablehlo.select %is.positive, %log, %zero : tensor<5xi1>, tensor<5xf32>
  %safe = stablehlo.select %is.positive, %x, %one : tensor<5xi1>, tensor<5xf32>
  %outer = stablehlo.select %is.positive, %one, %zero : tensor<5xi1>, tensor<5xf32>
  %inverse = stablehlo.divide %one, %x : tensor<5xf32>
  %gradient = stablehlo.multiply %outer, %inverse : tensor<5xf32>
  return %value, %gradient : tensor<5xf32>, tensor<5xf32>
}
