// Renders the exports of the npm package as a page, from its declarations.
import { Marked } from 'marked'
import { packageExports, undocumented } from './declarations.mjs'
import { escape, slug } from './html.mjs'

/** Exports of `paddock-hlo` in the order of the page. */
const groups = {
  'Loading an engine': ['load', 'LoadOptions', 'Flavour', 'WasmSource', 'PartName', 'hasRelaxedSimd', 'hasThreads', 'Paddock'],
  Programs: ['Program', 'ProgramSource', 'ProgramInfo', 'RunEstimate', 'ArtifactInfo', 'FunctionInfo', 'ParameterInfo', 'ParameterLeaf', 'leavesOf'],
  'Programs built in code': ['Builder', 'BuilderParameter', 'CodeLanguage', 'FunctionOptions', 'FunctionBuilder', 'Value', 'Operand', 'Type', 'ResultType', 'tensorOf', 'ConstantValue', 'OperationOptions', 'OpenAttribute', 'AttributeText', 'NestedIntegers', 'OperationParts'],
  "XLA's operations": ['Xla', 'ComputationBuilder', 'ComputationDataHandle', 'Computation', 'XlaFunction', 'ProgramShape', 'XlaShape', 'PrimitiveType', 'XlaLiteral', 'XlaPadding'],
  'Diagnostics and errors': ['Diagnostic', 'Range', 'ProgramError'],
  Runs: ['RunOptions', 'RunInputs', 'Inputs', 'Input', 'NestedList', 'ProcessInputs', 'RunResult'],
  'Values of a run': ['RunValues', 'ValueSummary', 'RunLook'],
  Profiles: ['RunProfile', 'OperationProfile', 'MachineLimits'],
  Tensors: ['Tensor', 'ElementType', 'ElementArray', 'ElementValues', 'packElements', 'viewElements', 'decodeFloats', 'TensorSummary', 'TensorDifference', 'WindowOptions', 'TensorWindow', 'windowMarks'],
  'Files of arrays': ['ArrayFile', 'ArrayInfo', 'OpenOptions', 'ReadOptions', 'FileSource', 'RangeSource', 'FileFormat', 'NamedTensors'],
  Sessions: ['Session', 'SessionOptions', 'SessionPlace', 'SessionStop', 'GoOptions', 'Breakpoint', 'Condition', 'BreakpointPlace', 'Making', 'SessionResults'],
  'Where a number came from': ['WhyChain', 'WhyCell', 'WhySet', 'WhyTerm', 'WhyOptions', 'WhyAsk', 'WhyRun'],
  Grids: ['GridMode', 'Communication', 'bytesBetween', 'Infeed', 'Outfeed'],
  'For editors': ['OperationPlace', 'NamePlace', 'DimensionPlace', 'DimensionOfValue', 'Cursor', 'searchedBy', 'operationAt', 'namesOf', 'indexOf'],
  'The op table': ['OpTable', 'OpInfo', 'AttributeInfo', 'Arity', 'CustomCallInfo'],
}

/** Descriptions of the other entries. */
const leads = {
  'paddock-hlo/inline': 'All exports of `paddock-hlo`; its `load` finds the engine inside the JavaScript.',
  'paddock-hlo/builder': 'The builder without an engine, for a thread that only makes programs.',
  'paddock-hlo/element': 'Programs and tensors as elements of HTML: the guide is [Programs in your own pages](element.html).',
  'paddock-hlo/codemirror': 'Language support for CodeMirror 6: the guide is [StableHLO in your CodeMirror editor](codemirror.html).',
}

/** Returns the page. Throws if an export or a part of one has no comment, or is in no group. */
export function javascriptPage() {
  const [main, ...rest] = packageExports()
  const lacking = [main, ...rest].flatMap(({ exported }) => undocumented(exported))
  if (lacking.length > 0) throw new Error(`these have no documentation comment: ${lacking.join(', ')}`)
  const render = renderer([main, ...rest])
  const grouped = Object.entries(groups).map(([heading, names]) => ({ heading, id: slug(heading), lead: '', exported: names.map((name) => found(main.exported, name)) }))
  const left = main.exported.filter(({ name }) => !Object.values(groups).flat().includes(name))
  if (left.length > 0) throw new Error(`web/site/javascript-reference.mjs has no group for ${left.map(({ name }) => name).join(', ')}`)
  const separate = rest.map(({ entry, exported }) => ({ heading: entry, id: slug(entry), lead: leads[entry], exported, isInline: entry === 'paddock-hlo/inline' }))
  const sections = [...grouped, ...separate]
  const lead = '<p class="lead">Every export of <code>paddock-hlo</code>, from its types. <a href="javascript.html">JavaScript</a> is the guide, with programs that run.</p>'
  const body = `<h1>JavaScript reference</h1>\n${lead}\n${sections.map(render.section).join('\n')}`
  const contents = sections.map(({ heading, id }) => ({ heading, anchor: id }))
  return { path: 'javascript-reference.html', title: 'JavaScript reference', section: 'Reference', body, contents, entries: sections.flatMap(entriesOf) }
}

