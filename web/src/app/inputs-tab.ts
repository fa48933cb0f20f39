import type { ParameterInfo } from 'paddock-hlo'
import { InputsPanel } from '../stage/panels/inputs-panel.js'
import type { Workbench } from '../workbench/workbench.js'

/// The tab "Inputs", whose choices run the program again.
export function inputsTab(bench: Workbench, giveFile: (parameter: ParameterInfo, file: File) => void): InputsPanel {
  const { choices } = bench
  return new InputsPanel(choices, bench.brushes, {
    choose: (parameter, source) => bench.choose(parameter, source),
    chooseEach: (chosen) => {
      for (const [parameter, source] of chosen) choices.choose(parameter, source)
      bench.submit()
    },
    chooseSize: (parameter, dimension, size) => {
      choices.chooseSize(parameter, dimension, size)
      bench.submit()
    },
    giveFile,
    chooseFeed: (channel, entries) => {
      choices.chooseFeed(channel, entries)
      bench.submit()
    },
    startWhy: () => bench.runner.startWhy(),
    view: () => bench.view,
    beforeRun: (stop) => bench.stage.stops.push(stop),
  })
}
