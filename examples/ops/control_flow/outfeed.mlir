// Values that come out while the program runs.
// %inputs: [1, 2, 3]
%token = stablehlo.create_token : !stablehlo.token
%result = "stablehlo.outfeed"(%inputs, %token) : (tensor<3xi32>, !stablehlo.token) -> !stablehlo.token
