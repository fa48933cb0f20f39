// A program in a page: readable as it stands, and with JavaScript a place to change and run it.
import { highlight } from './html.mjs'

/** `isFirst`: it runs as soon as it is seen. */
export function exampleBlock(text, isFirst = false) {
  return `<paddock-example${isFirst ? ' run="visible"' : ''}><pre class="code mlir"><code>${highlight(text.trimEnd())}</code></pre></paddock-example>\n`
}
