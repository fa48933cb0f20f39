// The op table as C++ constant data.
import { isOneType } from './parse.mjs'

// "stablehlo.dynamic_slice" -> "StablehloDynamicSlice"
export const camel = (name) =>
  name.split(/[._-]+/).filter(Boolean).map((word) => word[0].toUpperCase() + word.slice(1)).join('')

export const quote = (text) => JSON.stringify(text)

const shortName = ({ dialect, name }) => (dialect === 'stablehlo' ? name.slice('stablehlo.'.length) : name)
const enumeratorOf = (op, label) => camel(`${shortName(op)}_${label}`)

// Returns every constraint of every operation, then the rules that apply to all operations.
const isCallRule = ({ when }) => when === 'call'

const ruleRow = (rule) => ({
  enumerator: camel(rule.code), label: '', formula: rule.formula, when: rule.when, code: rule.code, subject: '', link: rule.link,
})

/** Rules of calls of core/api/xla, which only it needs. */
export const callRulesOf = (table) => table.rules.filter(isCallRule).map(ruleRow)

export function constraintsOf(table) {
  const ofOps = table.ops.flatMap((op) => {
    const short = shortName(op)
    return op.constraints.map((constraint) => ({
      ...constraint, enumerator: enumeratorOf(op, constraint.label),
      code: `${short.replaceAll('.', '-')}-${constraint.label.toLowerCase()}`, subject: short, link: op.link,
    }))
  })
  return [...ofOps, ...table.rules.filter((rule) => !isCallRule(rule)).map(ruleRow)]
}

const elementMasks = {
  boolean: 'kBooleanElements', signed: 'kSignedElements', unsigned: 'kUnsignedElements', float: 'kFloatElements',
  complex: 'kComplexElements', index: 'kIndexElement',
}
const flags = {
  per_tensor_quantized: 'kPerTensorQuantized', per_axis_quantized: 'kPerAxisQuantized', token: 'kTokens', tuple: 'kTuples',
  memref: 'kMemrefs', future: 'kFutures', unranked: 'kUnrankedTensors', any: 'kAnyType',
}

const elementType = (spelling) => {
  const complex = /^complex<f(32|64)>$/.exec(spelling)
  const name = complex ? `C${2 * complex[1]}` : spelling.replace(/^si/, 'i').replace(/^[a-z]+/, (word) => word.toUpperCase())
  return `ElementBit(ElementType::k${name})`
}

function typeSet(set) {
  const elements = [...set.classes.filter((name) => elementMasks[name]).map((name) => elementMasks[name]), ...set.elements.map(elementType)]
  const others = set.classes.filter((name) => flags[name]).map((name) => flags[name])
  return `{${elements.join(' | ') || '0'}, ${others.join(' | ') || '0'}, ${set.rank}}`
}

const arity = (item) => `Arity::k${camel(item.arity)}`
const bounds = ({ values }) => (values ? `{ValueUse::k${camel(values.use.replaceAll(' ', '_'))}, ${values.low}, ${values.high}}` : '{}')
const value = (item) => `{${quote(item.name)}, ${quote(item.type)}, ${arity(item)}, ${bounds(item)}, ${typeSet(item.set)}}`
const formName = (form) => 'k' + form.split('_').map((word) => (/^u?i\d|^f\d/.test(word) ? word.toUpperCase() : camel(word))).join('')
const attribute = (item) =>
  `{${quote(item.name)}, AttributeForm::${formName(item.form)}, ${quote(item.of)}, ${item.optional || item.default !== ''}, ` +
  `${quote(item.default)}, ${quote(item.since)}, ${quote(item.label)}}`

// Returns the origin of a result's type, and its row.
function resultSource(op, item) {
  const find = (kind, list, name) => [`ResultSource::k${kind}`, list.findIndex((one) => one.name === name)]
  if (item.given) return ['ResultSource::kGiven', 0]
  if (item.like === '') return isOneType(item) ? ['ResultSource::kSet', 0] : ['ResultSource::kOperand', 0]
  return [find('Operand', op.operands, item.like), find('Attribute', op.attributes, item.like), find('Region', op.regions, item.like)]
    .find(([, index]) => index >= 0)
}
const origin = (op) => (item) => `{${resultSource(op, item).join(', ')}}`

function region(out, op, name, item) {
  const takes = item.takes.map(({ rule, operand }) =>
    `{ArgumentRule::k${camel(rule)}, ${op.operands.findIndex((one) => one.name === operand)}}`)
  return `{${quote(item.name)}, ${arity(item)}, ${item.isolated}, ${item.given}, ${array(out, 'RegionArguments', `${name}${camel(item.name)}`, takes)}}`
}

