/// Text of what code prints with `console.log`.

const mostItems = 100
const deepest = 4

/// Returns the texts of the arguments, with spaces between.
export const printedText = (values: readonly unknown[]): string => values.map((value) => (typeof value === 'string' ? value : textOf(value, []))).join(' ')

function textOf(value: unknown, around: readonly object[]): string {
  if (typeof value === 'string') return `'${value}'`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return `function ${value.name}`
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (around.includes(value)) return '(itself)'
  if (around.length === deepest) return Array.isArray(value) ? '[…]' : '{…}'
  return objectText(value, (item) => textOf(item, [...around, value]))
}

function objectText(value: object, inner: (item: unknown) => string): string {
  const name = nameOf(value)
  if (Array.isArray(value)) return `[${listed(value, inner)}]`
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const elements = value as unknown as ArrayLike<unknown>
    return `${name}(${elements.length}) [${listed(elements, inner)}]`
  }
  if (value instanceof Map) return `Map(${value.size}) {${listed([...value], inner)}}`
  if (value instanceof Set) return `Set(${value.size}) {${listed([...value], inner)}}`
  // A value of a program is known by its type.
  if ('named' in value && 'type' in value) return `Value ${String(value.type)}`
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${inner(item)}`)
  return `${name === 'Object' ? '' : `${name} `}{ ${entries.slice(0, mostItems).join(', ')} }`
}

const nameOf = (value: object): string => (Object.getPrototypeOf(value) as { constructor?: { name?: string } } | null)?.constructor?.name ?? 'Object'

function listed(items: ArrayLike<unknown>, inner: (item: unknown) => string): string {
  const texts = Array.from({ length: Math.min(items.length, mostItems) }, (_, i) => inner(items[i]))
  return [...texts, ...(items.length > mostItems ? [`… ${items.length - mostItems} more`] : [])].join(', ')
}
