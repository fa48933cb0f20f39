// The builder's part of the op table in C++: enumerations, structures, and for each operation its attributes and a
// method of FunctionBuilder.
import { camel, quote } from './emit.mjs'

const scalarTypes = {
  unit: 'bool', bool: 'bool', i32: 'int32_t', i64: 'int64_t', ui32: 'uint32_t', ui64: 'uint64_t', f32: 'float', f64: 'double',
}
const otherTypes = {
  string: 'std::string', symbol: 'std::string', type: 'TypeSpec', i64_array: 'std::vector<int64_t>', bool_array: 'std::vector<bool>',
  i64_elements: 'Elements', elements: 'Elements', symbol_array: 'std::vector<std::string>',
}

// Returns { type, initial }: an absent scalar is nullopt, an absent list or text is empty.
function fieldOf(item) {
  const [number] = item.default.split(' ')
  if (item.form === 'unit') return { type: 'bool', initial: ' = false' }
  if (scalarTypes[item.form]) {
    const type = scalarTypes[item.form]
    return item.default === '' ? { type: `std::optional<${type}>`, initial: ' = {}' } : { type, initial: ` = ${number}` }
  }
  if (item.form === 'enum') return { type: `std::optional<${camel(item.of)}>`, initial: ' = {}' }
  if (item.form === 'enum_array') return { type: `std::vector<${camel(item.of)}>`, initial: ' = {}' }
  if (item.form === 'struct') return { type: item.optional ? `std::optional<${camel(item.of)}>` : camel(item.of), initial: ' = {}' }
  if (item.form === 'type') return { type: 'std::optional<TypeSpec>', initial: ' = {}' }
  return { type: otherTypes[item.form] ?? 'AttributeValue', initial: ' = {}' }
}

const keywords = new Set(['default', 'operator', 'template', 'switch', 'case', 'register', 'namespace', 'private', 'public', 'where', 'extras', 'attributes'])
const cppName = (name) => (keywords.has(name) ? `${name}_` : name.replaceAll('.', '_'))
const fieldLines = (list) => list.map((item) => {
  const { type, initial } = fieldOf(item)
  return `  ${type} ${cppName(item.name)}${initial};\n`
}).join('')

export const methodOf = (op) => camel(op.dialect === 'stablehlo' ? op.name.slice('stablehlo.'.length) : op.name)

// Functions, modules and symbols have separate methods, and terminators are made with their blocks.
export const hasMethod = (op) => !op.traits.includes('terminator') && !op.traits.includes('symbol') && op.name !== 'func.call'

// The value of a constant is an argument of its method, not a structure.
export const isConstant = (op) => op.traits.includes('constant_like') && op.operands.length === 0 && op.attributes.length === 1

// Only composite has a list of regions with given arguments, which never run.
export const regionsOf = (op) => op.regions.filter((region) => !(region.given && region.arity === 'variadic'))

function resultOf(op) {
  if (op.results.length === 0) return 'void'
  if (op.results.some(({ arity }) => arity !== 'one')) return 'Values'
  return op.results.length === 1 ? 'Value' : `${methodOf(op)}Results`
}

export const isGiven = (op) => op.results.some(({ given }) => given)
export const isRequired = (item) => !item.optional && item.default === ''

function parametersOf(op) {
  const list = op.operands.map((item) => `${item.arity === 'one' ? 'Value' : 'const Values&'} ${cppName(item.name)}`)
  if (isGiven(op)) list.push(resultOf(op) === 'Value' ? 'const TypeSpec& result_type' : 'const std::vector<TypeSpec>& result_types')
  const regions = regionsOf(op)
  if (isConstant(op)) {
    const { type } = fieldOf(op.attributes[0])
    list.push(`const ${type.replace(/^std::optional<(.*)>$/, '$1')}& ${cppName(op.attributes[0].name)}`)
  } else if (op.attributes.length > 0) {
    const mayBeAbsent = regions.length === 0 && !op.attributes.some(isRequired)
    list.push(`const ${methodOf(op)}Attributes& attributes${mayBeAbsent ? ' = {}' : ''}`)
  }
  for (const region of regions) {
    if (region.given) list.push(`const std::vector<TypeSpec>& ${region.name}_arguments`)
    list.push(`${region.arity === 'one' ? 'const Region&' : 'const std::vector<Region>&'} ${cppName(region.name)}`)
  }
  return [...list, 'const Extras& extras = {}', 'Where where = Where::current()']
}

