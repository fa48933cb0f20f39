import type { Paddock, Program } from 'paddock-hlo'
import { opening } from '../examples/catalogue.js'
import type { ExampleChooser } from '../examples/chooser.js'
import { noChoices } from '../inputs/inputs.js'
import { pinnedCell, showPinned } from '../link/pinned-cell.js'
import type { SharedProgram } from '../link/shared-program.js'
import { linkLimits, usualSettings } from '../run/engine-settings.js'
import { reportCell } from '../stage/picture/cell-event.js'
import type { Workbench } from '../workbench/workbench.js'
import type { EngineChip } from './engine-chip.js'

/// Parts of the page that a program concerns.
export interface PageParts {
  bench: Workbench
  chooser: ExampleChooser
  engine: EngineChip
  process(): number
  /// Shows this process after the next run.
  showProcess(process: number): void
  tab(): string
  openTab(name: string): void
  openText(text: string): void
}

/// Everything on the page that a link carries, read and replaced as a whole.
export class PageProgram {
  constructor(private readonly parts: PageParts) {}

  /// The program as the engine read it; null until then.
  get read(): Program | null {
    return this.parts.bench.program
  }

  /// The program that a page without a draft shows.
  readonly opening: SharedProgram = {
    text: opening.text,
    example: opening.example.id,
    inputs: noChoices,
    grid: null,
    numerics: usualSettings.numerics,
    flavour: usualSettings.flavour,
    view: { cursor: null, execution: null, process: 0, tab: null, pin: null },
  }

  /// Includes files that are inputs.
  current(): SharedProgram {
    const { bench, chooser, process, tab } = this.parts
    const { numerics, flavour } = bench.runner.settings
    const execution = bench.stage.execution
    const view = { cursor: bench.cursor()?.offset ?? null, execution, process: process(), tab: tab() === 'Value' ? null : tab(), pin: pinnedCell(bench.stage.dom) }
    return { text: bench.text, example: chooser.example.id, inputs: bench.choices.all(), grid: bench.runner.grid, numerics, flavour, view }
  }

  /// Key of everything that an edit or a choice changes.
  get state(): string {
    const { bench } = this.parts
    return JSON.stringify([bench.chosen, bench.text])
  }

  get isPristine(): boolean {
    const { bench } = this.parts
    return bench.text === opening.text && bench.runner.grid === null && bench.choices.isEmpty
  }

  /// A foreign program runs within limits until the user edits it or asks for more.
  show(program: SharedProgram, isForeign: boolean): void {
    const { bench, chooser, engine } = this.parts
    const { text, inputs, grid, numerics, flavour, view } = program
    bench.choices.replace(inputs)
    bench.runner.grid = grid
    bench.runner.limits = isForeign ? linkLimits : null
    engine.adopt({ numerics, flavour })
    chooser.restore({ text, example: program.example ?? opening.example.id, isDetached: true })
    this.parts.openText(text)
    bench.submit()
    this.look(view)
  }

  private look({ cursor, execution, process, tab, pin }: SharedProgram['view']): void {
    const { bench, openTab, showProcess } = this.parts
    showProcess(process)
    openTab(tab ?? 'Value')
    if (cursor !== null) bench.visit(cursor)
    bench.stage.showExecution(execution)
    const { text } = bench
    if (pin !== null) void showPinned(bench.stage.dom, pin, (section, cell) => reportCell(section, cell, { isPinned: true }), () => bench.text !== text)
  }

  liftLimits(): void {
    this.parts.bench.runner.limits = null
  }

  submit(): void {
    this.parts.bench.submit()
  }

  engine(): Promise<Paddock> {
    return this.parts.bench.runner.engine()
  }
}
