import { PlaygroundElement } from './playground-element.js'

if (customElements.get('paddock-playground') === undefined) {
  customElements.define('paddock-playground', PlaygroundElement)
}
