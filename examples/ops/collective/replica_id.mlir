// num_replicas: 3
%result = stablehlo.replica_id : tensor<ui32>
// %result@(0, 0): 0
// %result@(1, 0): 1
// %result@(2, 0): 2
