import { currentProgram } from '../codemirror/engine-source.js'
import type { CommandParts } from './command-line.js'
import type { PageProgram } from './page-program.js'
import { PanelChip } from './panel-chip.js'

/// Opens the panel that gives the program to other people and places.
export class ShareChip {
  readonly dom: HTMLButtonElement

  constructor(program: PageProgram, lastRun: () => CommandParts | null) {
    this.dom = new PanelChip('share', 'Share', async (close) => {
      const [{ renderSharePanel }, { makeLink }, { commandWords }] = await Promise.all([import('./share-panel.js'), import('../link/make-link.js'), import('./command-line.js')])
      return renderSharePanel({
        close,
        text: () => program.current().text,
        link: () => makeLink(program.current(), currentProgram(program.view), () => program.engine()),
        command: (fileName) => {
          const run = lastRun()
          return run && commandWords({ ...run, fileName: fileName ?? run.fileName })
        },
      })
    }).dom
    this.dom.title = 'A link with this program, and other forms'
  }
}
