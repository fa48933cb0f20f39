// The specification's words for the type of a value, "tensor of integer type or per-tensor
// quantized tensor", as the set of types that they allow. Null if a word is unknown.

const classes = {
  'boolean': ['boolean'],
  'integer': ['signed', 'unsigned'],
  'signed integer': ['signed'],
  'unsigned integer': ['unsigned'],
  'floating-point': ['float'],
  'complex': ['complex'],
  'index': ['index'],
  'per-tensor quantized': ['per_tensor_quantized'],
  'quantized': ['per_tensor_quantized', 'per_axis_quantized'],
}
const plainTensor = ['boolean', 'signed', 'unsigned', 'float', 'complex']
const values = [...plainTensor, 'per_tensor_quantized', 'per_axis_quantized', 'token', 'tuple']
const others = { 'token': ['token'], 'tuple': ['tuple'], 'memref': ['memref'], 'future': ['future'], 'unranked tensor': ['unranked'] }

// Returns the classes of "integer, floating-point or complex".
function parseClasses(words) {
  const found = words.split(/,? or |, /).map((word) => classes[word])
  return found.includes(undefined) ? null : found.flat()
}

// Adds one alternative, such as "0-dimensional tensor of type i1 or i32", to `set`.
function parseAlternative(set, text) {
  if (Object.hasOwn(others, text)) return set.classes.push(...others[text])
  if (text === 'value') return set.classes.push(...values)
  if (text === 'any') return set.classes.push('any')
  const found = /^(?:(?<quantized>per-tensor quantized |quantized )?tensor)(?: of (?:type (?<types>.+)|(?<words>.+) type))?$/.exec(text)
  if (!found) return 0
  const { quantized, types, words } = found.groups
  if (quantized) return types || words ? 0 : set.classes.push(...classes[quantized.trim()])
  if (types) return set.elements.push(...types.split(' or '))
  const list = words ? parseClasses(words) : plainTensor
  return list ? set.classes.push(...list) : 0
}

// Returns { rank: 0.. or -1, classes: [...], elements: ['i1', ...] }.
export function parseType(text) {
  const found = /^(?:(?<rank>\d)-dimensional )?(?<rest>.+)$/.exec(text).groups
  const set = { rank: found.rank ? Number(found.rank) : -1, classes: [], elements: [] }
  const alternative = / or (?=(?:per-tensor quantized |quantized |unranked )?(?:tensor|token|tuple|memref|future|value|any)\b)/
  for (const part of found.rest.split(alternative)) {
    if (!parseAlternative(set, part)) return null
  }
  return { ...set, classes: [...new Set(set.classes)] }
}
