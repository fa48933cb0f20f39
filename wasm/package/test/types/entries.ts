// Examples of the entries for editors and pages; entries.test.mjs compiles them.
import { EditorView } from '@codemirror/view'
import { load, type Tensor } from 'paddock-hlo'
import { currentProgram, foldLongLiterals, stablehlo, stablehloAssistance, type CheckingOptions } from 'paddock-hlo/codemirror'
import { PaddockExampleElement, PaddockTensorElement, provideEngine, type ExampleResult } from 'paddock-hlo/element'
import { load as loadInline } from 'paddock-hlo/inline'

provideEngine(() => loadInline({ worker: false }))

const options: CheckingOptions = { delay: 10, onCheck: ({ hasErrors }, { state }) => console.log(hasErrors, state.doc.lines) }
const view = new EditorView({ extensions: [stablehlo(), stablehloAssistance(load(), options)] })
foldLongLiterals(view)
export const name: string | undefined = currentProgram(view)?.entry?.name

export const example: PaddockExampleElement | null = document.querySelector('paddock-example')
export const picture: PaddockTensorElement | null = document.querySelector('paddock-tensor')
export const tensor: Tensor | null = picture?.tensor ?? null
export const listener = ({ program, result }: ExampleResult): string => `${program.text} ${result.hash}`
document.addEventListener('paddock-result', ({ detail }) => console.log(listener(detail)))
example?.addEventListener('paddock-result', ({ detail: { result } }) => result.status satisfies 'finished' | 'failed' | 'stopped')
// @ts-expect-error: the program is a text.
if (example !== null) example.program = 1
