%token = stablehlo.create_token : !stablehlo.token
