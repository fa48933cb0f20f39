/// Forms of a program for other places, as text.

/// HTML with an element that runs the program. `version` is the package's.
export function asElement(text: string, version: string): string {
  const script = `<script type="module" src="https://cdn.jsdelivr.net/npm/paddock-hlo@${version}/dist/element/index.js"></script>`
  // A script ends at these; only a pre can contain them.
  const isUnsafe = /<\/script|<!--/i.test(text)
  const content = isUnsafe ? `<pre>\n${escaped(text)}\n</pre>` : `<script type="text/mlir">\n${text.trimEnd()}\n</script>`
  return `${script}\n<paddock-example>\n${content}\n</paddock-example>\n`
}

const escaped = (text: string): string => text.trimEnd().replace(/[&<>]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[one]!)

/// A block of code, the picture of a result (may be empty), and the link.
export function asMarkdown(text: string, picture: string, link: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}mlir\n${text.trimEnd()}\n${fence}\n\n${picture && `${picture}\n\n`}[Open in Paddock](${link})\n`
}

/// A script that runs the program from its own text, with the command or the Python package. `words` are the command's; the
/// file is `-`.
export function asPython(text: string, words: readonly string[]): string {
  const list = words.slice(1).map((word) => JSON.stringify(word)).join(', ')
  return `import shutil
import subprocess
import sys

program = ${pythonString(text)}

# The command, or else the package paddock-hlo.
paddock = ["paddock"] if shutil.which("paddock") else [sys.executable, "-m", "paddock_hlo"]
subprocess.run([*paddock, ${list}], input=program, encoding="utf-8", check=True)
`
}

/// Readable where a raw string can hold the text, else with escapes, which JSON and Python share.
function pythonString(text: string): string {
  const isRaw = !text.includes("'''") && !/[\\']$/.test(text) && !text.includes('\0')
  return isRaw ? `r'''${text}'''` : JSON.stringify(text)
}
