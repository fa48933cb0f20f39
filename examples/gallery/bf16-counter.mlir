// Three hundred ones in bf16, and the sum after each.
func.func @main() -> (tensor<bf16>, tensor<300xbf16>) {
  %start = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<300> : tensor<i32>
  %nothing = stablehlo.constant dense<0.0> : tensor<bf16>
  %unit = stablehlo.constant dense<1.0> : tensor<bf16>
  %empty = stablehlo.constant dense<0.0> : tensor<300xbf16>
  %end, %count, %path = stablehlo.while(%i = %start, %sum = %nothing, %sums = %empty) : tensor<i32>, tensor<bf16>, tensor<300xbf16>
  cond {
    %more = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %sum, %unit : tensor<bf16>
    %then = stablehlo.add %i, %one : tensor<i32>
    %part = stablehlo.reshape %next : (tensor<bf16>) -> tensor<1xbf16>
    %after = stablehlo.dynamic_update_slice %sums, %part, %i : (tensor<300xbf16>, tensor<1xbf16>, tensor<i32>) -> tensor<300xbf16>
    stablehlo.return %then, %next, %after : tensor<i32>, tensor<bf16>, tensor<300xbf16>
  }
  return %count, %path : tensor<bf16>, tensor<300xbf16>
}
