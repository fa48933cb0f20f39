import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { OpTable, ParameterInfo, Program } from 'paddock-hlo'
import { currentProgram, latestProgram, tableOf } from './engine-source.js'
import { language } from './mlir-language.js'
import { prettyWords, statementAt, type Statement } from './statement.js'

/// Completes operation names where a statement may begin. Deprecated ones and other dialects' come last.
function ops(context: CompletionContext, table: OpTable): CompletionResult | null {
  const match = context.matchBefore(/(?:^\s*|=\s*"?|^\s*")[A-Za-z_][\w.]*$/) ?? (context.explicit ? context.matchBefore(/=\s*"?$/) : null)
  if (match === null) return null
  const word = /[A-Za-z_][\w.]*$/.exec(match.text)?.[0] ?? ''
  const options = table.ops.flatMap((info): Completion[] => {
    const boost = (info.dialect === 'stablehlo' ? 2 : info.dialect === 'chlo' ? 1 : 0) - (info.traits.includes('deprecated') ? 3 : 0)
    const own: Completion = { label: info.name, type: 'function', detail: info.runs ? undefined : 'not run', info: info.doc, boost }
    const [dialect, name] = info.name.split('.')
    // Omits names that begin like the operation's own: a prefix of one also finds the own name,
    // which would then be listed twice.
    const others = info.also.filter((other) => other.slice(0, 3) !== name!.slice(0, 3))
    return [own, ...others.map((other) => ({ ...own, label: `${dialect}.${other}`, displayLabel: info.name, apply: info.name, detail: other, boost: boost - 2 }))]
  })
  return { from: context.pos - word.length, options, validFor: /^[\w.]*$/ }
}

interface Known {
  name: string
  type: string
  from: number
}

const programOf = ({ view }: CompletionContext): Program | null => (view === undefined ? null : (currentProgram(view) ?? latestProgram(view)))

/// Returns the values that are defined before the cursor, except in regions that have ended.
async function valuesInScope(context: CompletionContext): Promise<Known[]> {
  const program = programOf(context)
  const types = new Map<string, string>()
  const entry = program?.functions.flatMap(({ arguments: all }) => all) ?? []
  for (const { name, type } of entry) types.set(`%${name}`, type)
  const operations = (await program?.operations().catch(() => [])) ?? []
  for (const { results } of operations) for (const { name, type } of results) types.set(name, type)
  return scopeOf(context.state.sliceDoc(0, context.pos)).map(({ name, from }) => ({ name, from, type: types.get(name) ?? '' }))
}

/// Returns the names that a text defines and that are in scope at its end.
function scopeOf(text: string): { name: string; from: number }[] {
  const open: { name: string; from: number }[][] = [[]]
  const define = (written: string, from: number): void => {
    const [, name, count] = /^(%[\w$.-]+)(?::(\d+))?/.exec(written)!
    const names = count === undefined ? [name!] : Array.from({ length: Number(count) }, (_, i) => `${name}#${i}`)
    open.at(-1)!.push(...names.map((one) => ({ name: one, from })))
  }
  for (const match of text.matchAll(/\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|[{}]|(%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+(?::\d+)?)*)\s*=(?!=)|(%[\w$.-]+)\s*:(?!\d)/g)) {
    if (match[0] === '{') open.push([])
    else if (match[0] === '}') {
      if (open.length > 1) open.pop()
      else open[0] = []
    } else if (match[1] !== undefined) for (const one of match[1].split(',')) define(one.trim(), match.index)
    else if (match[2] !== undefined && isArgument(text, match.index)) define(match[2], match.index)
  }
  // Arguments of a function or region are defined before its brace.
  return open.flat()
}

/// `%x: type` occurs in a list of arguments, never after an operation.
function isArgument(text: string, index: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index)
  return /^\s*(?:func|module|\^|.*\(\s*(?:%[\w$.-]+\s*:[^%]*,\s*)*$)/.test(line) && !/=\s*"?[a-z_]+\./.test(line)
}

/// Returns the types that the operand at the cursor may have, as far as the line determines them.
function wantedType(statement: Statement, known: readonly Known[], word: string): string | null {
  const { info, before } = statement
  if (info === undefined || !(info.traits.includes('same_type') || info.traits.includes('elementwise'))) return null
  if (info.traits.includes('elementwise') && /select|compare|clamp|complex|convert/.test(info.name)) return null
  const operands = before.slice(0, before.length - word.length).replace(/^[^=]*=/, '').match(/%[\w$.-]+(?:#\d+)?/g)
  return known.find(({ name }) => name === operands?.[0])?.type || null
}

async function values(context: CompletionContext, table: OpTable): Promise<CompletionResult | null> {
  const word = context.matchBefore(/%[\w$.#-]*$/)
  if (word === null) return null
  const statement = statementAt(context.state, context.pos, table)
  if (/^\s*%[\w$.:#, %-]*$/.test(statement.before)) return null
  const known = (await valuesInScope(context)).filter(({ from }) => from < statement.from)
  const wanted = wantedType(statement, known, word.text)
  const fitting = known.filter(({ type }) => wanted === null || type === '' || type === wanted)
  return {
    from: word.from,
    options: fitting.map(({ name, type }, i): Completion => ({ label: name, type: 'variable', detail: type, boost: Math.min(i / 10, 90) })),
    validFor: /^%[\w$.#-]*$/,
  }
}

/// Completes functions of the program, with their types, where one is named: not where it is defined.
function functions(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/@[\w$.-]*$/)
  const line = context.state.doc.lineAt(context.pos)
  if (word === null || /^\s*func\.func\b[^@]*@[^@]*$/.test(context.state.sliceDoc(line.from, context.pos))) return null
  const typesOf = (all: readonly ParameterInfo[]): string => all.map(({ type }) => type).join(', ')
  const options = (programOf(context)?.functions ?? []).map((one): Completion => ({ label: `@${one.name}`, type: 'function', detail: `(${typesOf(one.arguments)}) -> (${typesOf(one.results)})` }))
  return { from: word.from, options, validFor: /^@[\w$.-]*$/ }
}

/// Types that are offered at most.
const mostTypes = 20

/// Completes types of values in scope after `:` and `->`, that of the last value first.
async function types(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/(?:->|[^:]:)\s*[a-z][\w.<]*$|(?:->|[^:]:)\s*$/)
  if (word === null || (!context.explicit && !/[a-z]/.test(word.text.slice(-1)))) return null
  const from = context.pos - /[\w.<]*$/.exec(word.text)![0].length
  const known = (await valuesInScope(context)).map(({ type }) => type).filter((type) => type !== '')
  const options = [...new Set(known.reverse())].slice(0, mostTypes).map((label, i): Completion => ({ label, type: 'type', boost: -i }))
  return { from, options, validFor: /^[\w.<>!]*$/ }
}

/// Completes the cases of the enumeration that an attribute at the cursor takes.
function enumCases(context: CompletionContext, table: OpTable): CompletionResult | null {
  const word = context.matchBefore(/[A-Z][A-Z_]*$|(?<=[=<,\s[])$/)
  if (word === null) return null
  const { before, info } = statementAt(context.state, context.pos, table)
  const head = before.slice(0, before.length - word.text.length)
  const structured = /#(?:stablehlo|chlo)<([a-z_]+) $/.exec(head)?.[1]
  const named = /([a-z_]+)\s*=\s*\[?(?:[A-Z_]+,\s*)*$/.exec(head)?.[1]
  const isFirst = info !== undefined && /^\$/.test(info.format) && new RegExp(`${info.name.split('.').at(-1)}\\s+$`).test(head)
  const first = isFirst ? /^\$(\w+)/.exec(info.format)?.[1] : undefined
  const attribute = info?.attributes.find(({ name }) => name === first || name === named || (named !== undefined && prettyWords(info).get(named) === name))
  const cases = table.enums.find(({ name }) => name === structured || (attribute !== undefined && name === attribute.of && /enum/.test(attribute.form)))?.cases
  if (cases === undefined) return null
  return { from: word.from, options: cases.map((label) => ({ label, type: 'enum' })), validFor: /^[A-Z_]*$/ }
}

const isGiven = (before: string, label: string): boolean => new RegExp(`\\b${label}\\s*=`).test(before)

/// Completes the fields of a structure, `#stablehlo.gather<...>`, that are not given yet.
function fields(context: CompletionContext, table: OpTable): CompletionResult | null {
  const word = context.matchBefore(/[<,]\s*[a-z_]*$/)
  if (word === null) return null
  const { before } = statementAt(context.state, context.pos, table)
  const open = /#(?:stablehlo|chlo)\.(\w+)<([^<>]*)$/.exec(before)
  const struct = open === null ? undefined : table.structs.find(({ name }) => name === open[1])
  if (struct === undefined) return null
  const written = /[a-z_]*$/.exec(word.text)![0]
  const options = struct.fields.filter(({ name }) => !isGiven(open![2]!, name)).map(({ name, form, of }): Completion => ({ label: name, type: 'property', detail: of || form, apply: `${name} = ` }))
  return { from: context.pos - written.length, options, validFor: /^[a-z_]*$/ }
}

/// Completes the attributes of an operation that the line does not give yet.
function attributes(context: CompletionContext, table: OpTable): CompletionResult | null {
  const word = context.matchBefore(/(?<=[,{<\s])[a-z_]*$/)
  if (word === null || (word.text === '' && !context.explicit)) return null
  const { before, info } = statementAt(context.state, context.pos, table)
  if (info === undefined || info.attributes.length === 0) return null
  const isGeneric = before.includes(`"${info.name}"`)
  const isInside = before.lastIndexOf('{') > before.lastIndexOf('}')
  if (isGeneric && !isInside) return null
  const words = isGeneric || isInside ? new Map(info.attributes.map(({ name }) => [name, name])) : prettyWords(info)
  const options = [...words].flatMap(([label, of]): Completion[] => {
    const attribute = info.attributes.find(({ name }) => name === of)
    if (attribute === undefined || isGiven(before, label)) return []
    return [{ label, type: 'property', detail: attribute.of || attribute.form, apply: `${label} = `, boost: attribute.optional ? 0 : 1 }]
  })
  return options.length === 0 ? null : { from: word.from, options, validFor: /^[a-z_]*$/ }
}

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const table = context.view === undefined ? null : tableOf(context.view)
  if (table === null) return null
  const line = context.state.doc.lineAt(context.pos)
  if (/\/\//.test(context.state.sliceDoc(line.from, context.pos))) return null
  return (await values(context, table)) ?? functions(context) ?? (await types(context)) ?? enumCases(context, table) ?? fields(context, table) ?? ops(context, table) ?? attributes(context, table)
}

/// Completions that fit at the cursor; `autocompletion()` finds them through the language.
export const completion: Extension = language.data.of({ autocomplete: complete })
