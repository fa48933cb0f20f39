// Writes the op table as C++ and JSON: node generate.mjs OUTPUT-FOLDER FILE.def...
//
//   op_kind.inc                          enum class OpKind
//   constraint.inc enum class Constraint, one enumerator for each constraint and rule
//   op_table.inc the constant data of op_table.cc
//   check_handlers.inc, check_table.inc  PADDOCK_HANDLER(name) rows; &name or nullptr, by OpKind
//   lower_handlers.inc, lower_table.inc  the same for planning
//   explain_handlers.inc, explain_table.inc  the same for index relations
//   unexplained_table.inc                why an operation has no index relation, by OpKind
//   sentence_table.inc patterns of sentences that describe operations, by OpKind
//   quantized_handlers.inc, quantized_table.inc  the same for quantized tensors
//   build_attributes.inc, build_methods.inc, build_definitions.inc  the builder's types and methods
//   build_names.inc                      PADDOCK_BUILD_METHOD rows: names that builder code uses
//   operations.ts                        the builder's operations in JavaScript: rows, and methods as types
//   operations.py                        the builder's operations in Python: methods with their types, and rows
//   custom_call_table.inc                the targets of custom_call, for custom_call_info.cc
//   call_check_handlers.inc, call_check_table.inc their check functions, by row
//   call_lower_handlers.inc, call_lower_table.inc their Lower functions, by row
//   call_routine_table.inc               the simd::Routine of each row
//   op-table.json                        the same facts for Node and the documentation
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callRoutines, callTable } from './emit-calls.mjs'
import { callRulesOf, callRuleTable, camel, constraintsOf, opTable } from './emit.mjs'
import { buildAttributes, buildDefinitions, buildMethods, buildNames } from './emit-builder.mjs'
import { javascriptOperations } from './emit-javascript.mjs'
import { pythonOperations } from './emit-python.mjs'
import { parseTable, TableError } from './parse.mjs'

const header = '// Generated from core/dialect/*.def; do not edit.\n'

function opKinds(table) {
  const rows = table.ops.map((op) => `  k${camel(op.name)},  // ${op.name}\n`)
  return (
    `#pragma once\n#include <cstddef>\n#include <cstdint>\n\nnamespace paddock {\n\n` +
    `enum class OpKind : uint16_t {\n${rows.join('')}};\n\n` +
    `inline constexpr size_t kOpCount = ${table.ops.length};\n\n}  // namespace paddock\n`
  )
}

function constraints(table) {
  const enumerators = (rows) => rows.map((item) => `  k${item.enumerator},  // ${item.formula}\n`)
  const rows = enumerators(constraintsOf(table))
  return (
    `#pragma once\n#include <cstddef>\n#include <cstdint>\n\nnamespace paddock {\n\n` +
    `enum class Constraint : uint16_t {\n${rows.join('')}};\n\n` +
    `enum class CallRule : uint16_t {\n${enumerators(callRulesOf(table)).join('')}};\n\n` +
    `}  // namespace paddock\n`
  )
}

const handlers = (list, key) =>
  [...new Set(list.map((op) => op[key]).filter(Boolean))].sort().map((name) => `PADDOCK_HANDLER(${name})\n`).join('')

const handlerTable = (list, key) =>
  list.map((op) => (op[key] ? `&${op[key]},  // ${op.name}\n` : `nullptr,  // ${op.name}\n`)).join('')

function json(table) {
  const strip = (_, value) => value
  const ops = table.ops.map(({ where, ...op }) => ({
    ...op, attributes: op.attributes.map(({ where: _, ...attribute }) => attribute),
  }))
  const structs = table.structs.map(({ where, ...item }) => ({ ...item, fields: item.fields.map(({ where: _, ...f }) => f) }))
  const recipes = table.recipes.map(({ where, ...recipe }) => recipe)
  const bare = (list) => list.map(({ where, ...item }) => item)
  return JSON.stringify({ ops, enums: bare(table.enums), structs, rules: bare(table.rules), calls: bare(table.calls), recipes }, strip, 1) + '\n'
}

// Unchanged files keep their timestamp, so that dependent files are not recompiled.
function write(folder, name, text) {
  const path = join(folder, name)
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}

function main([folder, ...files]) {
  const table = parseTable(files)
  mkdirSync(folder, { recursive: true })
  write(folder, 'op_kind.inc', header + opKinds(table))
  write(folder, 'constraint.inc', header + constraints(table))
  write(folder, 'op_table.inc', header + opTable(table))
  write(folder, 'call_rule_table.inc', header + callRuleTable(table))
  for (const stage of ['check', 'lower', 'explain', 'quantized']) {
    write(folder, `${stage}_handlers.inc`, header + handlers(table.ops, stage))
    write(folder, `${stage}_table.inc`, header + handlerTable(table.ops, stage))
  }
  write(folder, 'sentence_table.inc', header + table.ops.map((op) => `${JSON.stringify(op.sentence)},  // ${op.name}\n`).join(''))
  write(folder, 'unexplained_table.inc', header + table.ops.map((op) => `${JSON.stringify(op.unexplained)},  // ${op.name}\n`).join(''))
  write(folder, 'build_attributes.inc', header + buildAttributes(table))
  write(folder, 'build_methods.inc', header + buildMethods(table))
  write(folder, 'build_definitions.inc', header + buildDefinitions(table))
  write(folder, 'build_names.inc', header + buildNames(table))
  write(folder, 'operations.ts', header + javascriptOperations(table))
  write(folder, 'operations.py', '# Generated from core/dialect/*.def; do not edit.\n' + pythonOperations(table))
  write(folder, 'custom_call_table.inc', header + callTable(table.calls))
  for (const stage of ['check', 'lower']) {
    write(folder, `call_${stage}_handlers.inc`, header + handlers(table.calls, stage))
    write(folder, `call_${stage}_table.inc`, header + handlerTable(table.calls, stage))
  }
  write(folder, 'call_routine_table.inc', header + callRoutines(table.calls))
  write(folder, 'op-table.json', json(table))
}

try {
  main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof TableError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
