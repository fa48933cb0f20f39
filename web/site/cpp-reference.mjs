// Renders the public headers as pages, each comment above its declaration: the C++ headers of core/api and core/run, and the
// headers of the C interface.
import { readFileSync, readdirSync } from 'node:fs'
import { escape, slug } from './html.mjs'

const core = new URL('../../core/', import.meta.url)

/** Headers that come first for a reader. */
const first = ['api/program.h', 'api/run/session.h', 'api/run/inputs.h', 'api/observe/values.h', 'api/run/expectations.h', 'api/debug/debugger.h']

export function cppPage() {
  const names = ['api', 'run'].flatMap((folder) => readdirSync(new URL(`${folder}/`, core), { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((name) => name.endsWith('.h') && !name.endsWith('testing.h'))
  const order = (name) => (first.includes(name) ? first.indexOf(name) : first.length)
  names.sort((a, b) => order(a) - order(b) || a.localeCompare(b))
  const lead = 'The public headers of the C++ interface. Every error is a diagnostic; no function throws. <a href="cplusplus.html">C++</a> is the guide.'
  return pageOf('C++ reference', 'cpp.html', lead, names)
}

/** Renders paddock.h, which has the rules of all functions, and the headers that it includes. */
export function cPage() {
  const text = readFileSync(new URL('c/paddock.h', core), 'utf8')
  const included = [...text.matchAll(/^#include "core\/(c\/\w+\.h)"/gm)].map(([, name]) => name)
  const lead = 'The headers of the C interface. <code>paddock/c.h</code> includes all of them. <a href="c.html">C</a> is the guide.'
  return pageOf('C reference', 'c-reference.html', lead, ['c/paddock.h', ...included])
}

function pageOf(title, path, lead, names) {
  const headers = names.map(readHeader)
  const body = `<h1>${title}</h1>\n<p class="lead">${lead}</p>\n${headers.map(({ html }) => html).join('\n')}`
  const entries = headers.map(({ name, text }) => ({ heading: `core/${name}`, anchor: slug(name), text }))
  return { path, title, section: 'Reference', body, entries }
}

/** Removes the lines that make a C header usable in C++ and export its functions. */
const withoutLinkage = (text) => text.replace(/#ifdef __cplusplus\n.*\n#endif\n/g, '').replace(/#if defined\(__GNUC__\)[\s\S]*?#endif\n/, '').replaceAll('PADDOCK_C_API ', '')

function readHeader(name) {
  const source = withoutLinkage(readFileSync(new URL(name, core), 'utf8'))
  const [about, ...rest] = source.split(/^#ifndef .*\n#define .*\n/m)
  const declared = rest.join('').replace(/^#(?:include|endif).*\n/gm, '').replace(/^\}? *\/\/ namespace.*$|^namespace .* \{$/gm, '')
  const chunks = declared.split(/\n(?:\s*\n)+/).map((chunk) => chunk.replace(/^\n+|\s+$/g, '')).filter((chunk) => chunk !== '' && !/^class \w+;$/.test(chunk))
  const html = `<h2 id="${slug(name)}"><code>core/${escape(name)}</code></h2>\n${prose(commentOf(about))}\n${joined(chunks).map(renderChunk).join('\n')}`
  return { name, html, text: `${commentOf(about)} ${[...declared.matchAll(/\b(?:class|struct) (\w+)/g)].map(([, word]) => word).join(' ')}` }
}

/** Joins the parts of a class with blank lines inside. */
function joined(chunks) {
  const whole = []
  let depth = 0
  for (const chunk of chunks) {
    if (depth > 0) whole[whole.length - 1] += `\n\n${chunk}`
    else whole.push(chunk)
    depth += [...chunk.replace(/\/\/.*$/gm, '')].reduce((sum, sign) => sum + (sign === '{' ? 1 : sign === '}' ? -1 : 0), 0)
  }
  return whole
}

function renderChunk(chunk) {
  const lines = chunk.split('\n')
  const length = lines.findIndex((line) => !line.startsWith('//'))
  const about = commentOf(lines.slice(0, length < 0 ? undefined : length).join('\n'))
  const code = length < 0 ? '' : withoutPrivate(lines.slice(length).join('\n'))
  return `${prose(about)}${code === '' ? '' : `<pre class="code" tabindex="0"><code>${escape(code)}</code></pre>`}`
}

/** Private members are omitted. */
const withoutPrivate = (code) => code.replace(/\n private:[\s\S]*?(?=\n\};?$)/, '')

const commentOf = (text) => text.split('\n').map((line) => line.replace(/^\/\/ ?/, '')).join('\n').replace(/^\n+|\s+$/g, '')

/** Indented lines are code, others are text. */
function prose(text) {
  if (text === '') return ''
  return text.split(/\n\s*\n/).map((part) => (/^ {2}/.test(part) ? `<pre class="code" tabindex="0"><code>${escape(part)}</code></pre>` : `<p>${escape(part)}</p>`)).join('\n')
}
