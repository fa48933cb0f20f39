/// Programs and tensors in any page, as elements of HTML.
///
///     <script type="module" src="https://.../paddock-hlo/dist/element/index.js"></script>
///     <paddock-example>
///       <script type="text/mlir">
///         %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
///         %b = stablehlo.add %a, %a : tensor<2xf32>
///       </script>
///     </paddock-example>
///
/// Until one is touched, neither the editor nor the engine is loaded.
import { define } from './define.js'
import { PaddockExampleElement } from './example-element.js'
import type { ExampleResult } from './example-result.js'
import { PaddockTensorElement } from './tensor-element.js'

export { provideEngine } from './engine-choice.js'
export { PaddockExampleElement } from './example-element.js'
export type { ExampleResult } from './example-result.js'
export { PaddockTensorElement } from './tensor-element.js'

define('paddock-example', PaddockExampleElement)
define('paddock-tensor', PaddockTensorElement)

declare global {
  interface HTMLElementTagNameMap {
    'paddock-example': PaddockExampleElement
    'paddock-tensor': PaddockTensorElement
  }
  interface HTMLElementEventMap {
    'paddock-result': CustomEvent<ExampleResult>
    'paddock-process': CustomEvent<ExampleResult>
  }
  interface DocumentEventMap {
    'paddock-result': CustomEvent<ExampleResult>
    'paddock-process': CustomEvent<ExampleResult>
  }
}
