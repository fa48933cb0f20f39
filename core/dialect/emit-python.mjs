// The builder's part of the op table in Python: a row of data for each operation, and methods with signatures that editors
// and type checkers read.
import { hasMethod, isConstant, isGiven, isRequired, regionsOf } from './emit-builder.mjs'
import { elementTypeAlone, isScalar, resultForm, wordsNumber } from './emit-javascript.mjs'

const keywords = new Set(['and', 'as', 'assert', 'break', 'class', 'continue', 'def', 'del', 'elif', 'else', 'except', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'lambda', 'not', 'or', 'pass', 'raise', 'return', 'try', 'while', 'with', 'yield', 'self'])
const pythonName = (name) => {
  const plain = name.replaceAll(/\W/g, '_')
  return keywords.has(plain) ? `${plain}_` : plain
}

/** "stablehlo.dot_general" -> "dot_general", "chlo.erf" -> "chlo_erf", "stablehlo.while" -> "while_". */
const methodOf = (op) => pythonName(op.dialect === 'stablehlo' ? op.name.slice('stablehlo.'.length) : op.name)
/** "dot_algorithm" -> "DotAlgorithm". */
const className = (name) => name.replace(/(?:^|[._])(\w)/g, (_, letter) => letter.toUpperCase())

/** Methods that are written by hand. */
const isWritten = (op) => op.name === 'stablehlo.constant'

const types = {
  unit: 'bool', bool: 'bool', i32: 'int', i64: 'int', ui32: 'int', ui64: 'int', integer: 'int', f32: 'float', f64: 'float', string: 'str', symbol: 'str',
  type: 'str', i64_array: 'Sequence[int]', bool_array: 'Sequence[bool]', i64_elements: 'Elements', elements: 'Elements', symbol_array: 'Sequence[str]',
}

function typeOf({ form, of }) {
  if (form === 'enum' || form === 'struct') return className(of)
  if (form === 'enum_array') return `Sequence[${className(of)}]`
  return types[form] ?? 'OpenAttribute'
}

const enumAlias = ({ name, cases }) => `${className(name)} = Literal[${cases.map((one) => JSON.stringify(one)).join(', ')}]\n`
const structClass = ({ name, dialect, fields }) =>
  `\n\nclass ${className(name)}(TypedDict, total=False):\n    """Structure \`${name}\` of ${dialect}."""\n\n${fields.map((item) => `    ${pythonName(item.name)}: "${typeOf(item)} | AttributeText"\n`).join('')}`

function parametersOf(op, isFluent) {
  const form = resultForm(op)
  const list = op.operands.slice(isFluent ? 1 : 0).map(({ name, arity }) => `${pythonName(name)}: ${arity === 'one' ? 'Operand' : 'Operand | Sequence[Operand]'}`)
  if (isGiven(op)) list.push(form === 'tuple' || form === 'list' ? 'result_types: Sequence[ResultType]' : form === 'type' ? 'result_types: ResultType | Sequence[ResultType]' : 'result_type: ResultType')
  if (isConstant(op)) list.push('value: Elements | OpenAttribute')
  for (const { name, arity, given } of regionsOf(op)) {
    if (given) list.push(`${pythonName(name)}_arguments: Sequence[str]`)
    list.push(`${pythonName(name)}: ${arity === 'one' ? 'Region' : 'Sequence[Region]'}`)
  }
  const own = isConstant(op) ? [] : op.attributes
  const keyword = own.map((item) => `${pythonName(item.name)}: ${typeOf(item)} | AttributeText${isRequired(item) ? '' : ' | None = None'}`)
  return [...list, '*', ...keyword, 'types: Sequence[ResultType] | None = None', 'attributes: Mapping[str, OpenAttribute] | None = None']
}

