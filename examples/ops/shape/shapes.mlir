%const = shape.const_shape [2, 3] : !shape.shape
%four = index.constant 4
%more = shape.from_extents %four : index
%all = shape.concat %const, %more : !shape.shape, !shape.shape -> !shape.shape
%extents = shape.to_extent_tensor %all : !shape.shape -> tensor<3xindex>
// %extents: [2, 3, 4]
%back = shape.from_extent_tensor %extents : tensor<3xindex>
%any = shape.any %back, %all : !shape.shape, !shape.shape -> !shape.shape
%one = index.constant 1
%head, %tail = "shape.split_at"(%any, %one) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
%rest = shape.to_extent_tensor %tail : !shape.shape -> tensor<2xindex>
// %rest: [3, 4]
