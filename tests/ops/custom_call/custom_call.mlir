// paddock: exact
// Annotations for compilers change nothing.
func.func @annotations() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %a = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<2xi32>) -> tensor<2xi32>
  %b = stablehlo.custom_call @annotate_device_placement(%a) {has_side_effect = true} : (tensor<2xi32>) -> tensor<2xi32>
  %c = stablehlo.custom_call @LayoutConstraint(%b) : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %c, dense<[1, 2]> : tensor<2xi32>
  return
}

// -----

// Element-wise operations that were exported under their old names.
func.func @old_names() {
  %x = stablehlo.constant dense<[0.0, 3.0]> : tensor<2xf32>
  %a = stablehlo.custom_call @mhlo.tan(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<2xf32>) -> tensor<2xf32>
  %t = stablehlo.tan %x : tensor<2xf32>
  check.expect_eq %a, %t : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

// The largest, equal ones by rising index.
func.func @top_k() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 3.0, 2.0], [0.0, 5.0, 4.0, 6.0]]> : tensor<2x4xf32>
  %v, %i = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  check.expect_eq_const %v, dense<[[3.0, 3.0], [6.0, 5.0]]> : tensor<2x2xf32>
  check.expect_eq_const %i, dense<[[0, 2], [3, 1]]> : tensor<2x2xi32>
  return
}

// -----

func.func @smallest() {
  %x = stablehlo.constant dense<[3, 1, 1, 2]> : tensor<4xi8>
  %v, %i = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<4xi8>) -> (tensor<3xi8>, tensor<3xi32>)
  check.expect_eq_const %v, dense<[1, 1, 2]> : tensor<3xi8>
  check.expect_eq_const %i, dense<[1, 2, 3]> : tensor<3xi32>
  return
}

// -----

// A buffer holds what is pinned in it; a new one zeros.
func.func @buffers() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %p = stablehlo.custom_call @Pin(%x) : (tensor<2xi32>) -> memref<2xi32>
  %u = stablehlo.custom_call @Unpin(%p) : (memref<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %u, dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.custom_call @CreateBuffer() : () -> memref<2xi32>
  %z = stablehlo.custom_call @Unpin(%b) : (memref<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %z, dense<0> : tensor<2xi32>
  return
}

// -----

// Any other target is named when it is reached.
func.func @fail_unknown() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  // expected-error@+1 {{custom_call target 'my.target' is unknown}}
  %r = stablehlo.custom_call @my.target(%x) : (tensor<2xi32>) -> tensor<2xi32>
  stablehlo.custom_call @dce_sink(%r) : (tensor<2xi32>) -> ()
  return
}

// -----

// One that is not reached does no harm.
func.func @not_reached() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %p = stablehlo.constant dense<false> : tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %a = stablehlo.custom_call @my.target(%x) : (tensor<2xi32>) -> tensor<2xi32>
    stablehlo.return %a : tensor<2xi32>
  }, {
    stablehlo.return %x : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[1, 2]> : tensor<2xi32>
  return
}
