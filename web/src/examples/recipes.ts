import fromJax from '../../../docs/from-jax.md?raw'
import fromPytorch from '../../../docs/from-pytorch.md?raw'
import { element, textElement } from '../shared/dom.js'

/// Guides for opening one's own program: pages of the documents, folded.
export function renderRecipes(): HTMLElement {
  const section = element('section', 'recipes')
  section.setAttribute('aria-label', 'Your own program')
  section.append(textElement('h3', 'group-title', 'Your own program'), renderRecipe(fromJax), renderRecipe(fromPytorch))
  return section
}

function renderRecipe(markdown: string): HTMLElement {
  const recipe = element('details', 'recipe')
  const blocks = blocksOf(markdown)
  const title = blocks.find(({ kind }) => kind === 'title')
  recipe.append(textElement('summary', '', title?.text ?? ''), ...blocks.filter((block) => block !== title).map(renderBlock))
  return recipe
}

interface Block {
  kind: 'title' | 'heading' | 'code' | 'paragraph'
  text: string
}

/// Renders the subset of Markdown that these pages use: headings, paragraphs, fenced code.
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  for (const part of markdown.matchAll(/^```\w*\n([\s\S]*?)^```$|^(#+) (.*)$|^(?!```|#)((?:.+\n?)+)/gm)) {
    const [, code, marks, heading, paragraph] = part
    if (code !== undefined) blocks.push({ kind: 'code', text: code.trimEnd() })
    else if (heading !== undefined) blocks.push({ kind: marks === '#' ? 'title' : 'heading', text: heading })
    else if (paragraph !== undefined) blocks.push({ kind: 'paragraph', text: paragraph.trim().replaceAll('\n', ' ') })
  }
  return blocks
}

function renderBlock({ kind, text }: Block): HTMLElement {
  if (kind === 'code') return textElement('pre', '', text)
  if (kind === 'heading') return textElement('h4', '', text)
  const paragraph = element('p', '')
  // A link is rendered as text, since its target is a file of the project.
  for (const [i, part] of text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').split('`').entries()) {
    paragraph.append(i % 2 === 1 ? textElement('code', '', part) : part)
  }
  return paragraph
}
