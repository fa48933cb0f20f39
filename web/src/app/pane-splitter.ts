import { chooseLayout, layoutChoices } from '../shared/layout-choices.js'
import type { Extent } from '../shared/separator.js'

/// Window width from which the program and its values are side by side; styles.ts has the same number.
const beside = matchMedia('(min-width: 1100px)')
const least = { x: 240, y: 80 }

/// Sizes the panes as the user chose, with a splitter between them.
export async function splitPanes(host: HTMLElement, editor: HTMLElement, stage: HTMLElement): Promise<void> {
  const { editorWidth, editorPart } = layoutChoices()
  let chosen: Sizes = { editorWidth, editorPart }
  apply(host, chosen)
  // The editor comes first.
  await new Promise(requestAnimationFrame)
  const { Separator } = await import('../shared/separator.js')
  const axisNow = (): 'x' | 'y' => (beside.matches ? 'x' : 'y')
  const sizeOf = (pane: HTMLElement): number => (axisNow() === 'x' ? pane.offsetWidth : pane.offsetHeight)
  const extent = (): Extent => {
    const [now, both] = [sizeOf(editor), sizeOf(editor) + sizeOf(stage)]
    return { now, least: least[axisNow()], most: Math.max(both - least[axisNow()], least[axisNow()]) }
  }
  const separator = new Separator('splitter', 'Room for the program', {
    direction: () => ({ axis: axisNow(), sign: 1 }),
    extent,
    resize: (size) => {
      if (axisNow() === 'x') chosen = { ...chosen, editorWidth: Math.round(size) }
      else chosen = { ...chosen, editorPart: size / (sizeOf(editor) + sizeOf(stage)) }
      apply(host, chosen)
    },
    reset: () => apply(host, (chosen = axisNow() === 'x' ? { ...chosen, editorWidth: undefined } : { ...chosen, editorPart: undefined })),
    keep: () => chooseLayout(chosen),
  })
  editor.after(separator.dom)
  separator.describe()
  beside.addEventListener('change', () => separator.describe())
}

interface Sizes {
  editorWidth: number | undefined
  editorPart: number | undefined
}

function apply({ style }: HTMLElement, { editorWidth, editorPart }: Sizes): void {
  const set = (name: string, value: string | null): void => (value === null ? void style.removeProperty(name) : style.setProperty(name, value))
  set('--editor-width', editorWidth === undefined ? null : `clamp(${least.x}px, ${editorWidth}px, 100% - ${least.x}px)`)
  set('--editor-rows', editorPart === undefined ? null : `${editorPart.toFixed(4)}fr`)
  set('--stage-rows', editorPart === undefined ? null : `${(1 - editorPart).toFixed(4)}fr`)
}
