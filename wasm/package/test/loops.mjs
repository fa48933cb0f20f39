/// Returns the operations of a loop of `count` iterations. `lines` compute `last`, the next value of %v, which is %x at first; %r#1 is the last one.
export const loopOf = (type, count, lines, last) => `  %zero = stablehlo.constant dense<0> : tensor<i32>
  %limit = stablehlo.constant dense<${count}> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, ${type}
  cond {
    %less = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
${lines.map((line) => `    ${line}\n`).join('')}    stablehlo.return %next, ${last} : tensor<i32>, ${type}
  }
`

/// Returns a program of such a loop.
export const loopProgram = (type, count, lines, last) => `func.func @main(%x: ${type}) -> ${type} {
${loopOf(type, count, lines, last)}  return %r#1 : ${type}
}
`
