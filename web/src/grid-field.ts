import { element } from './dom.js'

export interface Grid {
  replicas: number
  partitions: number
}

/// The process grid, replicas x partitions; empty is what the program says.
export function createGridField(onChange: (grid: Grid | null) => void): HTMLInputElement {
  const field = element('input', 'grid')
  field.type = 'text'
  field.value = '1 x 1'
  field.setAttribute('aria-label', 'Grid of processes, replicas x partitions')
  field.title = 'Replicas x partitions'
  field.addEventListener('change', () => {
    const [, replicas, partitions] = /^\s*(\d{1,4})\s*[x×*,]\s*(\d{1,4})\s*$/.exec(field.value) ?? []
    onChange(replicas === undefined ? null : { replicas: Math.max(1, Number(replicas)), partitions: Math.max(1, Number(partitions)) })
  })
  return field
}
