/// Links to the documentation site beside this page, if the page declares one. An element in another page has none.

import { textElement } from './dom.js'

function base(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="paddock-documentation"]')?.content
}

/// Opens a new tab, so that the program stays open.
function linkTo(path: string, className: string, text: string): HTMLAnchorElement | undefined {
  const folder = base()
  if (folder === undefined) return undefined
  const link = textElement('a', className, text)
  link.href = `${folder}${path}`
  link.target = '_blank'
  return link
}

export function linkToDocumentation(className: string, text: string): HTMLAnchorElement | undefined {
  return linkTo('index.html', className, text)
}

/// Full name: `stablehlo.add`.
export function linkToOperation(name: string, className: string, text: string): HTMLAnchorElement | undefined {
  return linkTo(`ops/${name}.html`, className, text)
}

/// Links a diagnostic's code (`pad-c3`) and link (`...spec#pad`) to the rule; undefined if the code
/// has no numbered rule.
export function linkToRule(code: string, link: string, className: string, text: string): HTMLAnchorElement | undefined {
  const label = /-([a-z]+\d+)$/.exec(code)?.[1]
  const section = /\/stablehlo\/spec#([\w-]+)$/.exec(link)?.[1]
  if (label === undefined || section === undefined || !code.startsWith(`${section}-`)) return undefined
  return linkTo(`ops/stablehlo.${section}.html#${label.toUpperCase()}`, className, text)
}
