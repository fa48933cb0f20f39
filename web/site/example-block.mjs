// A program in a page: readable as it stands, and with JavaScript a place to change and run it.
import { highlight } from './html.mjs'

export function exampleBlock(text) {
  return `<paddock-example><pre class="code mlir"><code>${highlight(text.trimEnd())}</code></pre></paddock-example>\n`
}
