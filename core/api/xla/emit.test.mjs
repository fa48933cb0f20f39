// The reader of builder.h: methods, their comments and parameters, and the mistakes that it reports.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { javascriptMethods, methodRows, readElementTypes, readMethods, readPaddings, readSpellings } from './emit.mjs'

const root = new URL('../../../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root), 'utf8')

const header = (methods) => `class ComputationBuilder {
  // Parameters of several methods:
  //   padding: kSame gives the same
  //     sizes.

${methods}
 private:
};`

const two = header(`  // Joins
  // the operands.
  ComputationDataHandle Join(const Handles& operands, int64_t dimension = -1,
                             Where where = Where::current());
  // Convolves start_at.
  ComputationDataHandle Conv(ComputationDataHandle lhs, const Dimensions& start_at, Padding padding,
                             Where where = Where::current());
  // Pads.
  ComputationDataHandle Conv(ComputationDataHandle lhs, const GeneralPadding& padding,
                             Where where = Where::current());
`)

test('reads methods with their comments and parameters', () => {
  const { methods, parameters } = readMethods(two)
  assert.deepEqual(parameters, { padding: 'kSame gives the same sizes.' })
  assert.deepEqual(methods.map(({ name, doc }) => [name, doc]), [['Join', 'Joins the operands.'], ['Conv', 'Convolves start_at.'], ['Conv', 'Pads.']])
  assert.deepEqual(methods[0].parameters.map(({ type, name, isOptional }) => [type, name, isOptional]), [['Handles', 'operands', false], ['int64_t', 'dimension', true]])
})

test('methods of one name are rows with their types', () => {
  const rows = methodRows(readMethods(two).methods).split('\n')
  assert.equal(rows[2], '{"Join", &CallBy<&ComputationBuilder::Join>},')
  assert.equal(rows[1], '{"Conv", &CallBy<static_cast<ComputationDataHandle (ComputationBuilder::*)(ComputationDataHandle, const GeneralPadding&, Where)>(&ComputationBuilder::Conv)>, 2},')
})

test('writes signatures with documentation', () => {
  const text = javascriptMethods(readMethods(two), [['f32', 'F32']], ['same', 'valid'], { F32: 'f32' })
  assert.match(text, / {2}\/\*\* Joins the operands\. \*\/\n {2}join\(operands: readonly Value\[\], dimension\?: number\): Value\n/)
  assert.match(text, /\/\*\* Convolves startAt\.\n {3}\*\n {3}\* @param padding `'same'` gives the same sizes\. \*\/\n {2}conv\(lhs: Value, startAt: readonly number\[\], padding: XlaPadding\): Value/)
  assert.match(text, /XlaValueOperations[^]* {2}conv\(padding: readonly \(readonly \[low: number, high: number\]\)\[\]\): Value/)
})

test('mistakes are reported', () => {
  const method = (text) => () => readMethods(header(text))
  assert.throws(method('  // Ends.\n  ComputationDataHandle End(int64_t a);\n'), /End has no parameter 'where'/)
  assert.throws(method('  ComputationDataHandle End(Where where = Where::current());\n'), /1 methods have no comment/)
  assert.throws(method('  // Ends.\n  ComputationDataHandle End(int64_t* a, Where where = Where::current());\n'), /'int64_t\* a' is no parameter/)
  const strange = readMethods(header('  // Ends.\n  ComputationDataHandle End(Tensor a, Where where = Where::current());\n'))
  assert.throws(() => javascriptMethods(strange, [], [], {}), /type Tensor of a parameter has no type/)
  assert.throws(() => javascriptMethods(readMethods(two), [['f32', 'F99']], [], {}), /F99 is none of the element types/)
})

test('the headers have what is read of them', () => {
  const builder = read('core/api/xla/builder.h')
  assert.ok(readMethods(builder).methods.length > 60)
  assert.deepEqual(readPaddings(builder), ['valid', 'same'])
  const types = readElementTypes(read('core/api/xla/shape.h'))
  assert.equal(types.length, 15)
  const spellings = readSpellings(read('core/types/element_type.h'))
  assert.deepEqual(types.filter(([, element]) => spellings[element] === undefined), [])
})