/** The arguments that a method passes on, in the order of the row. */
function passedOn(op) {
  const operands = op.operands.map(({ name }) => pythonName(name))
  const given = isGiven(op) ? [['tuple', 'list', 'type'].includes(resultForm(op)) ? 'result_types' : 'result_type'] : ['None']
  const regions = regionsOf(op).map(({ name, given: isTyped }) => `(${isTyped ? `${pythonName(name)}_arguments` : '()'}, ${pythonName(name)})`)
  const own = isConstant(op) ? [[op.attributes[0].name, 'value']] : op.attributes.map(({ name }) => [name, pythonName(name)])
  const list = (items) => `[${items.join(', ')}]`
  return { operands, rest: `${given[0]}, ${list(regions)}, {${own.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')}}, types, attributes` }
}

const resultTypes = { none: 'None', one: 'BuiltValue', tuple: 'tuple[BuiltValue, ...]', list: 'list[BuiltValue]' }
const docOf = (op) => {
  const link = op.link.startsWith('#') && op.dialect === 'stablehlo' ? `https://openxla.org/stablehlo/spec${op.link}` : `\`${op.name}\``
  return `        """${op.doc.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}\n\n        ${link}\n        """\n`
}

function method(op, isFluent) {
  const { operands, rest } = passedOn(op)
  const all = isFluent ? ['self', ...operands.slice(1)] : operands
  const owner = isFluent ? 'self.function' : 'self'
  const head = `    def ${methodOf(op)}(self, ${parametersOf(op, isFluent).join(', ')}) -> ${resultTypes[resultForm(op)] ?? 'Any'}:\n`
  return `${head}${docOf(op)}        return ${owner}._make(${JSON.stringify(op.name)}, [${all.join(', ')}], ${rest})\n`
}

const tuple = (items) => `(${items.map((item) => `${item}, `).join('').replace(/, $/, items.length === 1 ? ',' : '')})`
const attributeRow = ({ name, form, of }) => tuple([name, form, of].map((word) => JSON.stringify(word)))

function row(op, numbers) {
  const operands = op.operands.map((item) =>
    tuple([JSON.stringify(item.name), wordsNumber(numbers, item.type), item.arity === 'one' ? 'False' : 'True', isScalar(item) ? 'True' : 'False', JSON.stringify(elementTypeAlone(item))]))
  return `    ${JSON.stringify(op.name)}: Row(${tuple(operands)}, ${tuple(op.attributes.map(attributeRow))}, ${JSON.stringify(resultForm(op))}),\n`
}

/** Returns the module paddock_hlo/_operations.py. */
export function pythonOperations(table) {
  const ops = table.ops.filter((op) => hasMethod(op) && !isWritten(op))
  const numbers = new Map()
  return `from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Mapping, Sequence, TypedDict

from ._builder_types import AttributeText, Elements, OpenAttribute, Operand, Region, ResultType, Row

if TYPE_CHECKING:
    from ._builder import BuiltValue

${table.enums.map(enumAlias).join('')}${table.structs.map(structClass).join('')}

class FunctionOperations:
    """A method for each operation, which makes it."""

    def _make(self, name: str, operands: Sequence[Any], types: Any, regions: Sequence[Any], own: Mapping[str, Any], given: Any, others: Any) -> Any:
        raise NotImplementedError

${ops.map((op) => method(op, false)).join('\n')}

class ValueOperations:
    """The same methods with the value as the first operand."""

    function: FunctionOperations

${ops.filter((op) => op.operands.length > 0).map((op) => method(op, true)).join('\n')}

ROWS: dict[str, Row] = {
${ops.map((op) => row(op, numbers)).join('')}}

STRUCTS: dict[str, tuple[str, tuple[tuple[str, str, str], ...]]] = {
${table.structs.map(({ name, dialect, fields }) => `    ${JSON.stringify(name)}: (${JSON.stringify(dialect)}, ${tuple(fields.map(attributeRow))}),\n`).join('')}}

ENUMS: dict[str, tuple[str, ...]] = {
${table.enums.map(({ name, cases }) => `    ${JSON.stringify(name)}: ${tuple(cases.map((one) => JSON.stringify(one)))},\n`).join('')}}
`
}