function definition(op) {
  const result = resultOf(op)
  const lines = [`OperationDraft draft(*this, OpKind::k${camel(op.name)}, where);`]
  for (const item of op.operands) lines.push(`draft.AddOperand${item.arity === 'one' ? '' : 's'}(${cppName(item.name)});`)
  op.attributes.forEach((item, i) => lines.push(`draft.Set(${i}, ${isConstant(op) ? '' : 'attributes.'}${cppName(item.name)});`))
  regionsOf(op).forEach((region, i) => {
    if (region.arity === 'one') lines.push(`draft.AddRegion(${i}, ${cppName(region.name)}${region.given ? `, ${region.name}_arguments` : ''});`)
    else lines.push(`for (const Region& region : ${cppName(region.name)}) draft.AddRegion(${i}, region);`)
  })
  const given = !isGiven(op) ? '' : result === 'Value' ? 'std::vector<TypeSpec>{result_type}, ' : 'result_types, '
  const finish = `draft.Finish(${given}extras)`
  if (result === 'void') lines.push(`static_cast<void>(${finish});`)
  else if (result.endsWith('Results')) {
    lines.push(`const Values results = ${finish};`, `return {${op.results.map((_, i) => `results[${i}]`).join(', ')}};`)
  } else lines.push(`return ${finish};`)
  const parameters = parametersOf(op).map((one) => one.replace(/ = .*/, ''))
  return `${result} FunctionBuilder::${methodOf(op)}(${parameters.join(', ')}) {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
}

const caseName = (name) => `k${camel(name.toLowerCase())}`

/** Enumerations, structures and the attributes of operations, for the head of builder.h. */
export function buildAttributes(table) {
  const enums = table.enums.map(({ name, cases }) => `enum class ${camel(name)} : uint8_t { ${cases.map(caseName).join(', ')} };\n`)
  const structs = table.structs.map((item) => `struct ${camel(item.name)} {\n${fieldLines(item.fields)}};\n` +
    `std::vector<const paddock::Attribute*> FieldsOf(AttributeMaker& maker, const ${camel(item.name)}& value);\n`)
  const ops = table.ops.filter(hasMethod).map((op) => {
    const own = op.attributes.length > 0 && !isConstant(op) ? `// Attributes of ${op.name}.\nstruct ${methodOf(op)}Attributes {\n${fieldLines(op.attributes)}};\n` : ''
    const results = resultOf(op).endsWith('Results') ? `struct ${methodOf(op)}Results {\n${op.results.map(({ name }) => `  Value ${cppName(name)};\n`).join('')}};\n` : ''
    return own + results
  })
  return `#pragma once\nnamespace paddock {\nstruct Attribute;\n}\nnamespace paddock::build {\n\nclass AttributeMaker;\n\n${[...enums, ...structs, ...ops].join('')}\n}  // namespace paddock::build\n`
}

/** Declarations for the inside of FunctionBuilder. */
export function buildMethods(table) {
  return table.ops.filter(hasMethod).map((op) => `// ${op.name}: ${op.doc}\n${resultOf(op)} ${methodOf(op)}(${parametersOf(op).join(', ')});\n`).join('')
}

export function buildDefinitions(table) {
  const structs = table.structs.map((item) => {
    const rows = item.fields.map((field, i) => `maker.Make(rows[${i}], value.${cppName(field.name)})`)
    return `std::vector<const Attribute*> FieldsOf(AttributeMaker& maker, const ${camel(item.name)}& value) {\n` +
      `  const std::span<const AttributeInfo> rows = FindStruct(${quote(item.name)})->fields;\n  return {${rows.join(', ')}};\n}\n`
  })
  return [...structs, ...table.ops.filter(hasMethod).map(definition)].join('')
}

const resultsOf = (op) => ({ void: 'kNone', Value: 'kOne', Values: 'kList' })[resultOf(op)] ?? 'kStructure'
const words = (...list) => quote(list.join(' '))

// A row for each operation, enumeration and structure: the names that C++ code uses.
export function buildNames(table) {
  const ops = table.ops.map((op) => {
    if (!hasMethod(op)) return `PADDOCK_BUILD_METHOD("", kNone, kNoOptions, "", "")  // ${op.name}\n`
    const options = isConstant(op) ? 'kValue' : op.attributes.length === 0 ? 'kNoOptions'
      : regionsOf(op).length === 0 && !op.attributes.some(isRequired) ? 'kMayOmit' : 'kRequired'
    const names = (list) => words(...list.map(({ name }) => cppName(name)))
    const results = resultsOf(op)
    return `PADDOCK_BUILD_METHOD("${methodOf(op)}", ${results}, ${options}, ${names(op.attributes)}, ` +
      `${results === 'kStructure' ? names(op.results) : '""'})\n`
  })
  const enums = table.enums.map(({ name, cases }) => `PADDOCK_BUILD_ENUM(${words(camel(name), ...cases.map(caseName))})\n`)
  const structs = table.structs.map(({ name, fields }) => `PADDOCK_BUILD_STRUCT(${words(camel(name), ...fields.map((field) => cppName(field.name)))})\n`)
  return [...ops, ...enums, ...structs].join('')
}
