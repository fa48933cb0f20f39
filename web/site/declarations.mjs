// Reads the exports of the npm package from its declarations, with the TypeScript compiler: names,
// signatures, and documentation comments with their parameters and errors.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const dist = fileURLToPath(new URL('../../wasm/package/dist/', import.meta.url))
const entries = { 'paddock-hlo': 'index.d.ts', 'paddock-hlo/inline': 'inline.d.ts', 'paddock-hlo/builder': 'builder.d.ts', 'paddock-hlo/element': 'element/index.d.ts', 'paddock-hlo/codemirror': 'codemirror/index.d.ts' }

/** Members that a standard calls, and no user. */
const reactions = new Set(['[Symbol.dispose]', 'observedAttributes', 'connectedCallback', 'disconnectedCallback', 'attributeChangedCallback'])

/** Returns the exports of each entry of the package: `{ entry, exported }`, each export once. */
export function packageExports() {
  const all = Object.entries(entries).map(([entry, file]) => ({ entry, exported: exportsOf(dist, file) }))
  const isKnown = ({ name }) => name !== 'load' && all[0].exported.some((one) => one.name === name)
  return all.map(({ entry, exported }, i) => ({ entry, exported: i === 0 ? exported : exported.filter((one) => !isKnown(one)) }))
}

/**
 * Returns the exports of `folder/entry`, in the order of the text:
 * `{ name, kind, signature, comment, members }`. A comment is `{ text, parameters, errors }`; a
 * member `{ name, signature, comment }`. `parameters` has an entry `{ name, text }` for each
 * parameter; its text is empty if the comment has none.
 */
export function exportsOf(folder, entry) {
  const file = join(folder, entry)
  // Names and comments need no library, and no types from elsewhere.
  const program = ts.createProgram([file], { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, target: ts.ScriptTarget.ES2022, noLib: true, types: [] })
  const checker = program.getTypeChecker()
  return checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file))).map((symbol) => {
    const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return readDeclaration(symbol.name, real.declarations[0])
  })
}

/** Returns what lacks a comment, by name: exports, members, and parameters. */
export function undocumented(exported) {
  return exported.flatMap(({ name, comment, members }) => [
    ...missing(name, comment),
    ...members.flatMap((member) => missing(`${name}.${member.name}`, member.comment)),
  ])
}

function missing(name, { text, parameters }) {
  const without = parameters.filter((parameter) => parameter.text === '').map((parameter) => `${name}(${parameter.name})`)
  return text === '' ? [name, ...without] : without
}

function readDeclaration(name, node) {
  if (ts.isFunctionDeclaration(node)) return { name, kind: 'function', signature: callText(name, node), comment: commentOf(node, node.parameters), members: [] }
  if (ts.isTypeAliasDeclaration(node)) return { name, kind: 'type', signature: `type ${name} = ${typeText(node.type)}`, comment: commentOf(node), members: [] }
  if (ts.isVariableDeclaration(node)) return readConstant(name, node)
  if (!ts.isClassDeclaration(node) && !ts.isInterfaceDeclaration(node)) throw new Error(`${name} is a ${ts.SyntaxKind[node.kind]}, which the reference cannot show`)
  const kind = ts.isClassDeclaration(node) ? 'class' : 'interface'
  const base = node.heritageClauses?.[0]?.types.map((type) => type.getText()).join(', ')
  const signature = `${kind} ${name}${base === undefined ? '' : ` extends ${base}`}`
  return { name, kind, signature, comment: commentOf(node), members: node.members.filter(isPublic).flatMap((member) => readMember(member, node)) }
}

/** A constant that is a function is shown as one. */
function readConstant(name, node) {
  const statement = node.parent.parent
  if (ts.isFunctionTypeNode(node.type)) return { name, kind: 'function', signature: callText(name, node.type, statement), comment: commentOf(statement, node.type.parameters), members: [] }
  return { name, kind: 'constant', signature: `const ${name}: ${typeText(node.type)}`, comment: commentOf(statement), members: [] }
}

function isPublic(member) {
  const isPrivate = member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
  return !isPrivate && member.name !== undefined && !ts.isPrivateIdentifier(member.name) && !reactions.has(member.name.getText())
}

function readMember(member, owner) {
  const name = member.name.getText()
  if (ts.isMethodDeclaration(member) || ts.isMethodSignature(member)) return [{ name, signature: callText(name, member), comment: commentOf(member, member.parameters) }]
  const setter = owner.members.find((other) => ts.isSetAccessorDeclaration(other) && other.name.getText() === name)
  // The getter's comment is for both.
  if (member === setter) return []
  const isReadonly = ts.isGetAccessorDeclaration(member) ? setter === undefined : member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword)
  const type = member.type === undefined ? member.initializer.getText() : typeText(member.type)
  return [{ name, signature: `${isReadonly ? 'readonly ' : ''}${name}${member.questionToken ? '?' : ''}: ${type}`, comment: commentOf(member) }]
}

/** A parameter that is taken apart has the name that the comment gives it. */
function nameOf(parameter, tag) {
  return ts.isIdentifier(parameter.name) ? parameter.name.text : (tag?.name.getText() ?? 'options')
}

function callText(name, node, documented = node) {
  const tags = parameterTags(documented)
  const parameters = node.parameters.map((parameter, i) => `${nameOf(parameter, tags[i])}${parameter.questionToken ? '?' : ''}: ${typeText(parameter.type)}`)
  return `${name}(${parameters.join(', ')}): ${typeText(node.type)}`
}

const tagsOf = (node) => node.jsDoc?.at(-1)?.tags ?? []
const parameterTags = (node) => tagsOf(node).filter(ts.isJSDocParameterTag)
const plain = (comment) => (ts.getTextOfJSDocComment(comment) ?? '').trim()

function commentOf(node, parameters = []) {
  for (const tag of tagsOf(node)) if (!ts.isJSDocParameterTag(tag) && !ts.isJSDocThrowsTag(tag)) throw new Error(`no comment of the reference has @${tag.tagName.text}: ${node.getText().slice(0, 80)}`)
  const tags = parameterTags(node)
  return {
    text: plain(node.jsDoc?.at(-1)?.comment),
    parameters: parameters.map((parameter, i) => {
      const name = nameOf(parameter, tags[i])
      return { name, text: plain(tags.find((tag) => tag.name.getText() === name)?.comment) }
    }),
    errors: tagsOf(node).filter(ts.isJSDocThrowsTag).map(({ comment }) => plain(comment)),
  }
}

/** Returns a type as text, indented by two spaces and without comments. */
function typeText(node) {
  const lines = node.getText().replace(/\/\*\*[^]*?\*\/\s*/g, '').split('\n')
  const depth = Math.min(...lines.slice(1).map((line) => /^ */.exec(line)[0].length))
  return lines.map((line, i) => (i === 0 ? line : line.slice(depth).replace(/^ +/, (indent) => ' '.repeat(indent.length / 2)))).join('\n').replaceAll('ArrayBufferView<ArrayBufferLike>', 'ArrayBufferView')
}
