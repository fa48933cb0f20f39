// The builder's part of the op table in TypeScript: a row of data for each operation, from which the methods work, and their
// signatures as types, from which editors and tsc know them.
import { hasMethod, isConstant, isGiven, isRequired, methodOf, regionsOf } from './emit-builder.mjs'

const lowerFirst = (name) => name[0].toLowerCase() + name.slice(1)

/** "lhs_contracting_dimensions" -> "lhsContractingDimensions". */
const camelCase = (name) => name.replace(/[._]+(\w)/g, (_, letter) => letter.toUpperCase())

/** "stablehlo.dot_general" -> "dotGeneral", "chlo.erf" -> "chloErf". */
const javascriptMethod = (op) => lowerFirst(methodOf(op))

/** Methods that are written by hand. */
const isWritten = (op) => op.name === 'stablehlo.constant'

const scalarTypes = { unit: 'boolean', bool: 'boolean', i32: 'number', i64: 'number | bigint', ui32: 'number', ui64: 'number | bigint', f32: 'number', f64: 'number', integer: 'number | bigint' }
const otherTypes = {
  string: 'string', symbol: 'string', type: 'Type', i64_array: 'readonly (number | bigint)[]', bool_array: 'readonly boolean[]', i64_elements: 'NestedIntegers',
  elements: 'ConstantValue', symbol_array: 'readonly string[]',
}
const interfaceOf = ({ name, dialect }) => `${dialect === 'stablehlo' ? '' : dialect[0].toUpperCase() + dialect.slice(1)}${camelCase(`_${name}`)}`

const casesOf = (table, name) => table.enums.find((item) => item.name === name).cases.map((one) => `'${one}'`).join(' | ')
const structOf = (table, name) => interfaceOf(table.structs.find((item) => item.name === name))

function attributeType(table, { form, of }) {
  if (form === 'enum') return casesOf(table, of)
  if (form === 'enum_array') return `readonly (${casesOf(table, of)})[]`
  if (form === 'struct') return structOf(table, of)
  return scalarTypes[form] ?? otherTypes[form] ?? 'OpenAttribute'
}

const wordsOf = ({ default: text }) => (text === '' ? '' : ` Default: \`${text}\`.`)
const field = (table, item, mayBeAbsent) => `  /** \`${item.name}\`.${wordsOf(item)} */\n  ${camelCase(item.name)}${mayBeAbsent ? '?' : ''}: ${attributeType(table, item)} | AttributeText\n`

const structInterface = (table, item) => `/** Structure \`${item.name}\` of ${item.dialect}. */\nexport interface ${interfaceOf(item)} {\n${item.fields.map((one) => field(table, one, !isRequired(one))).join('')}}\n`

const optionsOf = (op) => `${methodOf(op)}Options`
const hasOptions = (op) => op.attributes.length > 0 && !isConstant(op)
const optionsInterface = (table, op) =>
  `/** Attributes of ${op.name}. */\nexport interface ${optionsOf(op)} extends OperationOptions {\n${op.attributes.map((one) => field(table, one, !isRequired(one))).join('')}}\n`

/** 'none', 'one', 'tuple'; for lists what makes it one value: an operand, the type, the function of a region, or nothing. */
export function resultForm(op) {
  if (op.results.length === 0) return 'none'
  if (op.results.every(({ arity }) => arity === 'one')) return op.results.length === 1 ? 'one' : 'tuple'
  if (op.results.length > 1) return 'list'
  const [{ given, like }] = op.results
  if (given) return 'type'
  if (op.regions.some(({ name }) => name === like)) return 'region'
  return op.operands.some(({ arity }) => arity === 'variadic') ? 'operand' : 'list'
}

const reserved = new Set(['default', 'switch', 'case', 'function', 'in', 'this', 'new', 'return', 'if', 'while', 'arguments', 'options', 'var'])
const parameterName = (name) => (reserved.has(camelCase(name)) ? `${camelCase(name)}_` : camelCase(name))

/** One signature. `single`: lists that decide about the results are one value. */
function signature(op, { isFluent, single, leavesOptions }) {
  const form = resultForm(op)
  const parameters = []
  const firstList = op.operands.findIndex(({ arity }) => arity !== 'one')
  op.operands.forEach(({ name, arity }, row) => {
    if (isFluent && row === 0) return
    const isDeciding = form === 'operand' && row === firstList
    const type = arity === 'one' ? 'Operand<Value>' : !isDeciding ? 'Operand<Value> | readonly Operand<Value>[]' : single ? 'Operand<Value>' : 'readonly Operand<Value>[]'
    parameters.push(`${parameterName(name)}: ${type}`)
  })
  if (isGiven(op)) {
    const isList = form === 'tuple' || (form === 'type' && !single) || form === 'list'
    parameters.push(isList ? 'resultTypes: readonly ResultType[]' : 'resultType: ResultType')
  }
  if (isConstant(op)) parameters.push('value: ConstantValue | OpenAttribute')
  const regions = regionsOf(op)
  const type = hasOptions(op) ? optionsOf(op) : 'OperationOptions'
  if (regions.length === 0) parameters.push(`options${op.attributes.some(isRequired) && hasOptions(op) ? '' : '?'}: ${type}`)
  else if (!leavesOptions) parameters.push(`options: ${type}`)
  for (const { name, given, arity } of regions) {
    if (given) parameters.push(`${camelCase(name)}Arguments: readonly Type[]`)
    const decides = form === 'region'
    const returned = decides ? (single ? 'Value' : 'readonly Value[]') : 'RegionResult<Value>'
    const region = `(...values: Value[]) => ${returned}`
    parameters.push(`${parameterName(name)}: ${arity === 'one' ? region : `readonly (${region})[]`}`)
  }
  const result = { none: 'void', one: 'Value', tuple: `[${op.results.map(({ name }) => `${camelCase(name)}: Value`).join(', ')}]`, list: 'Value[]' }[form] ?? (single ? 'Value' : 'Value[]')
  return `  ${javascriptMethod(op)}(${parameters.join(', ')}): ${result}\n`
}

