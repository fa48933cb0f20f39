import { catalogue } from '../examples/catalogue.js'
import { gallery } from '../examples/gallery.js'
import { togglePalette } from '../palette/palette.js'
import type { PageParts } from './page-program.js'

/// Opens the palette of the page's commands, or closes it. `status`: a sentence about the last run.
export function openPalette(host: HTMLElement, { bench, chooser, engine }: PageParts, status: () => string): void {
  togglePalette({
    host,
    view: () => bench.view,
    run: () => bench.stage.asked.run,
    examples: [...catalogue, ...gallery].flatMap(({ examples }) => examples).map(({ id, title }) => ({ title, open: () => void chooser.open(id) })),
    openFile: (file) => chooser.openFile(file),
    status,
    engine: () => `Paddock ${bench.runner.running?.version ?? ''}, ${engine.dom.textContent}`,
  })
}
