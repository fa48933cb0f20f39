/// The documentation site that lies beside this page, if the page says that there is one: the element
/// in a page of somebody else has none.

import { textElement } from './dom.js'

function base(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="paddock-documentation"]')?.content
}

/// Opened beside the program, which stays as it is.
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

/// `stablehlo.add`.
export function linkToOperation(name: string, className: string, text: string): HTMLAnchorElement | undefined {
  return linkTo(`ops/${name}.html`, className, text)
}

/// What a diagnostic's code (`pad-c3`) and link (`...spec#pad`) lead to; undefined for those of no numbered rule.
export function linkToRule(code: string, link: string, className: string, text: string): HTMLAnchorElement | undefined {
  const label = /-([a-z]+\d+)$/.exec(code)?.[1]
  const section = /\/stablehlo\/spec#([\w-]+)$/.exec(link)?.[1]
  if (label === undefined || section === undefined || !code.startsWith(`${section}-`)) return undefined
  return linkTo(`ops/stablehlo.${section}.html#${label.toUpperCase()}`, className, text)
}
