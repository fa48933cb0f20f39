// Reads the op table, core/dialect/*.def (form: README.md), into plain objects.
// A mistake in a file is a TableError that names the file and the line.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { callLines, checkCalls, newCall } from './parse-calls.mjs'
import { TableError } from './table-error.mjs'
import { parseType } from './type-words.mjs'

export { TableError }

export const traits = [
  'pure', 'commutative', 'elementwise', 'collective', 'terminator', 'symbol', 'constant_like', 'deprecated',
  'same_type', 'foldable', 'passes_values', 'effect',
]
export const whens = ['parse', 'check', 'start', 'run', 'implied', 'warn', 'upstream', 'call']
export const forms = [
  'unit', 'bool', 'i32', 'i64', 'ui32', 'ui64', 'f32', 'f64', 'integer', 'string', 'symbol', 'type', 'i64_array',
  'bool_array', 'i64_elements', 'elements', 'enum', 'enum_array', 'struct', 'symbol_array', 'array', 'dictionary',
  'layout', 'layout_array', 'any',
]
const formsWithName = new Set(['enum', 'enum_array', 'struct'])

// Yields the logical lines of a file, without comments and blank lines, and with lines that end in `\` joined.
function* logicalLines(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  for (let i = 0; i < lines.length; ++i) {
    const line = i + 1
    let text = lines[i]
    while (text.endsWith('\\') && i + 1 < lines.length) text = text.slice(0, -1).trimEnd() + ' ' + lines[++i].trim()
    text = text.trimEnd()
    if (text.trim() === '' || text.trimStart().startsWith('#')) continue
    yield { where: { file, line }, indented: text.startsWith('  '), text: text.trim(), raw: text.slice(2) }
  }
}

function match(where, text, pattern, form) {
  const found = pattern.exec(text)
  if (!found) throw new TableError(where, `expected \`${form}\`, found \`${text}\``)
  return found.groups
}

const arities = { '': 'one', '?': 'optional', '*': 'variadic' }

function parseValue(where, rest) {
  const { name, mark, type } = match(where, rest, /^(?<name>\w+)(?<mark>[?*]?) : (?<type>.+)$/, 'NAME[?|*] : TYPE')
  const set = parseType(type)
  if (!set) throw new TableError(where, `unknown words in the type \`${type}\``)
  return { name, arity: arities[mark], type, set }
}

const attributePattern =
  /^(?<name>[\w.]+)(?<mark>\??) : (?<form>\w+)(<(?<of>\w+)>)?( = (?<text>.+?))?( since (?<since>\d+\.\d+))?( \[(?<label>I\d+)\])?$/

function parseAttribute(where, rest) {
  const form = 'NAME[?] : FORM[<of>] [= DEFAULT] [since V] [[LABEL]]'
  const found = match(where, rest, attributePattern, form)
  if (!forms.includes(found.form)) throw new TableError(where, `unknown attribute form \`${found.form}\``)
  if (formsWithName.has(found.form) !== (found.of !== undefined)) {
    throw new TableError(where, `the form \`${found.form}\` ${found.of ? 'has no' : 'needs a'} name in <>`)
  }
  return {
    name: found.name, form: found.form, of: found.of ?? '', optional: found.mark === '?', default: found.text ?? '',
    since: found.since ?? '', label: found.label ?? '', where,
  }
}

// A result's type follows from the operands and attributes, perhaps chosen by `like`, or is `given`.
function parseResult(where, rest) {
  const [, source = ''] = /^\w+[?*]? (given|like \w+) : /.exec(rest) ?? []
  const value = parseValue(where, source === '' ? rest : rest.replace(` ${source} :`, ' :'))
  return { ...value, given: source === 'given', like: source.startsWith('like ') ? source.slice('like '.length) : '' }
}

export const argumentRules = ['elements', 'element', 'pairs', 'types', 'slices']

function parseRegion(where, rest) {
  const form = 'NAME[?|*] [isolated] : given, none or RULE OPERAND, ...'
  const found = match(where, rest, /^(?<name>\w+)(?<mark>[?*]?)(?<isolated> isolated)? : (?<takes>\w+( \w+)?(, \w+ \w+)*)$/, form)
  const takes = ['given', 'none'].includes(found.takes) ? [] : found.takes.split(', ').map((part) => part.split(' '))
  const odd = takes.find(([rule, operand]) => !argumentRules.includes(rule) || operand === undefined)
  if (odd) throw new TableError(where, `\`${odd.join(' ')}\` says nothing of arguments, expected \`${form}\``)
  return {
    name: found.name, arity: arities[found.mark], isolated: found.isolated !== undefined, given: found.takes === 'given',
    takes: takes.map(([rule, operand]) => ({ rule, operand })),
  }
}

