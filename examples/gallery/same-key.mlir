// Random bits from a state; each draw returns the next state.
func.func @main() -> (tensor<8x8xui32>, tensor<8x8xui32>) {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %six = stablehlo.constant dense<6> : tensor<8x8xui32>
  %next, %bits.a = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x8xui32>)
  %last, %bits.b = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x8xui32>)
  %a = stablehlo.remainder %bits.a, %six : tensor<8x8xui32>
  %b = stablehlo.remainder %bits.b, %six : tensor<8x8xui32>
  %equal = stablehlo.compare EQ, %a, %b : (tensor<8x8xui32>, tensor<8x8xui32>) -> tensor<8x8xi1>
  %ones = stablehlo.convert %equal : (tensor<8x8xi1>) -> tensor<8x8xui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %count = stablehlo.reduce(%ones init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xui32>, tensor<ui32>) -> tensor<ui32>
  return %a, %b : tensor<8x8xui32>, tensor<8x8xui32>
}
