import { saveFile } from '../shared/save-file.js'
import { svgElement } from '../shared/dom.js'
import { pictureStyles } from './graph-styles.js'
import type { Scene } from './scene.js'

/// Returns the whole graph as an SVG file, with the colours that the page has.
function svgFile(svg: SVGSVGElement, { width, height }: Pick<Scene, 'width' | 'height'>): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const around = 12
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('viewBox', `${-around} ${-around} ${Math.ceil(width) + 2 * around} ${Math.ceil(height) + 2 * around}`)
  copy.setAttribute('width', String(Math.ceil(width) + 2 * around))
  copy.setAttribute('height', String(Math.ceil(height) + 2 * around))
  copy.removeAttribute('data-has-lit')
  copy.querySelector('.graph-content')?.removeAttribute('transform')
  for (const node of copy.querySelectorAll('.node')) for (const name of ['tabindex', 'data-lit', 'data-now']) node.removeAttribute(name)
  const styles = svgElement('style', {})
  styles.textContent = withColours(pictureStyles, getComputedStyle(svg))
  const ground = svgElement('rect', { x: -around, y: -around, width: '100%', height: '100%', fill: getComputedStyle(svg).getPropertyValue('--pane').trim() })
  copy.prepend(styles, ground)
  return new XMLSerializer().serializeToString(copy)
}

/// Replaces the page's custom properties, which other programs do not know.
function withColours(styles: string, computed: CSSStyleDeclaration): string {
  return styles
    .replace(/color-mix\([^;]*\)/g, 'none')
    .replace('var(--mono)', 'monospace')
    .replace(/var\((--[\w-]+)\)/g, (_, name: string) => computed.getPropertyValue(name).trim())
}

export const saveGraph = (svg: SVGSVGElement, size: Pick<Scene, 'width' | 'height'>): void => saveFile(new TextEncoder().encode(svgFile(svg, size)), 'graph.svg')
