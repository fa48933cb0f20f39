// Two shapes broadcast to one, and a witness holds while they do.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %y = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %x_any = stablehlo.convert %x : (tensor<2x1xf32>) -> tensor<?x?xf32>
  %y_any = stablehlo.convert %y : (tensor<3xf32>) -> tensor<?xf32>
  %sum = call @sum(%x_any, %y_any) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %r = stablehlo.convert %sum : (tensor<?x?xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[11.0, 21.0, 31.0], [12.0, 22.0, 32.0]]> : tensor<2x3xf32>
  return
}
func.func private @sum(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %xs = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %ys = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %witness = shape.cstr_broadcastable %xs, %ys : tensor<2xindex>, tensor<1xindex>
  %sum = "shape.assuming"(%witness) ({
    %both = shape.broadcast %xs, %ys : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %a = stablehlo.dynamic_broadcast_in_dim %x, %both, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %b = stablehlo.dynamic_broadcast_in_dim %y, %both, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %c = stablehlo.add %a, %b : tensor<?x?xf32>
    "shape.assuming_yield"(%c) : (tensor<?x?xf32>) -> ()
  }) : (!shape.witness) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// Shapes as values of their own type.
func.func @shapes() {
  %x = stablehlo.constant dense<0.0> : tensor<4x5x6xf32>
  %shape = shape.shape_of %x : tensor<4x5x6xf32> -> !shape.shape
  %count = shape.num_elements %shape : !shape.shape -> !shape.size
  %two = shape.const_size 2
  %half = shape.div %count, %two : !shape.size, !shape.size -> !shape.size
  %index = shape.size_to_index %half : !shape.size
  %list = tensor.from_elements %index : tensor<1xindex>
  %wide = stablehlo.dynamic_iota %list, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %size = stablehlo.get_dimension_size %wide, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  check.expect_eq_const %size, dense<60> : tensor<i32>
  return
}
