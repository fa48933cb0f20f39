// Renders a program in a page: readable as text, and with JavaScript editable and runnable.
import { highlight } from './html.mjs'

/** `isFirst`: it runs as soon as it is visible. */
export function exampleBlock(text, isFirst = false) {
  return `<paddock-example${isFirst ? ' run="visible"' : ''}><pre class="code mlir"><code>${highlight(text.trimEnd())}</code></pre></paddock-example>\n`
}