function found(exported, name) {
  const one = exported.find((other) => other.name === name)
  if (one === undefined) throw new Error(`web/site/javascript-reference.mjs: paddock-hlo does not export ${name}`)
  return one
}

const anchorOf = (name, isInline) => (isInline ? `inline.${name}` : name)

/** Entries of the search: one for each export, and one for each method. */
function entriesOf({ exported, isInline }) {
  return exported.flatMap(({ name, comment, members }) => [
    { heading: name, anchor: anchorOf(name, isInline), text: [comment.text, ...members.map((member) => member.name)].join(' ') },
    ...members.filter(({ signature }) => signature.startsWith(`${signature.match(/^\w+/)[0]}(`)).map((member) => ({ heading: `${name}.${member.name}`, anchor: `${name}.${member.name}`, text: member.comment.text })),
  ])
}

/** Renders with links between all exports. */
function renderer(entries) {
  const anchors = new Set(entries.flatMap(({ exported }) => exported.flatMap(({ name, members }) => [name, ...members.map((member) => `${name}.${member.name}`)])))
  const types = new Set(entries.flatMap(({ exported }) => exported.filter(({ kind }) => kind !== 'function').map(({ name }) => name)))
  const code = (text, itself = '') => escape(text).replace(/(?<!\.)\b[A-Za-z]\w+\b/g, (word) => (types.has(word) && word !== itself ? `<a href="#${word}">${word}</a>` : word))
  const marked = new Marked({
    renderer: {
      codespan: ({ text }) => (anchors.has(text) ? `<a href="#${escape(text)}"><code>${escape(text)}</code></a>` : `<code>${escape(text)}</code>`),
      code: ({ text }) => `<pre class="code" tabindex="0"><code>${escape(text)}</code></pre>\n`,
      html: ({ text }) => escape(text),
    },
  })
  const prose = (text) => marked.parse(text)
  const inline = (text) => marked.parseInline(text)

  const facts = ({ parameters, errors }) => {
    const rows = parameters.map(({ name, text }) => `<dt><code>${escape(name)}</code></dt><dd>${inline(text)}</dd>`)
    const thrown = errors.map((text) => `<dt class="throws">throws</dt><dd>${inline(text)}</dd>`)
    return rows.length + thrown.length === 0 ? '' : `<dl class="parts facts">${[...rows, ...thrown].join('\n')}</dl>\n`
  }
  const member = (owner) => ({ name, signature, comment }) =>
    `<dt id="${escape(`${owner}.${name}`)}"><code>${code(signature)}</code></dt><dd>${prose(comment.text)}${facts(comment)}</dd>`
  // A class or an interface shows its kind beside the name; its members say the rest.
  const head = ({ name, kind, signature }) =>
    kind === 'class' || kind === 'interface' ? '' : `<pre class="code" tabindex="0"><code>${code(signature, name)}</code></pre>\n`
  const kindText = ({ name, kind, signature }) => code(kind === 'class' || kind === 'interface' ? signature.replace(name, '').replace(/  +/, ' ') : kind, name)
  const one = (isInline) => (declared) =>
    `<h3 id="${anchorOf(declared.name, isInline)}"><code>${declared.name}</code> <span class="when">${kindText(declared)}</span></h3>
${head(declared)}${prose(declared.comment.text)}${facts(declared.comment)}${declared.members.length === 0 ? '' : `<dl class="members">${declared.members.map(member(declared.name)).join('\n')}</dl>`}`
  const section = ({ heading, id, lead, exported, isInline = false }) => `<h2 id="${id}">${escape(heading)}</h2>\n${lead === '' ? '' : prose(lead)}${exported.map(one(isInline)).join('\n')}`
  return { section }
}
