// The exports of the package, as TypeScript sees them.
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/// Returns the symbols of an entry, such as `element/index.d.ts`.
export function exportsOf(entry) {
  const file = fileURLToPath(new URL(`../dist/${entry}`, import.meta.url))
  const program = ts.createProgram([file], { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, target: ts.ScriptTarget.ES2022 })
  const checker = program.getTypeChecker()
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
  return symbols.map((symbol) => {
    const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return { name: symbol.name, documentation: ts.displayPartsToString(real.getDocumentationComment(checker)), real, checker }
  })
}
