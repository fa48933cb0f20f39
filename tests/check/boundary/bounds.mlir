// paddock: exact
// Sizes that are unknown, with and without bounds: what they agree with, and what is known of the result.

// Any size agrees with an unknown one; a size up to the bound with a bounded one.
func.func @agree(%x: tensor<?x3xf32>, %y: tensor<4x?xf32>, %b: tensor<?x3xf32, #stablehlo.bounds<4, ?>>) {
  %0 = "stablehlo.add"(%x, %y) : (tensor<?x3xf32>, tensor<4x?xf32>) -> tensor<4x3xf32>
  %1 = "stablehlo.add"(%x, %y) : (tensor<?x3xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
  %2 = "stablehlo.add"(%b, %y) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<4x?xf32>) -> tensor<4x3xf32>
  func.return
}

func.func @too_large_for_the_bound(%y: tensor<5x3xf32>, %b: tensor<?x3xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error @+1 {{operand 1 has shape [?<=4, 3] and operand 0 has shape [5, 3]}}
  %0 = "stablehlo.add"(%y, %b) : (tensor<5x3xf32>, tensor<?x3xf32, #stablehlo.bounds<4, ?>>) -> tensor<?x3xf32>
  func.return
}

// Of two bounds the lower holds.
func.func @lower_bound(%a: tensor<?xf32, #stablehlo.bounds<4>>, %b: tensor<?xf32, #stablehlo.bounds<6>>) {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<6>>) -> tensor<?xf32, #stablehlo.bounds<4>>
  // expected-error @+1 {{is declared as tensor<5xf32> and is tensor<?xf32, #stablehlo.bounds<4>>}}
  %1 = "stablehlo.add"(%a, %b) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<6>>) -> tensor<5xf32>
  func.return
}

// Branches of different bounds: the higher one.
func.func @branches(%p: tensor<i1>, %a: tensor<?xf32, #stablehlo.bounds<4>>, %b: tensor<6xf32>) {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<?xf32, #stablehlo.bounds<4>>
  }, {
    stablehlo.return %b : tensor<6xf32>
  }) : (tensor<i1>) -> tensor<?xf32, #stablehlo.bounds<6>>
  func.return
}

// Bounds add, and a size that is known is its own bound; without one nothing is known.
func.func @concatenate(%a: tensor<?xf32, #stablehlo.bounds<4>>, %b: tensor<3xf32>, %c: tensor<?xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<3xf32>) -> tensor<?xf32, #stablehlo.bounds<7>>
  %1 = stablehlo.concatenate %a, %c, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32>) -> tensor<?xf32>
  // expected-error @+1 {{concatenate (C6): }}
  %2 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<3xf32>) -> tensor<8xf32>
  func.return
}

// Limits and padding are held against the bound; other sizes move with their dimensions.
func.func @moves(%a: tensor<?x2xf32, #stablehlo.bounds<4, ?>>, %v: tensor<f32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  %1 = stablehlo.slice %a [0:4, 0:2] : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<4x2xf32>
  %2 = stablehlo.pad %a, %v, low = [1, 0], high = [1, 0], interior = [1, 0] : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<f32>) -> tensor<?x2xf32, #stablehlo.bounds<9, ?>>
  // expected-error @+1 {{slice (C3): }}
  %3 = stablehlo.slice %a [0:5, 0:2] : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<5x2xf32>
  func.return
}

// A bound need not divide: the size up to it may.
func.func @convolution(%x: tensor<?x4x2xf32, #stablehlo.bounds<5, ?, ?>>, %k: tensor<1x2x4xf32>) {
  %0 = "stablehlo.convolution"(%x, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<?x4x2xf32, #stablehlo.bounds<5, ?, ?>>, tensor<1x2x4xf32>) -> tensor<?x4x4xf32>
  func.return
}

// A constant size that is the bound makes the size known again.
func.func @set_dimension_size(%x: tensor<4xf32>) {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %four, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  %1 = stablehlo.set_dimension_size %x, %three, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  func.return
}

// What is at most 2 may be 1, and then any size comes of it; what is at most 3 may be even.
func.func @may_be(%a: tensor<?xf32, #stablehlo.bounds<2>>, %s: tensor<1xi32>, %c: tensor<?x1xf32, #stablehlo.bounds<3, ?>>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<3xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<?xf32, #stablehlo.bounds<2>>, tensor<1xi32>) -> tensor<3xf32>
  %2 = "stablehlo.all_to_all"(%c) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?x1xf32, #stablehlo.bounds<3, ?>>) -> tensor<?x2xf32>
  func.return
}

func.func @may_not_be(%a: tensor<?xf32, #stablehlo.bounds<0>>) {
  // expected-error @+1 {{broadcast_in_dim (C5): }}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<?xf32, #stablehlo.bounds<0>>) -> tensor<3xf32>
  func.return
}
