import type { ParameterInfo, Program } from 'paddock-hlo'
import { button, element, textElement } from '../dom.js'
import { sourceText, type Inputs, type Source } from '../inputs.js'

export interface InputEvents {
  choose(parameter: ParameterInfo, source: Source): void
}

/// One row an argument: its name and type, where its value comes from, and other ways to make it.
export function renderInputs(program: Program, inputs: Inputs, events: InputEvents): HTMLElement {
  const list = element('div', 'inputs')
  const parameters = program.hasCommentedInputs ? [] : (program.entry?.arguments ?? [])
  if (program.hasCommentedInputs) list.append(textElement('p', 'note', 'The comments of this program give its inputs.'))
  else if (parameters.length === 0) list.append(textElement('p', 'note', 'This program takes no inputs.'))
  parameters.forEach((parameter, index) => list.append(renderArgument(parameter, inputs.sources[index] ?? null, events)))
  if (parameters.length > 0) list.append(textElement('p', 'note', 'A .npy file that is dropped on the page goes to the first argument that it fits.'))
  return list
}

function renderArgument(parameter: ParameterInfo, source: Source | null, events: InputEvents): HTMLElement {
  const row = element('section', 'input')
  row.setAttribute('aria-label', `%${parameter.name}`)
  const heading = textElement('h2', 'result-title', `%${parameter.name}`)
  heading.append(textElement('span', 'type', parameter.type))
  row.append(heading)
  if (source === null) {
    row.append(textElement('p', 'note', 'It takes no value from outside.'))
    return row
  }
  const choices = element('p', 'choices')
  const offer = (text: string, next: Source): void => {
    const choice = button('choice', text, () => events.choose(parameter, next))
    choice.setAttribute('aria-pressed', String(source.kind === next.kind && next.kind !== 'normal'))
    choices.append(choice)
  }
  offer('zeros', { kind: 'zeros' })
  offer('ones', { kind: 'ones' })
  offer('iota', { kind: 'iota' })
  offer(source.kind === 'normal' ? 'another seed' : 'normal', { kind: 'normal', seed: source.kind === 'normal' ? source.seed + 1 : 7 })
  choices.append(filePicker(parameter, events))
  row.append(textElement('p', 'source', `Now: ${sourceText(source)}.`), choices, textField(parameter, source, events))
  return row
}

function filePicker(parameter: ParameterInfo, events: InputEvents): HTMLElement {
  const label = textElement('label', 'choice', 'a .npy file')
  const input = element('input', 'file')
  input.type = 'file'
  input.accept = '.npy'
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file !== undefined) void file.arrayBuffer().then((bytes) => events.choose(parameter, { kind: 'file', name: file.name, bytes: new Uint8Array(bytes) }))
  })
  label.append(input)
  return label
}

function textField(parameter: ParameterInfo, source: Source, events: InputEvents): HTMLElement {
  const field = element('input', 'typed')
  field.type = 'text'
  field.spellcheck = false
  field.value = source.kind === 'text' ? source.text : ''
  field.placeholder = parameter.shape.length === 0 ? '1.5' : '[1.0, 2.0, ...] or dense<...>'
  field.setAttribute('aria-label', `Elements of %${parameter.name}`)
  field.addEventListener('change', () => field.value.trim() !== '' && events.choose(parameter, { kind: 'text', text: field.value }))
  return field
}
