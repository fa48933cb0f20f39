// Each process sends its value to the other over channel 1.
// num_partitions: 2
// %operand@(0, 0): [1, 2]
// %operand@(0, 1): [3, 4]
%token = stablehlo.create_token : !stablehlo.token
%sent = "stablehlo.send"(%operand, %token) <{
  channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
  source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
}> : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
%result, %done = "stablehlo.recv"(%sent) <{
  channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
  source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
}> : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
// %result@(0, 0): [3, 4]
// %result@(0, 1): [1, 2]
