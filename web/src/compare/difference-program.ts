import type { ElementType } from 'paddock-hlo'

/// Width in bits of floats whose distances in representable numbers are counted.
const ulpWidth = (type: ElementType): 8 | 16 | 32 | 64 | null => {
  const bits = /^(?:b?f)(8|16|32|64)/.exec(type)?.[1]
  return bits === undefined ? null : (Number(bits) as 8 | 16 | 32 | 64)
}

const hasUlp = (a: ElementType, b: ElementType): boolean => ulpWidth(a) !== null && ulpWidth(b) !== null

/// Returns a program that subtracts a reference from a value of the same shape, both as f64. Its results: a - b, the
/// difference relative to b, and for floats the distance in representable numbers of a's type, to which b is rounded, if
/// both are finite. Equal numbers, also infinities and NaN, have difference 0. So the engine compares tensors of any
/// size, aside from the page.
export function differenceProgram(shape: readonly number[], a: ElementType, b: ElementType): string {
  const tensor = (type: string): string => `tensor<${[...shape, type].join('x')}>`
  const [real, truth] = [tensor('f64'), tensor('i1')]
  const ulp = hasUlp(a, b) ? ulpLines(tensor, a, b, ulpWidth(a)!) : []
  const results = ['%difference', '%relative', ...(ulp.length > 0 ? ['%ulp'] : [])]
  const types = [real, real, ...(ulp.length > 0 ? [tensor('f64')] : [])]
  return [
    `func.func @main(%a: ${tensor(a)}, %b: ${tensor(b)}) -> (${types.join(', ')}) {`,
    `%zero = stablehlo.constant dense<0.0> : ${real}`,
    `%x = stablehlo.convert %a : (${tensor(a)}) -> ${real}`,
    `%y = stablehlo.convert %b : (${tensor(b)}) -> ${real}`,
    `%same = stablehlo.compare EQ, %x, %y : (${real}, ${real}) -> ${truth}`,
    `%xnan = stablehlo.compare NE, %x, %x : (${real}, ${real}) -> ${truth}`,
    `%ynan = stablehlo.compare NE, %y, %y : (${real}, ${real}) -> ${truth}`,
    `%nans = stablehlo.and %xnan, %ynan : ${truth}`,
    `%equal = stablehlo.or %same, %nans : ${truth}`,
    `%subtracted = stablehlo.subtract %x, %y : ${real}`,
    `%difference = stablehlo.select %equal, %zero, %subtracted : ${truth}, ${real}`,
    `%distance = stablehlo.abs %difference : ${real}`,
    `%size = stablehlo.abs %y : ${real}`,
    `%quotient = stablehlo.divide %distance, %size : ${real}`,
    `%none = stablehlo.compare EQ, %size, %zero : (${real}, ${real}) -> ${truth}`,
    `%unbounded = stablehlo.or %none, %equal : ${truth}`,
    `%relative = stablehlo.select %unbounded, %zero, %quotient : ${truth}, ${real}`,
    ...ulp,
    `return ${results.join(', ')} : ${types.join(', ')}`,
    '}',
  ].join('\n')
}

/// Orders floats by their bits: negative ones, whose sign bit is set, run backward from the least integer. Two of opposite
/// sign can be further apart than i64 holds, but not further than ui64.
function ulpLines(tensor: (type: string) => string, type: ElementType, other: ElementType, bits: 8 | 16 | 32 | 64): string[] {
  const [float, stored, wide] = [tensor(type), tensor(`i${bits}`), tensor('i64')]
  const least = -(2n ** BigInt(bits - 1))
  const ordered = (name: string): string[] => [
    `%${name}own = stablehlo.convert %${name} : (${tensor(name === 'a' ? type : other)}) -> ${float}`,
    `%${name}bits = stablehlo.bitcast_convert %${name}own : (${float}) -> ${stored}`,
    `%${name}wide = stablehlo.convert %${name}bits : (${stored}) -> ${wide}`,
    `%${name}negative = stablehlo.compare LT, %${name}wide, %izero : (${wide}, ${wide}) -> ${tensor('i1')}`,
    `%${name}backward = stablehlo.subtract %least, %${name}wide : ${wide}`,
    `%${name}ordered = stablehlo.select %${name}negative, %${name}backward, %${name}wide : ${tensor('i1')}, ${wide}`,
  ]
  return [
    `%izero = stablehlo.constant dense<0> : ${wide}`,
    `%least = stablehlo.constant dense<${least}> : ${wide}`,
    ...ordered('a'),
    ...ordered('b'),
    `%upper = stablehlo.maximum %aordered, %bordered : ${wide}`,
    `%lower = stablehlo.minimum %aordered, %bordered : ${wide}`,
    `%apart = stablehlo.subtract %upper, %lower : ${wide}`,
    `%wrapped = stablehlo.bitcast_convert %apart : (${wide}) -> ${tensor('ui64')}`,
    `%steps = stablehlo.convert %wrapped : (${tensor('ui64')}) -> ${tensor('f64')}`,
    `%finite = stablehlo.is_finite %difference : (${tensor('f64')}) -> ${tensor('i1')}`,
    `%counted = stablehlo.select %finite, %steps, %zero : ${tensor('i1')}, ${tensor('f64')}`,
    `%ulp = stablehlo.select %equal, %zero, %counted : ${tensor('i1')}, ${tensor('f64')}`,
  ]
}