function parseConstraint(where, rest) {
  const found = match(where, rest, /^(?<label>[A-Z]\d+) (?<when>\w+) : (?<formula>.+)$/, 'LABEL WHEN : FORMULA')
  if (!whens.includes(found.when)) throw new TableError(where, `unknown time \`${found.when}\`, known: ${whens.join(' ')}`)
  return { label: found.label, formula: found.formula, when: found.when }
}

export const valueUses = [
  'as results', 'below width', 'slice start', 'index vectors', 'along dimension', 'dimension size', 'result shape',
  'added padding', 'branch', 'iota beside', 'group size',
]

// Valid numbers for operands: `LOW .. HIGH` or one of the words above.
function parseValues(where, op, rest) {
  const found = match(where, rest, /^(?<names>\w+(, \w+)*) : ((?<low>-?\d+) \.\. (?<high>-?\d+)|(?<use>[a-z ]+))$/, 'values NAMES : BOUNDS')
  if (found.use !== undefined && !valueUses.includes(found.use)) throw new TableError(where, `unknown bounds \`${found.use}\``)
  for (const name of found.names.split(', ')) {
    const operand = op.operands.find((one) => one.name === name)
    if (!operand) throw new TableError(where, `${op.name} has no operand \`${name}\``)
    operand.values = { use: found.use ?? 'within', low: Number(found.low ?? 0), high: Number(found.high ?? 0) }
  }
}

function parseGroups(where, op, rest) {
  const form = 'groups cross_partition|cross_replica_and_partition [complete LABEL] range LABEL'
  const pattern = /^(?<strategy>cross_partition|cross_replica_and_partition)( complete (?<complete>\w+))? range (?<range>\w+)$/
  const { strategy, complete, range } = match(where, rest, pattern, form)
  op.groups = { strategy, complete: complete ?? '', range }
}

const single = (key) => (where, op, rest) => {
  if (op[key] !== '') throw new TableError(where, `a second \`${key}\` line`)
  op[key] = rest
}
const listed = (key, parse) => (where, op, rest) => {
  const item = parse(where, rest)
  const same = (other) => (other.name ?? other.label) === (item.name ?? item.label)
  if (op[key].some(same)) throw new TableError(where, `${item.name ?? item.label} stands twice in ${op.name}`)
  op[key].push(item)
}

// Reads other libraries' names for an operation or a recipe.
function namesOf(where, rest) {
  const names = rest.split(/\s+/)
  const odd = names.find((name) => !/^[a-z]\w*$/.test(name))
  if (odd !== undefined) throw new TableError(where, `\`${odd}\` is no name`)
  return names
}

const opLines = {
  doc: single('doc'),
  also(where, op, rest) {
    op.also.push(...namesOf(where, rest))
  },
  link: single('link'),
  since: single('since'),
  format: single('format'),
  kernel: single('kernel'),
  boolean_kernel: single('booleanKernel'),
  check: single('check'),
  lower: single('lower'),
  explain: single('explain'),
  unexplained: single('unexplained'),
  sentence: single('sentence'),
  quantized: single('quantized'),
  operand: listed('operands', parseValue),
  result: listed('results', parseResult),
  attribute: listed('attributes', parseAttribute),
  values: parseValues,
  groups: parseGroups,
  region: listed('regions', parseRegion),
  constraint: listed('constraints', parseConstraint),
  traits(where, op, rest) {
    for (const trait of rest.split(/\s+/)) {
      if (!traits.includes(trait)) throw new TableError(where, `unknown trait \`${trait}\``)
      op.traits.push(trait)
    }
  },
}

function newOp(where, name, family) {
  if (!/^[a-z]+\.[\w-]+$/.test(name)) throw new TableError(where, `\`${name}\` is no full operation name`)
  return {
    where, name, dialect: name.slice(0, name.indexOf('.')), family,
    doc: '', also: [], link: '', since: '', operands: [], attributes: [], results: [], regions: [], constraints: [], traits: [],
    format: '', kernel: '', booleanKernel: '', check: '', lower: '', explain: '', unexplained: '', sentence: '', quantized: '', groups: null,
  }
}

function parseEnum(where, rest) {
  const found = match(where, rest, /^(?<name>\w+) (?<dialect>\w+) : (?<cases>.+)$/, 'enum NAME DIALECT : CASES')
  return { where, name: found.name, dialect: found.dialect, cases: found.cases.split(/\s+/) }
}

function parseStruct(where, rest) {
  const found = match(where, rest, /^(?<name>\w+) (?<dialect>\w+)$/, 'struct NAME DIALECT')
  return { where, name: found.name, dialect: found.dialect, fields: [] }
}

