import type { ElementType } from 'paddock-hlo'

const typeOf = (shape: readonly number[], type: string): string => `tensor<${[...shape, type].join('x')}>`

/// Returns a program that returns two values, and the second one also rounded to the type of the first if `rounds`. So
/// values of several engines arrive in one.
export function roundingProgram(shape: readonly number[], a: ElementType, b: ElementType, rounds: boolean): string {
  const [own, reference] = [typeOf(shape, a), typeOf(shape, b)]
  const types = [own, reference, ...(rounds ? [own] : [])].join(', ')
  return [
    `func.func @main(%a: ${own}, %b: ${reference}) -> (${types}) {`,
    ...(rounds ? [`%rounded = stablehlo.convert %b : (${reference}) -> ${own}`] : []),
    `return %a, %b${rounds ? ', %rounded' : ''} : ${types}`,
    '}',
  ].join('\n')
}

/// Returns a program that subtracts a reference from a value of the same shape, both as f64. Equal numbers, also infinities
/// and NaN, have difference 0. So the engine subtracts tensors of any size, aside from the page.
export function subtractionProgram(shape: readonly number[], a: ElementType, b: ElementType): string {
  const [real, truth] = [typeOf(shape, 'f64'), typeOf(shape, 'i1')]
  const [own, reference] = [typeOf(shape, a), typeOf(shape, b)]
  return [
    `func.func @main(%a: ${own}, %b: ${reference}) -> ${real} {`,
    `%zero = stablehlo.constant dense<0.0> : ${real}`,
    `%x = stablehlo.convert %a : (${own}) -> ${real}`,
    `%y = stablehlo.convert %b : (${reference}) -> ${real}`,
    `%same = stablehlo.compare EQ, %x, %y : (${real}, ${real}) -> ${truth}`,
    `%xnan = stablehlo.compare NE, %x, %x : (${real}, ${real}) -> ${truth}`,
    `%ynan = stablehlo.compare NE, %y, %y : (${real}, ${real}) -> ${truth}`,
    `%nans = stablehlo.and %xnan, %ynan : ${truth}`,
    `%equal = stablehlo.or %same, %nans : ${truth}`,
    `%subtracted = stablehlo.subtract %x, %y : ${real}`,
    `%difference = stablehlo.select %equal, %zero, %subtracted : ${truth}, ${real}`,
    `return %difference : ${real}`,
    '}',
  ].join('\n')
}
