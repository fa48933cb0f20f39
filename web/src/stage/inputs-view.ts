import type { ParameterInfo, Program } from 'paddock-hlo'
import { button, element, textElement } from '../dom.js'
import { boundOf, sourceText, type Inputs, type InputChoices, type Source } from '../inputs.js'

export interface InputEvents {
  choose(parameter: ParameterInfo, source: Source): void
  /// The size that made values have where the type says `?`.
  chooseSize(parameter: ParameterInfo, dimension: number, size: number): void
  /// Arrays of a file, for this argument before others.
  giveFile(parameter: ParameterInfo, file: File): void
}

/// One row an argument: its name and type, where its value comes from, and other ways to make it.
export function renderInputs(program: Program, inputs: Inputs, choices: InputChoices, events: InputEvents): HTMLElement {
  const list = element('div', 'inputs')
  const parameters = program.hasCommentedInputs ? [] : (program.entry?.arguments ?? [])
  if (program.hasCommentedInputs) list.append(textElement('p', 'note', 'The comments of this program give its inputs.'))
  else if (parameters.length === 0) list.append(textElement('p', 'note', 'This program takes no inputs.'))
  parameters.forEach((parameter, index) => list.append(renderArgument(parameter, inputs.sources[index] ?? null, choices, events)))
  if (parameters.length > 0) list.append(textElement('p', 'note', 'Arrays of a .npy, .npz or .safetensors file that is dropped on the page go to the arguments of their names, else to the first ones that they fit.'))
  return list
}

function renderArgument(parameter: ParameterInfo, source: Source | null, inputChoices: InputChoices, events: InputEvents): HTMLElement {
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
  row.append(textElement('p', 'source', `Now: ${sourceText(source)}.`))
  if (source.kind !== 'file' && source.kind !== 'text') row.append(...sizeFields(parameter, inputChoices, events))
  row.append(choices, textField(parameter, source, events))
  return row
}

/// For each `?` of the type, the size that made values have.
function sizeFields(parameter: ParameterInfo, choices: InputChoices, events: InputEvents): HTMLElement[] {
  const shape = choices.shapeOf(parameter)
  return parameter.shape.flatMap((given, dimension) => {
    if (given >= 0) return []
    const label = textElement('label', 'size', `size ${dimension}`)
    const field = element('input', 'grid')
    field.type = 'number'
    field.min = '0'
    const bound = boundOf(parameter, dimension)
    if (bound !== null) field.max = String(bound)
    field.value = String(shape[dimension])
    field.setAttribute('aria-label', `Size ${dimension} of %${parameter.name}`)
    field.addEventListener('change', () => {
      const size = Number(field.value)
      if (Number.isSafeInteger(size) && size >= 0 && field.validity.valid) events.chooseSize(parameter, dimension, size)
      else field.value = String(shape[dimension])
    })
    label.append(field)
    return [label]
  })
}

function filePicker(parameter: ParameterInfo, events: InputEvents): HTMLElement {
  const label = textElement('label', 'choice', 'a file')
  const input = element('input', 'file')
  input.type = 'file'
  input.accept = '.npy,.npz,.safetensors'
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file !== undefined) events.giveFile(parameter, file)
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
