/// Sizes and looks that the user chose, kept across visits if storage exists.

/// Key in the browser's storage.
export const layoutKey = 'paddock-layout'

export interface LayoutChoices {
  /// Width of the program's pane in pixels, if the panes are side by side.
  editorWidth?: number
  /// The program's share of the height, from 0 to 1, if the panes are stacked.
  editorPart?: number
  /// Width in pixels.
  columnWidth?: number
  isColumnFolded?: boolean
  theme?: 'light' | 'dark'
}

let choices: LayoutChoices | null = null

/// Returns null if storage cannot be read.
function read(): LayoutChoices | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(layoutKey) ?? '{}')
    return typeof kept === 'object' && kept !== null ? checked(kept as Record<string, unknown>) : {}
  } catch {
    return null
  }
}

function checked({ editorWidth, editorPart, columnWidth, isColumnFolded, theme }: Record<string, unknown>): LayoutChoices {
  const isSize = (size: unknown): size is number => typeof size === 'number' && Number.isFinite(size) && size > 0
  return {
    ...(isSize(editorWidth) && { editorWidth }),
    ...(isSize(editorPart) && editorPart < 1 && { editorPart }),
    ...(isSize(columnWidth) && { columnWidth }),
    ...(isColumnFolded === true && { isColumnFolded }),
    ...((theme === 'light' || theme === 'dark') && { theme }),
  }
}

export const layoutChoices = (): Readonly<LayoutChoices> => (choices ??= read() ?? {})

/// Changes some choices; `undefined` resets one to its default. Choices made in other tabs are kept.
export function chooseLayout(changed: { [K in keyof LayoutChoices]: LayoutChoices[K] | undefined }): void {
  choices = checked({ ...(read() ?? layoutChoices()), ...changed })
  try {
    localStorage.setItem(layoutKey, JSON.stringify(choices))
  } catch {
    // In a frame of another site the choice lasts until the page is left.
  }
}