function parseRule(where, rest) {
  const form = 'rule CODE LINK [WHEN] : TEXT'
  const found = match(where, rest, /^(?<code>[a-z][a-z0-9-]*) (?<link>#[\w-]*|https:\S+)(?: (?<when>[a-z]+))? : (?<formula>.+)$/, form)
  const when = found.when ?? 'check'
  if (!whens.includes(when)) throw new TableError(where, `unknown time \`${when}\``)
  return { where, code: found.code, link: found.link, when, formula: found.formula }
}

// Lines of `//` are only for the test.
function addRecipeLine(where, recipe, text, raw) {
  if (text.startsWith('//')) recipe.test.push({ after: recipe.lines.length, text })
  else if (text.startsWith('says ') && recipe.says === '') recipe.says = text.slice('says '.length)
  else recipe.lines.push(raw)
}

// Reads the lines of one file into `table`.
function parseFile(table, file) {
  let entry = null
  const family = basename(file, '.def')
  let usualSentence = ''
  let usualReason = ''
  const first = table.ops.length
  for (const { where, indented, text, raw } of logicalLines(file)) {
    const [, word, rest] = /^(\S+)\s*(.*)$/.exec(text)
    if (!indented) {
      if (word === 'op') table.ops.push((entry = newOp(where, rest, family)))
      else if (word === 'enum') table.enums.push((entry = parseEnum(where, rest)))
      else if (word === 'struct') table.structs.push((entry = parseStruct(where, rest)))
      else if (word === 'sentence') usualSentence = rest
      else if (word === 'unexplained') usualReason = rest
      else if (word === 'call') table.calls.push((entry = newCall(where, rest)))
      else if (word === 'rule') table.rules.push((entry = parseRule(where, rest)))
      else if (word === 'recipe') table.recipes.push((entry = { where, names: namesOf(where, rest), says: '', lines: [], test: [] }))
      else throw new TableError(where, `expected op, call, enum, struct, rule, recipe, sentence or unexplained, found \`${word}\``)
      continue
    }
    if (entry?.lines) addRecipeLine(where, entry, text, raw)
    else if (entry?.targets && Object.hasOwn(callLines, word)) callLines[word](where, entry, rest)
    else if (entry?.fields && word === 'field') entry.fields.push(parseAttribute(where, rest))
    else if (entry?.traits && Object.hasOwn(opLines, word)) opLines[word](where, entry, rest)
    else throw new TableError(where, `unknown line \`${word}\` here`)
  }
  for (const op of table.ops.slice(first)) {
    op.sentence ||= usualSentence
    if (op.explain === '') op.unexplained ||= usualReason
  }
}

function checkUnique(list, what) {
  const seen = new Map()
  for (const item of list) {
    const before = seen.get(item.name)
    if (before) throw new TableError(item.where, `${what} ${item.name} stands also at ${before.file}:${before.line}`)
    seen.set(item.name, item.where)
  }
}

function checkNames(table) {
  const enums = new Set(table.enums.map((item) => item.name))
  const structs = new Set(table.structs.map((item) => item.name))
  const attributes = [...table.ops.flatMap((op) => op.attributes), ...table.structs.flatMap((item) => item.fields)]
  for (const attribute of attributes) {
    if (attribute.form.startsWith('enum') && !enums.has(attribute.of)) {
      throw new TableError(attribute.where, `no enum is called \`${attribute.of}\``)
    }
    if (attribute.form === 'struct' && !structs.has(attribute.of)) {
      throw new TableError(attribute.where, `no struct is called \`${attribute.of}\``)
    }
  }
}

const directives = new Set(['operands', 'attr-dict', 'attr-dict-with-keyword', 'functional-type', 'same-type', 'result-types'])

// Requires that every word of a format string is a directive, and every $name a name of the operation.
function checkFormat(op) {
  const names = [op.operands, op.attributes, op.regions, op.results].flat().map((item) => item.name)
  const bare = op.format.replaceAll(/`[^`]*`/g, ' ')
  for (const word of bare.match(/[^\s()]+(\(\$\w+\))?|[()]\??/g) ?? []) {
    const known =
      directives.has(word) || /^custom<\w+>$/.test(word) || /^[()]\??$/.test(word) ||
      (/^\$\w+$/.test(word) && names.includes(word.slice(1))) ||
      (/^type\(\$\w+\)$/.test(word) && names.includes(word.slice(6, -1)))
    if (!known) throw new TableError(op.where, `format of ${op.name}: \`${word}\` is neither a directive nor a name`)
  }
}

const phrases = new Set(['dimensions', 'sizes', 'steps', 'gaps', 'type'])
const countedPhrases = new Set(['count', 'number'])

