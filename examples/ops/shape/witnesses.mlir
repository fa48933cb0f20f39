// A witness states that shapes are compatible; operations that rely on this need it.
func.func @main() -> tensor<2xi1> {
  %a = shape.const_shape [2, 1] : tensor<2xindex>
  %b = shape.const_shape [1, 3] : tensor<2xindex>
  %fits = shape.is_broadcastable %a, %b : tensor<2xindex>, tensor<2xindex>
  %first = shape.cstr_require %fits, "shapes broadcast"
  %second = shape.cstr_eq %a, %a : tensor<2xindex>, tensor<2xindex>
  %third = shape.const_witness true
  %all = shape.assuming_all %first, %second, %third
  %both = "shape.assuming"(%all) ({
    %list = tensor.from_elements %fits, %fits : tensor<2xi1>
    shape.assuming_yield %list : tensor<2xi1>
  }) : (!shape.witness) -> tensor<2xi1>
  check.expect_eq_const %both, dense<true> : tensor<2xi1>
  return %both : tensor<2xi1>
}