// Declares `type name[] = {rows}` and returns its name, or {} for no rows, because C++ has no empty arrays.
export function array(out, type, name, rows) {
  if (rows.length === 0) return '{}'
  out.push(`constexpr ${type} ${name}[] = {\n${rows.map((row) => `    ${row},\n`).join('')}};\n`)
  return name
}

const traitName = (trait) => (trait === 'symbol' ? 'kSymbolTrait' : `k${camel(trait)}`)

// Declares the groups of an operation, and returns the address.
function groupsOf(out, name, op) {
  if (op.groups === null) return 'nullptr'
  const { strategy, complete, range } = op.groups
  const constraint = (label) => (label === '' ? '{}' : `Constraint::k${enumeratorOf(op, label)}`)
  const fields = [strategy === 'cross_partition', complete !== '', constraint(complete), constraint(range)]
  out.push(`constexpr GroupInfo ${name}Groups = {${fields.join(', ')}};\n`)
  return `&${name}Groups`
}

function opRow(out, op, firstConstraint) {
  const name = `k${camel(op.name)}`
  const fields = [
    `OpKind::${name}`, quote(op.name), quote(op.dialect), quote(op.family), quote(op.doc), quote(op.link), quote(op.since),
    array(out, 'OperandInfo', `${name}Operands`, op.operands.map(value)),
    array(out, 'AttributeInfo', `${name}Attributes`, op.attributes.map(attribute)),
    array(out, 'OperandInfo', `${name}Results`, op.results.map(value)),
    array(out, 'RegionInfo', `${name}Regions`, op.regions.map((item) => region(out, op, `${name}Takes`, item))),
    op.constraints.length ? `std::span(kConstraints + ${firstConstraint}, ${op.constraints.length})` : '{}',
    op.traits.map(traitName).join(' | ') || '0', quote(op.format), quote(op.kernel), op.check !== '', op.lower !== '',
    quote(op.also.join(' ')), op.booleanKernel === '' ? '{}' : quote(op.booleanKernel),
    groupsOf(out, name, op), array(out, 'ResultOrigin', `${name}Origins`, op.results.map(origin(op))),
  ]
  return `{${fields.join(', ')}}`
}

// FNV-1a, as op_table.cc computes it.
function hash(text) {
  let value = 0x811c9dc5
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0
  return value
}

// Returns slots with each name at its hash or the next free slot. At most half of them are full, so probes are short.
function nameIndex(names) {
  let size = 1
  while (size < 2 * names.length) size *= 2
  const slots = new Array(size).fill(-1)
  names.forEach((name, index) => {
    let slot = hash(name) & (size - 1)
    while (slots[slot] !== -1) slot = (slot + 1) & (size - 1)
    slots[slot] = index
  })
  return slots
}

const index = (name, items) => `constexpr int16_t ${name}[] = {${nameIndex(items.map((item) => item.name)).join(', ')}};\n`

const constraintRow = (item) =>
  `{${quote(item.label)}, ${quote(item.formula)}, When::k${camel(item.when)}, ${quote(item.code)}, ${quote(item.subject)}, ${quote(item.link)}}`

export function callRuleTable(table) {
  const out = []
  array(out, 'ConstraintInfo', 'kCallRules', callRulesOf(table).map(constraintRow))
  return out.join('\n')
}

export function opTable(table) {
  const out = []
  array(out, 'ConstraintInfo', 'kConstraints', constraintsOf(table).map(constraintRow))
  let first = 0
  const ops = table.ops.map((op) => {
    const row = opRow(out, op, first)
    first += op.constraints.length
    return row
  })
  array(out, 'OpInfo', 'kOps', ops)
  array(out, 'EnumInfo', 'kEnums', table.enums.map((item) => {
    const cases = array(out, 'std::string_view', `kEnum${camel(item.name)}`, item.cases.map(quote))
    return `{${quote(item.name)}, ${quote(item.dialect)}, ${cases}}`
  }))
  array(out, 'StructInfo', 'kStructs', table.structs.map((item) => {
    const fields = array(out, 'AttributeInfo', `kStruct${camel(item.name)}`, item.fields.map(attribute))
    return `{${quote(item.name)}, ${quote(item.dialect)}, ${fields}}`
  }))
  array(out, 'RecipeInfo', 'kRecipes', table.recipes.map(({ names, says, lines }) =>
    `{${quote(names.join(' '))}, ${quote(says)}, ${quote(lines.join('\n'))}}`))
  out.push(index('kOpSlots', table.ops), index('kEnumSlots', table.enums), index('kStructSlots', table.structs))
  return out.join('\n')
}
