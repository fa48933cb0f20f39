// paddock: exact
// Sums of products over lettered dimensions.

func.func @einsum_plain(%x: tensor<2x3xf32>, %y: tensor<3x?xf32>) {
  %result = stablehlo.einsum %x, %y, config = "ab, bc -> ca" : (tensor<2x3xf32>, tensor<3x?xf32>) -> tensor<?x2xf32>
  func.return
}

func.func @einsum_x1(%x: tensor<2xf32>) {
  // expected-error @+1 {{einsum: einsum_config is "terms -> result", in letters, with a term for each operand, but it is "...a,a->a"}}
  %result = stablehlo.einsum %x, %x, config = "...a,a->a" : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @einsum_x1_terms(%x: tensor<2xf32>) {
  // expected-error @+1 {{it is "a->a"}}
  %result = stablehlo.einsum %x, %x, config = "a->a" : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @einsum_x2(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{"bc" stands for operand 1 of rank 1}}
  %result = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @einsum_x3(%x: tensor<2x3xf32>, %y: tensor<2xf32>) {
  // expected-error @+1 {{'b' has the sizes 3 and 2}}
  %result = stablehlo.einsum %x, %y, config = "ab,b->a" : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @einsum_x4(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{"ab,b->ac" has 'c' in its result}}
  %result = stablehlo.einsum %x, %y, config = "ab,b->ac" : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @einsum_x5(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{result 0 is declared as tensor<3xf32> and is tensor<2xf32>}}
  %result = stablehlo.einsum %x, %y, config = "ab,b->a" : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @unary_einsum_x1(%x: tensor<2xf32>) {
  // expected-error @+1 {{unary_einsum: einsum_config is "terms -> result", in letters, with a term for each operand, but it is "a,a->a"}}
  %result = stablehlo.unary_einsum %x, config = "a,a->a" : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @unary_einsum_x2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{"a" stands for operand 0 of rank 2}}
  %result = stablehlo.unary_einsum %x, config = "a->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}

func.func @unary_einsum_x3(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'a' has the sizes 2 and 3}}
  %result = stablehlo.unary_einsum %x, config = "aa->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}

func.func @unary_einsum_x4(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{"ab->aa" has 'a' in its result}}
  %result = stablehlo.unary_einsum %x, config = "ab->aa" : (tensor<2x3xf32>) -> tensor<2x2xf32>
  func.return
}

func.func @unary_einsum_x5(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{result 0 is declared as tensor<2x3xf32> and is tensor<3x2xf32>}}
  %result = stablehlo.unary_einsum %x, config = "ab->ba" : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
