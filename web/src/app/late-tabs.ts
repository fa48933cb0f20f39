import type { Workbench } from '../workbench/workbench.js'
import { LateTab } from './late-tab.js'

/// Returns the tab of the program as a graph.
export const graphTab = (bench: Workbench): LateTab =>
  new LateTab(async (dom) => {
    const { GraphPanel } = await import('../graph/graph-panel.js')
    return new GraphPanel(dom, { view: () => bench.view, run: () => bench.stage.asked.run, profile: () => bench.runner.profile() })
  })

/// Returns the tab of a comparison with another run or a file.
export const compareTab = (bench: Workbench): LateTab =>
  new LateTab(async (dom) => {
    const { ComparePanel } = await import('../compare/compare-panel.js')
    return new ComparePanel(dom, { view: () => bench.view, run: () => bench.stage.asked.run, engine: () => bench.runner.engine(), numerics: () => bench.runner.settings.numerics })
  })

/// Returns the tab of builder code. `open` shows a program that code has made.
export const codeTab = (bench: Workbench, open: (text: string) => void): LateTab =>
  new LateTab(async (dom) => {
    const { CodePanel } = await import('./code-panel.js')
    return new CodePanel(dom, { engine: () => bench.runner.engine(), text: () => bench.text, open })
  })
