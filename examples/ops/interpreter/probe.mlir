// A probe records each value, and a check compares one of them.
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.add %x, %x : tensor<2xf32>
  %seen = interpreter.probe %y, probe_id = "doubled" : tensor<2xf32>
  %expected = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  check.expect_serialized_eq %expected, probe_id = "doubled" : tensor<2xf32>
  return %seen : tensor<2xf32>
}
