/// Messages between the extension and its panel.

export interface ToPanel {
  program: string
}

export type FromPanel = { kind: 'ready' } | { kind: 'edited'; program: string }
