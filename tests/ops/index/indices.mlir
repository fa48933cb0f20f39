func.func @indices() {
  %a = index.constant 7
  %b = index.constant -2
  %floor = index.floordivs %a, %b
  %ceil = index.ceildivs %a, %b
  %sum = index.add %floor, %ceil
  %less = index.cmp slt(%sum, %a)
  %wide = index.casts %sum : index to i32
  %list = tensor.from_elements %wide : tensor<1xi32>
  check.expect_eq_const %list, dense<-7> : tensor<1xi32>
  %bit = tensor.from_elements %less : tensor<1xi1>
  check.expect_eq_const %bit, dense<true> : tensor<1xi1>
  return
}
