/// Attributes as programs write them in the generic form.
import { enumRows, structRows } from './operations.js'
import type { AttributeRow, EnumRow, StructRow } from './rows.js'
import type { AttributeText, OpenAttribute } from './types.js'

const structs: ReadonlyMap<string, StructRow> = new Map(structRows.map((row) => [row[0], row]))
const enums: ReadonlyMap<string, EnumRow> = new Map(enumRows.map((row) => [row[0], row]))

export const isText = (value: unknown): value is AttributeText => typeof value === 'object' && value !== null && typeof (value as AttributeText).text === 'string'

/// Returns the text of an attribute by the form of its row.
export function attributeText(row: AttributeRow, value: unknown): string {
  if (isText(value)) return value.text
  const [, property, form, of = ''] = row
  const wrong = (what: string): never => {
    throw new TypeError(`${property} is ${what}, not ${typeof value === 'string' ? `'${value}'` : String(value)}`)
  }
  switch (form) {
    case 'unit': case 'bool':
      return typeof value === 'boolean' ? String(value) : wrong('a boolean')
    case 'i32': case 'i64': case 'ui32': case 'ui64':
      return isWhole(value) ? `${value} : ${form}` : wrong('a whole number')
    case 'integer':
      return isWhole(value) ? `${value} : i64` : wrong('a whole number')
    case 'f32': case 'f64':
      return typeof value === 'number' ? `${floatText(value)} : ${form}` : wrong('a number')
    case 'string':
      return typeof value === 'string' ? quoted(value) : wrong('a string')
    case 'symbol':
      return typeof value === 'string' ? symbolText(value) : wrong('the name of a function')
    case 'type':
      return typeof value === 'string' ? value : wrong('a type')
    case 'enum':
      return typeof value === 'string' ? caseText(of, value) : wrong('a string')
    case 'enum_array':
      return Array.isArray(value) ? `[${value.map((one) => caseText(of, String(one))).join(', ')}]` : wrong('a list of strings')
    case 'symbol_array':
      return Array.isArray(value) ? `[${value.map((one) => symbolText(String(one))).join(', ')}]` : wrong('a list of names')
    case 'struct':
      return typeof value === 'object' && value !== null ? structText(of, value as Readonly<Record<string, unknown>>) : wrong('an object')
    default:
      return openText(value as OpenAttribute)
  }
}

const isWhole = (value: unknown): value is number | bigint => typeof value === 'bigint' || Number.isInteger(value)

/// Returns the text of an attribute whose form is open.
export function openText(value: OpenAttribute): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (isWhole(value)) return `${value} : i64`
  if (typeof value === 'number') return `${floatText(value)} : f64`
  if (isText(value)) return value.text
  if (Array.isArray(value)) return `[${(value as readonly OpenAttribute[]).map(openText).join(', ')}]`
  if (typeof value === 'object' && value !== null) return dictionaryText(value as Readonly<Record<string, OpenAttribute>>)
  throw new TypeError(`${String(value)} is no attribute`)
}

export function dictionaryText(entries: Readonly<Record<string, OpenAttribute>>): string {
  return `{${Object.entries(entries).map(([name, value]) => `${nameText(name)} = ${openText(value)}`).join(', ')}}`
}

const nameText = (name: string): string => (/^[A-Za-z_][\w$.]*$/.test(name) ? name : quoted(name))
const symbolText = (name: string): string => `@${nameText(name)}`

/// A float is written with 17 digits, which round to itself.
function floatText(value: number): string {
  if (Object.is(value, -0)) return '-0.0'
  if (Number.isFinite(value)) return value.toExponential(17)
  return Number.isNaN(value) ? '0x7FF8000000000000' : value > 0 ? '0x7FF0000000000000' : '0xFFF0000000000000'
}

function quoted(text: string): string {
  return `"${text.replace(/["\\\u0000-\u001f\u007f]/g, (letter) => `\\${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}"`
}

function caseText(name: string, value: string): string {
  const cases = enums.get(name)?.[2] ?? []
  if (!cases.includes(value)) throw new TypeError(`${name} is one of ${cases.join(', ')}, not '${value}'`)
  return `#stablehlo.${name}<${value}>`
}

function structText(name: string, value: Readonly<Record<string, unknown>>): string {
  const [, dialect = 'stablehlo', fields = []] = structs.get(name) ?? []
  const unknown = Object.keys(value).find((property) => !fields.some((row) => row[1] === property))
  if (unknown !== undefined) throw new TypeError(`${name} has no field ${unknown}: there is ${fields.map((row) => row[1]).join(', ')}`)
  const given = fields.filter((row) => value[row[1]] !== undefined)
  return `#${dialect}.${name}<${given.map((row) => `${row[0]} = ${fieldText(row, value[row[1]])}`).join(', ')}>`
}

/// Fields leave out the types of their values.
function fieldText(row: AttributeRow, value: unknown): string {
  const [, property, form] = row
  if (form !== 'i64_array' || isText(value)) return attributeText(row, value).replace(/ : (?:i64|f64)$/, '')
  if (!Array.isArray(value) || !value.every(isWhole)) throw new TypeError(`${property} is a list of whole numbers, not ${String(value)}`)
  return `[${value.join(', ')}]`
}
