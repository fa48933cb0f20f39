// Shapes that are written out, joined, split and asked for their sizes.
func.func @parts_of_shapes() {
  %a = shape.const_shape [2, 3] : tensor<2xindex>
  %b = shape.const_shape [4] : tensor<1xindex>
  %both = shape.concat %a, %b : tensor<2xindex>, tensor<1xindex> -> tensor<3xindex>
  %wide = arith.index_cast %both : tensor<3xindex> to tensor<3xi64>
  check.expect_eq_const %wide, dense<[2, 3, 4]> : tensor<3xi64>
  %rank = shape.rank %both : tensor<3xindex> -> index
  %last = index.constant 2
  %extent = shape.get_extent %both, %last : tensor<3xindex>, index -> index
  %x = stablehlo.constant dense<0.0> : tensor<5x6xf32>
  %one = index.constant 1
  %dim = shape.dim %x, %one : tensor<5x6xf32>, index -> index
  %sum = shape.add %rank, %extent : index, index -> index
  %product = shape.mul %sum, %dim : index, index -> index
  %list = tensor.from_elements %rank, %extent, %dim, %sum, %product : tensor<5xindex>
  %numbers = arith.index_cast %list : tensor<5xindex> to tensor<5xi64>
  check.expect_eq_const %numbers, dense<[3, 4, 6, 7, 42]> : tensor<5xi64>
  return
}

// -----

// The type of shapes, and that of sizes.
func.func @shapes_and_lists() {
  %list = arith.constant dense<[4, 6]> : tensor<2xindex>
  %shape = shape.from_extent_tensor %list : tensor<2xindex>
  %two = index.constant 2
  %three = index.constant 3
  %made = shape.from_extents %two, %three : index, index
  %all = shape.concat %shape, %made : !shape.shape, !shape.shape -> !shape.shape
  %extents = shape.to_extent_tensor %all : !shape.shape -> tensor<4xindex>
  %wide = arith.index_cast %extents : tensor<4xindex> to tensor<4xi64>
  check.expect_eq_const %wide, dense<[4, 6, 2, 3]> : tensor<4xi64>
  %size = shape.index_to_size %three
  %index = shape.size_to_index %size : !shape.size
  %one = tensor.from_elements %index : tensor<1xindex>
  %number = arith.index_cast %one : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %number, dense<3> : tensor<1xi64>
  // A negative index counts from the end.
  %minus_one = index.constant -1
  %head, %tail = "shape.split_at"(%all, %minus_one) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  %end = shape.to_extent_tensor %tail : !shape.shape -> tensor<1xindex>
  %wide_end = arith.index_cast %end : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %wide_end, dense<3> : tensor<1xi64>
  return
}

// -----

// Witnesses hold or stop the run; a predicate says whether shapes broadcast.
func.func @witnesses() {
  %a = shape.const_shape [2, 3] : tensor<2xindex>
  %b = shape.const_shape [3] : tensor<1xindex>
  %c = shape.const_shape [5] : tensor<1xindex>
  %yes = shape.is_broadcastable %a, %b : tensor<2xindex>, tensor<1xindex>
  %no = shape.is_broadcastable %a, %c : tensor<2xindex>, tensor<1xindex>
  %bits = tensor.from_elements %yes, %no : tensor<2xi1>
  check.expect_eq_const %bits, dense<[true, false]> : tensor<2xi1>
  %equal = shape.cstr_eq %a, %a : tensor<2xindex>, tensor<2xindex>
  %required = shape.cstr_require %yes, "they broadcast"
  %passing = shape.const_witness true
  %all = shape.assuming_all %equal, %required, %passing
  %r = "shape.assuming"(%all) ({
    %one_of = shape.any %b, %b : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    "shape.assuming_yield"(%one_of) : (tensor<1xindex>) -> ()
  }) : (!shape.witness) -> tensor<1xindex>
  %wide = arith.index_cast %r : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %wide, dense<3> : tensor<1xi64>
  return
}
