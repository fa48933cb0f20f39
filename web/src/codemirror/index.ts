/// StableHLO for CodeMirror 6: highlighting, folding and indentation by themselves; with an
/// engine also diagnostics with their fixes, completion, hover, definitions and renaming.
///
///     import { basicSetup, EditorView } from 'codemirror'
///     import { load } from 'paddock-hlo'
///     import { stablehlo, stablehloAssistance } from 'paddock-hlo/codemirror'
///     new EditorView({ parent, doc, extensions: [basicSetup, stablehlo(), stablehloAssistance(load())] })
import { autocompletion } from '@codemirror/autocomplete'
import { indentUnit, LanguageSupport } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import type { Paddock } from 'paddock-hlo'
import { checking, type CheckingOptions } from './checking.js'
import { completion } from './completion.js'
import { definition } from './definition.js'
import { diagnosticMarks } from './diagnostics.js'
import { engineSource } from './engine-source.js'
import { folding } from './folding.js'
import { formatting } from './format.js'
import { hover } from './hover.js'
import { indentation } from './indentation.js'
import { language } from './mlir-language.js'
import { renaming } from './rename.js'

export type { CheckingOptions } from './checking.js'
export { currentProgram } from './engine-source.js'
export { foldLongLiterals } from './folding.js'

/// The language: highlighting by the usual tags, folding of regions and long literals, indentation
/// by two spaces, and `//` comments.
export function stablehlo(): LanguageSupport {
  return new LanguageSupport(language, [indentation, indentUnit.of('  '), folding])
}

/// Assistance from an engine: problems are underlined with their fixes, Ctrl-Space completes,
/// hovering explains operations and values, F12 goes to a definition, F2 renames, Shift-Alt-F
/// formats the text. The caller loads the engine and closes it.
///
/// @param engine The engine, or a promise of it.
/// @param options When the text is checked, and a listener.
export function stablehloAssistance(engine: Paddock | Promise<Paddock>, options: CheckingOptions = {}): Extension {
  return [engineSource, checking(Promise.resolve(engine), options), diagnosticMarks, autocompletion(), completion, hover, definition, renaming, formatting]
}
