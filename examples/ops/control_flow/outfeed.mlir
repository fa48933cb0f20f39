// Values that the program returns during the run.
// %inputs: [1, 2, 3]
%token = stablehlo.create_token : !stablehlo.token
%result = "stablehlo.outfeed"(%inputs, %token) : (tensor<3xi32>, !stablehlo.token) -> !stablehlo.token
