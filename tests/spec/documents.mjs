// The documents whose examples are run if they lie beside the checkout. "damage" is text that their
// copies have lost. "mistakes" are examples that are wrong: each must fail as printed, and run when
// corrected.
//
// An entry has a line number, the text there, and the correct text. A damaged or wrong place that
// is missing in the document is an error.

const name = (line, operation) => ({ line, from: '""(', to: `"stablehlo.${operation}"(` })

const division = (line) => ({
  line,
  from: '[5.66666651, -5.66666651, -5.66666651, 5.66666651]',
  to: '[5.7, -5.7, -5.7, 5.7]',
  why: '17.1 / 3 = 5.7',
})

// Four lines of updates, written as if the window had one dimension.
const windows = (lines) =>
  lines.map((line) => ({
    line,
    from: '[1, 1]',
    to: '[[1, 1], [1, 1]]',
    why: 'updates are tensor<2x2x3x2x2xi64>, but the list has four levels; the results are those of windows of 2x2 ones',
  }))

const specification = {
  file: 'stablehlo-spec-1.9.md',
  programs: 113,
  damage: [],
  mistakes: [
    { line: 835, from: '(%operand0, %operand0)', to: '(%operand0, %operand1)', why: '%operand1 is given and reduced in the results' },
    { line: 1622, from: 'tensor<3x3xf64>', to: 'tensor<3x3xf32>', why: 'cholesky (C1): operand and result have one type' },
    { line: 1734, from: '(tensor1x2xi64>)', to: '(tensor<1x2xi64>)', why: 'a bracket is missing' },
    {
      line: 1975,
      from: '-> tensor<f32>',
      to: '-> tensor<f32> func.func private @my_op(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }',
      why: 'composite (C2): the function that it names is not there',
    },
    division(2500),
    { line: 2943, from: '[0, 1]', to: '[1, 2]', why: 'dynamic_conv (C13): batch is dimension 0 too' },
    { line: 4017, from: 'tensor<7xf64)', to: 'tensor<7xf64>)', why: 'a bracket is missing' },
    { line: 4687, from: 'inf]', to: '1.0e+40]', why: '10000^10 = 1e40, below the 1.8e308 of f64' },
    ...windows([5665, 5666, 5669, 5670]),
    { line: 6361, from: '1.63312e+16', to: '147169271.76124874', why: 'tan(x) = 1 / (pi/2 - x), and pi/2 - 1.57079632 = 6.79e-9' },
    { line: 6362, from: '5.44375e+15', to: '2599497068.2695704', why: 'the same, of 3 pi/2 - 4.71238898 = 3.85e-10' },
    { line: 6716, from: '10', to: '9', why: 'the loop adds 1 for i = 1 to 9' },
  ],
}

const specificationOf2022 = {
  file: 'stablehlo-spec-2022.txt',
  programs: 96,
  damage: [
    name(22, 'dot'),
    // The empty line after the first program.
    { line: 27, from: '', to: '}' },
    name(133, 'compare'),
    name(861, 'case'),
    name(1074, 'compare'),
    name(2152, 'map'),
    name(3151, 'select'),
    name(3208, 'compare'),
    name(3476, 'compare'),
    name(3493, 'compare'),
    name(3729, 'compare'),
  ],
  mistakes: [
    { line: 1016, from: 'tensor<2x2xi64>', to: 'tensor<1x2xi64>', why: '[[0, 1]] is one pair' },
    division(1446),
    { line: 1523, from: '[1]', to: '[1]>,', why: 'the bracket of the dimension numbers is not closed' },
    { line: 2870, from: 'tensor<i64>', to: 'tensor<1xi64>', why: 'dimensions is a list' },
    { line: 2878, from: 'tensor<i64>', to: 'tensor<1xi64>', why: 'dimensions is a list' },
  ],
}

const batchingDimensions = {
  file: 'rfc-gather-scatter-batching-dims.txt',
  programs: 2,
  damage: [],
  mistakes: windows([279, 280, 283, 284]),
}

export const documents = [specification, specificationOf2022, batchingDimensions]
