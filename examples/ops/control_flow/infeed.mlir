// Values that the host provides during the run.
// infeed_queue[0]: [1, 2]
// infeed_queue[1]: [3, 4]
%token = stablehlo.create_token : !stablehlo.token
%first, %next = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
// %first: [1, 2]
%second, %last = "stablehlo.infeed"(%next) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
// %second: [3, 4]
