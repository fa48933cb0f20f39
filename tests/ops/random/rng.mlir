// Numbers of [a, b), and not all the same ones twice.
func.func @rng_uniform_integers() {
  %a = stablehlo.constant dense<-3> : tensor<i8>
  %b = stablehlo.constant dense<4> : tensor<i8>
  %shape = stablehlo.constant dense<[10, 20]> : tensor<2xi64>
  %r = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<2xi64>) -> tensor<10x20xi8>
  %most = stablehlo.constant dense<-128> : tensor<i8>
  %least = stablehlo.constant dense<127> : tensor<i8>
  %max = stablehlo.reduce(%r init: %most) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<10x20xi8>, tensor<i8>) -> tensor<i8>
  %min = stablehlo.reduce(%r init: %least) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<10x20xi8>, tensor<i8>) -> tensor<i8>
  check.expect_eq_const %max, dense<3> : tensor<i8>
  check.expect_eq_const %min, dense<-3> : tensor<i8>
  %s = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<2xi64>) -> tensor<10x20xi8>
  %same = stablehlo.compare EQ, %r, %s : (tensor<10x20xi8>, tensor<10x20xi8>) -> tensor<10x20xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %all = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<10x20xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %all, dense<false> : tensor<i1>
  return
}

// -----

// Never b, though bf16 rounds most of what is near it.
func.func @rng_uniform_floats() {
  %a = stablehlo.constant dense<1.0> : tensor<bf16>
  %b = stablehlo.constant dense<2.0> : tensor<bf16>
  %shape = stablehlo.constant dense<[4000]> : tensor<1xi32>
  %r = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<bf16>, tensor<bf16>, tensor<1xi32>) -> tensor<4000xbf16>
  %bs = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<bf16>) -> tensor<4000xbf16>
  %as = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<bf16>) -> tensor<4000xbf16>
  %above = stablehlo.compare GE, %r, %as : (tensor<4000xbf16>, tensor<4000xbf16>) -> tensor<4000xi1>
  %below = stablehlo.compare LT, %r, %bs : (tensor<4000xbf16>, tensor<4000xbf16>) -> tensor<4000xi1>
  %inside = stablehlo.and %above, %below : tensor<4000xi1>
  check.expect_eq_const %inside, dense<true> : tensor<4000xi1>
  return
}

// -----

// One number there is; a deviation of 0 gives the mean; an empty shape nothing.
func.func @rng_of_one_value() {
  %zero = stablehlo.constant dense<0> : tensor<ui64>
  %one = stablehlo.constant dense<1> : tensor<ui64>
  %shape = stablehlo.constant dense<[3]> : tensor<1xi64>
  %r = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<ui64>, tensor<ui64>, tensor<1xi64>) -> tensor<3xui64>
  check.expect_eq_const %r, dense<0> : tensor<3xui64>
  %mean = stablehlo.constant dense<2.5> : tensor<f64>
  %none = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.rng %mean, %none, %shape, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<3xf64>
  check.expect_eq_const %s, dense<2.5> : tensor<3xf64>
  %nothing = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %t = stablehlo.rng %mean, %mean, %nothing, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<2xi64>) -> tensor<0x2xf64>
  check.expect_eq_const %t, dense<> : tensor<0x2xf64>
  return
}
