// Implements the imports of host_imports.h: each calls the method of that name of the host object
// that the package passes in.
const hostFunctions = [
  'take', 'words', 'variable', 'open', 'size', 'read', 'write', 'close', 'problem', 'stat', 'list', 'print', 'is_interactive',
  'shows_colors', 'threads', 'now', 'cpu_seconds', 'is_interrupted',
]
for (const name of hostFunctions) {
  addToLibrary({ [`paddock_host_${name}`]: `(...values) => Module['host'].${name}(...values)` })
}
