import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { OpInfo, OpTable } from 'paddock-hlo'
import { currentProgram, findOp, latestProgram, tableOf } from './engine-source.js'
import { language } from './mlir-language.js'

/// The statement around the cursor, as far as it is written: half a line is the usual case.
interface Statement {
  /// From its beginning to the cursor.
  before: string
  from: number
  info: OpInfo | undefined
}

const opWord = /^\s*(?:%[\w$.:#, %-]+=\s*)?"?([A-Za-z_][\w$]*(?:\.[\w$]+)*)/

/// An operation may run over lines; it began at the last line that starts like one.
function statementAt(context: CompletionContext, table: OpTable): Statement {
  const { doc } = context.state
  let line = doc.lineAt(context.pos)
  for (let i = 0; i < 12 && line.number > 1 && !/^\s*(?:%[\w$.:#, %-]+=|"?[a-z_]+\.[\w.]+|return|func|module|\}|\/\/)/.test(line.text); ++i) line = doc.line(line.number - 1)
  const before = context.state.sliceDoc(line.from, context.pos)
  const written = opWord.exec(before)?.[1]
  return { before, from: line.from, info: written === undefined ? undefined : findOp(table, written) }
}

/// Operation names, where a statement may begin. Deprecated ones and other dialects' come last.
function ops(context: CompletionContext, table: OpTable): CompletionResult | null {
  const match = context.matchBefore(/(?:^\s*|=\s*"?|^\s*")[A-Za-z_][\w.]*$/) ?? (context.explicit ? context.matchBefore(/=\s*"?$/) : null)
  if (match === null) return null
  const word = /[A-Za-z_][\w.]*$/.exec(match.text)?.[0] ?? ''
  const options = table.ops.map(
    (info): Completion => ({
      label: info.name,
      type: 'function',
      detail: info.runs ? undefined : 'not run',
      info: info.doc,
      boost: (info.dialect === 'stablehlo' ? 2 : info.dialect === 'chlo' ? 1 : 0) - (info.traits.includes('deprecated') ? 3 : 0),
    }),
  )
  return { from: context.pos - word.length, options, validFor: /^[\w.]*$/ }
}

interface Known {
  name: string
  type: string
  from: number
}

/// Values that are defined before the cursor and not in a region that has ended.
async function valuesInScope(context: CompletionContext): Promise<Known[]> {
  const view = context.view
  const program = view === undefined ? null : (currentProgram(view) ?? latestProgram(view))
  const types = new Map<string, string>()
  const entry = program?.functions.flatMap(({ arguments: all }) => all) ?? []
  for (const { name, type } of entry) types.set(`%${name}`, type)
  const operations = (await program?.operations().catch(() => [])) ?? []
  for (const { results } of operations) for (const { name, type } of results) types.set(name, type)
  return scopeOf(context.state.sliceDoc(0, context.pos)).map(({ name, from }) => ({ name, from, type: types.get(name) ?? '' }))
}

/// The names that a text defines and that still hold at its end.
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
  // What a function's or a region's list of arguments defines stands before its brace.
  return open.flat()
}

/// `%x: type` stands in a list of arguments, not behind an operation.
function isArgument(text: string, index: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index)
  return /^\s*(?:func|module|\^|.*\(\s*(?:%[\w$.-]+\s*:[^%]*,\s*)*$)/.test(line) && !/=\s*"?[a-z_]+\./.test(line)
}

/// Which types the operand at the cursor may have, as far as the line says already.
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
  const statement = statementAt(context, table)
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

/// The cases of the enumeration that an attribute at the cursor takes.
function enumCases(context: CompletionContext, table: OpTable): CompletionResult | null {
  const word = context.matchBefore(/[A-Z][A-Z_]*$|(?<=[=<,\s[])$/)
  if (word === null) return null
  const { before, info } = statementAt(context, table)
  const head = before.slice(0, before.length - word.text.length)
  const structured = /#(?:stablehlo|chlo)<([a-z_]+) $/.exec(head)?.[1]
  const named = /([a-z_]+)\s*=\s*\[?(?:[A-Z_]+,\s*)*$/.exec(head)?.[1]
  const isFirst = info !== undefined && /^\$/.test(info.format) && new RegExp(`${info.name.split('.').at(-1)}\\s+$`).test(head)
  const first = isFirst ? /^\$(\w+)/.exec(info.format)?.[1] : undefined
  const attribute = info?.attributes.find(({ name }) => name === first || name === named || formatWord(info, name) === named)
  const cases = table.enums.find(({ name }) => name === structured || (attribute !== undefined && name === attribute.of && /enum/.test(attribute.form)))?.cases
  if (cases === undefined) return null
  return { from: word.from, options: cases.map((label) => ({ label, type: 'enum' })), validFor: /^[A-Z_]*$/ }
}

/// The word that an operation's format writes before `= $attribute`.
function formatWord(info: OpInfo, attribute: string): string | undefined {
  return new RegExp('`(\\w+)`\\s+`=`\\s+`?\\[?`?\\s*\\$' + attribute + '\\b').exec(info.format)?.[1]
}

/// The attributes that an operation takes and the line has not given yet.
function attributes(context: CompletionContext, table: OpTable): CompletionResult | null {
  const word = context.matchBefore(/(?<=[,{<\s])[a-z_]*$/)
  if (word === null || (word.text === '' && !context.explicit)) return null
  const { before, info } = statementAt(context, table)
  if (info === undefined || info.attributes.length === 0) return null
  const isGeneric = before.includes(`"${info.name}"`)
  const isInside = /[{,]\s*[a-z_]*$/.test(before) && before.lastIndexOf('{') > before.lastIndexOf('}')
  if (isGeneric && !isInside) return null
  const options = info.attributes.flatMap(({ name, form, of, optional }): Completion[] => {
    const label = isGeneric || isInside ? name : formatWord(info, name)
    if (label === undefined || new RegExp(`\\b${label}\\s*=`).test(before)) return []
    return [{ label, type: 'property', detail: of || form, apply: `${label} = `, boost: optional ? 0 : 1 }]
  })
  return options.length === 0 ? null : { from: word.from, options, validFor: /^[a-z_]*$/ }
}

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const table = context.view === undefined ? null : tableOf(context.view)
  if (table === null) return null
  const line = context.state.doc.lineAt(context.pos)
  if (/\/\//.test(context.state.sliceDoc(line.from, context.pos))) return null
  return (await values(context, table)) ?? enumCases(context, table) ?? ops(context, table) ?? attributes(context, table)
}

/// Offers what fits at the cursor and nothing else, where `autocompletion()` asks the language.
export const completion: Extension = language.data.of({ autocomplete: complete })
