// num_partitions: 2
%result = stablehlo.partition_id : tensor<ui32>
// %result@(0, 0): 0
// %result@(0, 1): 1
