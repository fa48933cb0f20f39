func.func public @main(%9: tensor<200xi64>) -> (tensor<200xi1>, tensor<200xi1>) {
    
    %10 = stablehlo.constant dense<0> : tensor<200xi64>
    %11 = stablehlo.compare NE, %9, %10 : (tensor<200xi64>, tensor<200xi64>) -> tensor<200xi1>
    %0 = stablehlo.slice %11 [199:200] : (tensor<200xi1>) -> tensor<1xi1>
    %1 = stablehlo.slice %11 [0:199] : (tensor<200xi1>) -> tensor<199xi1>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi1>, tensor<199xi1>) -> tensor<200xi1>
    return %11, %2 : tensor<200xi1>, tensor<200xi1>
}
