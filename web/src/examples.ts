import digits from '../../examples/digits/digits.mlir?raw'
import digitImages from '../../examples/digits/images.npy?url'
import hello from '../../examples/hello.mlir?raw'
import horse from '../../examples/horse.mlir?raw'
import newton from '../../examples/newton.mlir?raw'

export interface Example {
  id: string
  title: string
  text: string
  /// Files for arguments, by the argument's type.
  inputs?: Readonly<Record<string, { name: string; url: string }>>
}

/// The first one is what a visitor meets.
export const examples: readonly [Example, ...Example[]] = [
  { id: 'horse', title: 'A horse in 25 numbers', text: horse },
  { id: 'hello', title: 'A small layer', text: hello },
  { id: 'newton', title: "Newton's method", text: newton },
  { id: 'digits', title: 'Handwritten digits', text: digits, inputs: { 'tensor<100x64xf32>': { name: 'images.npy', url: digitImages } } },
]
