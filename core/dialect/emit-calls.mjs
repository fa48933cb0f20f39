// The targets of custom_call as C++ constant data.
import { array, quote } from './emit.mjs'

const symbol = (text) => (text === '' ? '0' : `'${text}'`)
const size = (call) => ({ first, second, by, offset, declares }) =>
  `{${symbol(first)}, ${symbol(second)}, ${call.attributes.findIndex((item) => item.name === by)}, ${offset}, ${declares}}`
const defaultOf = ({ form, default: text }) =>
  text === '' ? '-1' : form === 'bool' ? String(Number(text === 'true')) : form === 'i32' ? text : symbol(text)
const attribute = (item) => `{${quote(item.name)}, ${quote(item.codes)}, ${defaultOf(item)}, ${quote(item.form)}}`

function values(out, name, call, list) {
  const rows = list.map((item, i) => {
    const sizes = array(out, 'CallSize', `${name}${i}`, item.sizes.map(size(call)))
    return `{${quote(item.name)}, ${quote(item.element)}, ${sizes}, ${quote(item.text)}}`
  })
  return array(out, 'CallValueInfo', name, rows)
}

// Rows, then all targets sorted by name, each with the number of its row.
export function callTable(calls) {
  const out = []
  const rows = calls.map((call, i) => {
    const operands = values(out, `kCall${i}Operands`, call, call.operands)
    const attributes = array(out, 'CallAttributeInfo', `kCall${i}Attributes`, call.attributes.map(attribute))
    const results = values(out, `kCall${i}Results`, call, call.results)
    const limits = array(out, 'CallLimit', `kCall${i}Limits`, call.limits.map((limit) =>
      `{${size(call)(limit.small)}, ${size(call)(limit.large)}, ${quote(limit.text)}}`))
    return `{${i}, ${quote(call.name)}, ${quote(call.doc)}, ${operands}, ${attributes}, ${results}, ${limits}, ${call.effect}}`
  })
  array(out, 'CustomCallInfo', 'kCalls', rows)
  const targets = calls.flatMap((call, row) => call.targets.map((target) => ({ ...target, row })))
  targets.sort((a, b) => (a.name < b.name ? -1 : 1))
  array(out, 'std::string_view', 'kTargetNames', targets.map((target) => quote(target.name)))
  array(out, 'CustomCallTarget', 'kTargets', targets.map((target) => `{${quote(target.name)}, ${quote(target.element)}, &kCalls[${target.row}]}`))
  return out.join('\n')
}

export const callRoutines = (calls) => calls.map((call) => `simd::Routine::k${call.routine || 'None'},  // ${call.name}\n`).join('')
