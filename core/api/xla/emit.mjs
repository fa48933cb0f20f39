// Reads the methods of ComputationBuilder in builder.h, and writes what else lists them: the table of written calls, and the
// methods of JavaScript with their types.
import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const valueType = 'ComputationDataHandle'
const lowerFirst = (name) => name[0].toLowerCase() + name.slice(1)
const upperFirst = (name) => name[0].toUpperCase() + name.slice(1)
const camelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())

/** Returns the sentences of a block of comments. */
const textOf = (comments) => comments.replace(/^\s*\/\/ ?/gm, '').split(/\s+/).join(' ').trim()

/** Splits at commas outside angle brackets and braces. */
const splitParameters = (text) => text.split(/,(?![^<{]*[>}])/).map((one) => one.trim().replace(/\s+/g, ' '))

function refuse(problem) {
  throw new Error(problem)
}

function parameterOf(text) {
  const match = /^(?:const )?([\w:]+)&? (\w+)(?: = (.*))?$/.exec(text) ?? refuse(`builder.h: '${text}' is no parameter that this program reads`)
  return { type: match[1], cplusplus: text.replace(/ \w+(?: = .*)?$/, ''), name: match[2], isOptional: match[3] !== undefined }
}

/** Returns { parameters: texts by name, methods: [{ name, doc, parameters }] }, without the last parameter `where`. */
export function readMethods(header) {
  const begin = header.indexOf('  // Parameters of several methods:')
  const end = header.indexOf('\n private:', begin)
  const [notes] = header.slice(begin, end).split('\n\n')
  const parameters = Object.fromEntries(notes.split(/\n\s*\/\/   (?=\w)/).slice(1).map((note) => [note.slice(0, note.indexOf(':')), textOf(note.slice(note.indexOf(':') + 1))]))
  const form = new RegExp(`((?:^  //.*\\n)+)  ${valueType} (\\w+)\\(([^;]*)\\);`, 'gm')
  const methods = [...header.slice(begin, end).matchAll(form)].map(([, comments, name, list]) => {
    const all = splitParameters(list)
    if (all.pop() !== 'Where where = Where::current()') refuse(`builder.h: ${name} has no parameter 'where' at its end`)
    return { name, doc: textOf(comments), parameters: all.map(parameterOf) }
  })
  const declared = header.slice(begin, end).match(new RegExp(`^  ${valueType} `, 'gm')).length
  if (declared !== methods.length) refuse(`builder.h: ${declared - methods.length} methods have no comment`)
  return { parameters, methods }
}

/** Returns ['s32', 'I32'] for each row of shape.h. */
export const readElementTypes = (header) => [...header.matchAll(/Row\(\w+,\s*"(\w+)",\s*(\w+)\)/g)].map(([, name, element]) => [name, element])

/** Returns the spellings of element_type.h, such as 'complex<f32>', by their enumerators. */
export const readSpellings = (header) => Object.fromEntries([...header.replace(/\\\n/g, ' ').matchAll(/Row\(\s*(\w+),\s*"([^"]+)"/g)].map(([, name, spelling]) => [name, spelling]))

/** Returns ['same', ...], the names of the enumerators of Padding. */
export function readPaddings(header) {
  const [, body] = /enum class Padding : uint8_t \{([^}]*)\}/.exec(header)
  return [...body.matchAll(/^ +k(\w+),/gm)].map(([, name]) => lowerFirst(name))
}

/** Returns the rows of written_call.cc, sorted by name. Methods of the same name differ in the number of parameters. */
export function methodRows(methods) {
  const isOverloaded = ({ name }) => methods.filter((one) => one.name === name).length > 1
  const row = (method) => {
    const { name, parameters } = method
    const pointer = `&ComputationBuilder::${name}`
    if (!isOverloaded(method)) return `{"${name}", &CallBy<${pointer}>},\n`
    const types = [...parameters.map(({ cplusplus }) => cplusplus), 'Where'].join(', ')
    return `{"${name}", &CallBy<static_cast<${valueType} (ComputationBuilder::*)(${types})>(${pointer})>, ${parameters.length}},\n`
  }
  return methods.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(row).join('')
}

/** Kind of a parameter's argument in written calls, and its type in TypeScript, by its type in C++. */
const kinds = {
  [valueType]: ['value', 'Value'],
  Handles: ['values', 'readonly Value[]'],
  Dimensions: ['integers', 'readonly number[]'],
  int64_t: ['number', 'number'],
  float: ['number', 'number'],
  'std::string_view': ['string', 'string'],
  Padding: ['padding', 'XlaPadding'],
  PrimitiveType: ['type', 'PrimitiveType'],
  Shape: ['shape', 'XlaShape'],
  Literal: ['literal', 'XlaLiteral'],
  Function: ['function', 'XlaFunction'],
  GeneralPadding: ['lists', 'readonly (readonly [low: number, high: number])[]'],
  PaddingConfig: ['lists', 'readonly (readonly [low: number, high: number, interior: number])[]'],
}

const kindOf = ({ type }) => kinds[type] ?? refuse(`core/api/xla/emit.mjs: type ${type} of a parameter has no type in TypeScript`)

function documentation({ doc, parameters }, notes) {
  const inJavascript = (text) => parameters.reduce((words, { name }) => words.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), camelCase(name)), text).replace(/\bk([A-Z]\w+)/g, (_, name) => `\`'${lowerFirst(name)}'\``)
  const isDescribed = (one) => one.name in notes && kindOf(one)[0] !== 'lists'
  const described = parameters.filter(isDescribed).map(({ name }) => `   * @param ${camelCase(name)} ${upperFirst(inJavascript(notes[name]))}`)
  return described.length === 0 ? `  /** ${inJavascript(doc)} */\n` : `  /** ${inJavascript(doc)}\n   *\n${described.join('\n')} */\n`
}