function signatures(op, isFluent) {
  const form = resultForm(op)
  const isOneValue = isFluent && form === 'operand' && op.operands[0].arity !== 'one'
  const singles = ['operand', 'type', 'region'].includes(form) ? (isOneValue ? [true] : [true, false]) : [false]
  const mayLeaveOptions = regionsOf(op).length > 0 && !op.attributes.some(isRequired)
  const all = singles.flatMap((single) => (mayLeaveOptions ? [true, false] : [false]).map((leavesOptions) => signature(op, { isFluent, single, leavesOptions })))
  const link = op.link.startsWith('#') && op.dialect === 'stablehlo' ? ` [${op.name}](https://openxla.org/stablehlo/spec${op.link})` : ` \`${op.name}\``
  return `  /** ${op.doc}${link} */\n${[...new Set(all)].join('')}`
}

/** Element type of a number where no operand determines one; empty if there is none. */
export function elementTypeAlone({ set }) {
  if (set.elements.length === 1) return set.elements[0].replace(/^si/, 'i')
  if (set.elements.length > 0 || set.classes.length === 0) return ''
  if (set.classes.every((one) => one === 'boolean')) return 'i1'
  return set.classes.every((one) => ['boolean', 'signed', 'unsigned', 'index'].includes(one)) ? 'i32' : ''
}

/** Operands whose types are described by the same words, but for the rank, have a type in common. */
export const wordsNumber = (numbers, type) => {
  const words = type.replace('0-dimensional ', '')
  if (!numbers.has(words)) numbers.set(words, numbers.size)
  return numbers.get(words)
}

/** Whether a number is a scalar there. Initial values are, but a constraint of their own says so. */
export const isScalar = ({ name, set }) => set.rank === 0 || name.startsWith('init_value')

const attributeRow = ({ name, form, of }) => [name, camelCase(name), form, ...(of === '' ? [] : [of])]

function row(op, numbers) {
  const operands = op.operands.map((item) => [camelCase(item.name), wordsNumber(numbers, item.type), item.arity === 'one' ? 0 : 1, isScalar(item) ? 1 : 0, elementTypeAlone(item)])
  const regions = regionsOf(op).map(({ name, arity, given }) => [camelCase(name), arity === 'one' ? 0 : 1, given ? 1 : 0])
  return [op.name, javascriptMethod(op), operands, op.attributes.map(attributeRow), regions, resultForm(op), isGiven(op) ? 1 : 0, isConstant(op) ? 1 : 0]
}

const lines = (list) => list.map((item) => `  ${JSON.stringify(item)},\n`).join('')

/** Returns the module of wasm/package/src/builder. */
export function javascriptOperations(table) {
  const ops = table.ops.filter((op) => hasMethod(op) && !isWritten(op))
  const numbers = new Map()
  const rows = ops.map((op) => row(op, numbers))
  const structs = table.structs.map(({ name, dialect, fields }) => [name, dialect, fields.map(attributeRow)])
  const enums = table.enums.map(({ name, dialect, cases }) => [name, dialect, cases])
  return `import type { AttributeText, ConstantValue, NestedIntegers, OpenAttribute, Operand, OperationOptions, RegionResult, ResultType, Type } from './types.js'
import type { EnumRow, OperationRow, StructRow } from './rows.js'

${table.structs.map((item) => structInterface(table, item)).join('')}
${ops.filter(hasOptions).map((op) => optionsInterface(table, op)).join('')}
/** A method for each operation, which makes it. */
export interface FunctionOperations<Value> {
${ops.map((op) => signatures(op, false)).join('')}}

/** The same methods with the value as the first operand. */
export interface ValueOperations<Value> {
${ops.filter((op) => op.operands.length > 0).map((op) => signatures(op, true)).join('')}}

export const operationRows: readonly OperationRow[] = [
${lines(rows)}]

export const structRows: readonly StructRow[] = [
${lines(structs)}]

export const enumRows: readonly EnumRow[] = [
${lines(enums)}]
`
}