// Requires that every {phrase} of a sentence is one of core/explain/sentence.cc, with a name of the operation.
function checkSentence(op, structs) {
  const fields = op.attributes.flatMap((item) => structs.find((one) => item.form === 'struct' && one.name === item.of)?.fields ?? [])
  const names = new Set([op.operands, op.results, op.regions, op.attributes, fields].flat().map((item) => item.name))
  for (const name of ['operands', 'results', 'doc', ...(op.regions.length > 0 ? ['function'] : [])]) names.add(name)
  for (const [whole, words] of op.sentence.matchAll(/\{([^}]*)\}/g)) {
    const [, along] = /^along \w+ ([\w+]+) \w/.exec(words) ?? []
    const [, phrase, name, noun] = /^(?:(\w+) )?(\w+)(?: ([\w ]+))?$/.exec(words.replace(/^along (\w+) [\w+]+/, 'count $1')) ?? []
    const known = noun === undefined ? phrase === undefined || phrases.has(phrase) : countedPhrases.has(phrase)
    if (!known || ![name, ...(along?.split('+') ?? [])].every((one) => names.has(one))) throw new TableError(op.where, `sentence of ${op.name}: \`${whole}\` is no phrase of it`)
  }
}

// Refuses duplicate names, and operations' own names, which need no entry.
function checkOtherNames({ ops, recipes }) {
  const plain = (name) => name.replaceAll('_', '')
  const own = new Set(ops.filter(({ dialect }) => dialect === 'stablehlo' || dialect === 'chlo').map(({ name }) => plain(name.slice(name.indexOf('.') + 1))))
  for (const { where, also } of ops) {
    for (const name of also) if (own.has(plain(name))) throw new TableError(where, `\`${name}\` is an operation itself`)
  }
  const seen = new Map()
  for (const { where, names, says, lines } of recipes) {
    if (says === '' && lines.length === 0) throw new TableError(where, 'a recipe without lines')
    for (const name of names) {
      if (own.has(plain(name))) throw new TableError(where, `\`${name}\` is an operation itself`)
      if (seen.has(name)) throw new TableError(where, `\`${name}\` stands also at line ${seen.get(name)}`)
      seen.set(name, where.line)
    }
  }
}

// Returns whether a set has only one type, which is then independent of operands.
export const isOneType = ({ set }) => (set.classes.length === 0 && set.elements.length === 1 && set.rank === 0) ||
  (set.elements.length === 0 && set.classes.length === 1 && set.classes[0] === 'token')

// Requires that every result and every argument of a region has an origin for its type.
function checkSources(op) {
  const operands = op.operands.map(({ name }) => name)
  for (const { takes } of op.regions) {
    const odd = takes.find(({ operand }) => !operands.includes(operand))
    if (odd) throw new TableError(op.where, `${op.name} has no operand \`${odd.operand}\``)
  }
  const sources = [op.operands, op.regions, op.attributes].flat().map(({ name }) => name)
  for (const result of op.results) {
    if (result.like !== '' && !sources.includes(result.like)) throw new TableError(op.where, `${op.name} has no \`${result.like}\``)
    const follows = op.check !== '' && (op.operands.length > 0 || isOneType(result))
    if (!result.given && result.like === '' && !follows) throw new TableError(op.where, `${op.name}: nothing gives the type of \`${result.name}\`: is it \`given\`?`)
  }
}

function checkOp(op, structs) {
  checkSources(op)
  if (op.explain !== '' && op.unexplained !== '') throw new TableError(op.where, `${op.name} has an index relation, and a reason for none`)
  if (op.doc === '') throw new TableError(op.where, `${op.name} has no doc line`)
  if (op.link === '') throw new TableError(op.where, `${op.name} has no link line`)
  for (const label of [op.groups?.complete, op.groups?.range]) {
    const isKnown = !label || op.constraints.some((constraint) => constraint.label === label)
    if (!isKnown) throw new TableError(op.where, `${op.name} has no constraint \`${label}\``)
  }
  checkFormat(op)
  checkSentence(op, structs)
}

// Returns the table, with its operations sorted by name.
export function parseTable(files) {
  const table = { ops: [], enums: [], structs: [], rules: [], calls: [], recipes: [] }
  for (const file of files) parseFile(table, file)
  checkUnique(table.ops, 'op')
  checkUnique(table.enums, 'enum')
  checkUnique(table.structs, 'struct')
  checkNames(table)
  checkCalls(table.calls)
  checkOtherNames(table)
  table.ops.forEach((op) => checkOp(op, table.structs))
  table.ops.sort((a, b) => (a.name < b.name ? -1 : 1))
  return table
}
