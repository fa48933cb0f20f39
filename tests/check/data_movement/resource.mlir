// paddock: exact
// Constants whose elements stand at the end of the text.

func.func @resource_missing() {
  // expected-error @+1 {{the elements of '__elided__' are not in the text}}
  %0 = stablehlo.constant dense_resource<__elided__> : tensor<4xf32>
  func.return
}

func.func @resource_too_short() {
  // expected-error @+1 {{the resource 'two' is not "0x", 8 digits and 32 digits of elements}}
  %0 = stablehlo.constant dense_resource<two> : tensor<4xf32>
  func.return
}

func.func @resource_of_no_digits() {
  // expected-error @+1 {{the resource 'words' is not "0x"}}
  %0 = stablehlo.constant dense_resource<words> : tensor<1xi16>
  func.return
}

func.func @resource_of_narrow_elements() {
  // expected-error @+1 {{no elements of a resource are of type tensor<2xi4>}}
  %0 = stablehlo.constant dense_resource<two> : tensor<2xi4>
  func.return
}

{-#
  dialect_resources: {
    builtin: {
      two: "0x040000000000803F000000C0",
      words: "0x02000000wxyz"
    }
  }
#-}
