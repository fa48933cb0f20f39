// Sizes that only a run determines are of type `index`; `!shape.size` may also be invalid.
%x = stablehlo.constant dense<0.0> : tensor<4x5x6xf32>
%shape = shape.shape_of %x : tensor<4x5x6xf32> -> tensor<3xindex>
%one = index.constant 1
%five = shape.get_extent %shape, %one : tensor<3xindex>, index -> index
%again = shape.dim %x, %one : tensor<4x5x6xf32>, index -> index
%rank = shape.rank %shape : tensor<3xindex> -> index
%sum = shape.add %five, %rank : index, index -> index
%product = shape.mul %sum, %again : index, index -> index
%size = shape.index_to_size %product
%value = shape.size_to_index %size : !shape.size
%list = tensor.from_elements %five, %again, %rank, %sum, %value : tensor<5xindex>
// %list: [5, 5, 3, 8, 40]