function signature({ name, doc, parameters }, notes, isFluent) {
  const list = parameters.slice(isFluent ? 1 : 0).map((one) => `${camelCase(one.name)}${one.isOptional ? '?' : ''}: ${kindOf(one)[1]}`)
  if (parameters.at(-1)?.type === 'Literal') list.push('shape?: XlaShape | PrimitiveType')
  return `${documentation({ doc, parameters }, notes)}  ${lowerFirst(name)}(${list.join(', ')}): Value\n`
}

const isFluent = ({ parameters }) => parameters[0]?.type === valueType

/** Returns the module of wasm/package/src/builder. */
export function javascriptMethods({ methods, parameters: notes }, elementTypes, paddings, spellings) {
  const rows = methods.map(({ name, parameters }) => [name, lowerFirst(name), parameters.map((one) => [camelCase(one.name), kindOf(one)[0]])])
  const types = elementTypes.map(([name, element]) => [name, spellings[element] ?? refuse(`shape.h: ${element} is none of the element types`)])
  return `import type { ConstantValue } from './types.js'

/** Element type of the document: \`'f32'\`. */
export type PrimitiveType = ${types.map(([name]) => `'${name}'`).join(' | ')}

/** Padding of windows: \`'same'\` gives the result the sizes of the operand, divided by the strides and rounded up; \`'valid'\` is none. */
export type XlaPadding = ${paddings.map((name) => `'${name}'`).join(' | ')}

/** Shape in the document's notation: \`'f32[2,3]'\`, with a layout \`'f32[2,3]{0,1}'\`, of a tuple \`'(f32[10], s32[])'\`. */
export type XlaShape = \`\${PrimitiveType}[\${string}\` | \`(\${string})\`

/** Elements of a constant; or \`{ text }\`, the document's notation: \`{ text: 's32[2] {1, 2}' }\`. */
export type XlaLiteral = ConstantValue

/** A method for each operation. */
export interface XlaOperations<Value, XlaFunction> {
${methods.map((one) => signature(one, notes, false)).join('')}}

/** The same methods with the value as the first operand. */
export interface XlaValueOperations<Value, XlaFunction> {
${methods.filter(isFluent).map((one) => signature(one, notes, true)).join('')}}

export type ArgumentKind = ${[...new Set(Object.values(kinds).map(([kind]) => `'${kind}'`))].join(' | ')}

export type MethodRow = readonly [name: string, method: string, parameters: readonly (readonly [name: string, kind: ArgumentKind])[]]

export const methodRows: readonly MethodRow[] = [
${rows.map((row) => `  ${JSON.stringify(row)},\n`).join('')}]

/** Element types of StableHLO. */
export const elementTypeOf: Readonly<Record<PrimitiveType, string>> = ${JSON.stringify(Object.fromEntries(types))}
`
}

/** Writes a file if its text is another, so that its time stays otherwise. */
function write(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function main([folder, root]) {
  const read = (path) => readFileSync(join(root, path), 'utf8')
  const builder = read('core/api/xla/builder.h')
  const found = readMethods(builder)
  write(join(folder, 'methods.inc'), methodRows(found.methods))
  write(join(folder, 'xla-operations.ts'), javascriptMethods(found, readElementTypes(read('core/api/xla/shape.h')), readPaddings(builder), readSpellings(read('core/types/element_type.h'))))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2))
