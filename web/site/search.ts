// Searches pages and headings by words. The index is fetched when the field is first used.
import MiniSearch from 'minisearch'

interface Entry {
  heading: string
  anchor: string
  text: string
  page: string
  of: string
}

const field = document.querySelector<HTMLInputElement>('#search')!
const list = document.querySelector<HTMLUListElement>('#found')!
const most = 12

let index: Promise<MiniSearch<Entry & { id: number }>> | undefined

async function fetchIndex(): Promise<MiniSearch<Entry & { id: number }>> {
  const response = await fetch(field.dataset.index!)
  const entries = (await response.json()) as Entry[]
  const search = new MiniSearch<Entry & { id: number }>({
    fields: ['heading', 'text'],
    storeFields: ['heading', 'anchor', 'page', 'of', 'text'],
    // `stablehlo.dot_general` is found by its full name and by its parts.
    tokenize: (text) => text.split(/[^\w.]+/).flatMap((word) => (/[._]/.test(word) ? [word, ...word.split(/[._]/)] : [word])).filter(Boolean),
    searchOptions: { boost: { heading: 4 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: 'AND' },
  })
  search.addAll(entries.map((entry, id) => ({ id, ...entry })))
  return search
}

const site = new URL('.', new URL(field.dataset.index!, location.href))

function show(items: readonly HTMLLIElement[]): void {
  list.replaceChildren(...items)
  list.hidden = items.length === 0
  field.setAttribute('aria-expanded', String(items.length > 0))
  choose(items.length > 0 ? 0 : -1)
}

function choose(at: number): void {
  const options = [...list.querySelectorAll<HTMLElement>('[role=option]')]
  options.forEach((option, i) => option.setAttribute('aria-selected', String(i === at)))
  options[at]?.scrollIntoView({ block: 'nearest' })
  if (options[at] === undefined) field.removeAttribute('aria-activedescendant')
  else field.setAttribute('aria-activedescendant', options[at].id)
}

async function find(): Promise<void> {
  const asked = field.value.trim()
  if (asked === '') return show([])
  const found = (await (index ??= fetchIndex())).search(asked).slice(0, most)
  if (field.value.trim() !== asked) return
  if (found.length === 0) {
    const nothing = document.createElement('li')
    nothing.textContent = `No page contains “${asked}”.`
    return show([nothing])
  }
  show(found.map((entry, i) => optionOf(entry as unknown as Entry, entry.terms, i)))
}

/// Length of an excerpt in characters, and of its part before the first match.
const excerptLength = 140
const excerptLead = 40

/// Returns the excerpt around the words, with these marked; the beginning of a text without them.
function excerptOf(text: string, terms: readonly string[]): HTMLElement {
  const words = terms.filter((term) => term !== '').map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`\\b(${words.join('|')})`, 'i')
  const at = Math.max(0, words.length === 0 ? 0 : text.search(pattern))
  const begin = at <= excerptLead ? 0 : text.indexOf(' ', at - excerptLead) + 1
  const end = begin + excerptLength >= text.length ? text.length : text.lastIndexOf(' ', begin + excerptLength)
  const parts = text.slice(begin, end).split(new RegExp(pattern.source, 'gi'))
  const excerpt = document.createElement('small')
  excerpt.append(begin > 0 ? '… ' : '')
  parts.forEach((part, i) => {
    if (i % 2 === 0) return excerpt.append(part)
    const mark = document.createElement('mark')
    mark.textContent = part
    excerpt.append(mark)
  })
  excerpt.append(end < text.length ? ' …' : '')
  return excerpt
}

function optionOf({ heading, anchor, page, of, text }: Entry, terms: readonly string[], i: number): HTMLLIElement {
  const option = document.createElement('li')
  option.id = `found-${i}`
  option.role = 'option'
  const link = document.createElement('a')
  link.href = new URL(`${page}${anchor === '' ? '' : `#${anchor}`}`, site).href
  link.tabIndex = -1
  link.textContent = heading
  option.append(link)
  if (of !== heading) {
    const where = document.createElement('span')
    where.textContent = of
    option.append(where)
  }
  if (text !== '') option.append(excerptOf(text, terms))
  return option
}

field.addEventListener('input', () => void find())
field.addEventListener('focus', () => void (index ??= fetchIndex()))
field.addEventListener('keydown', (event) => {
  const options = [...list.querySelectorAll('[role=option]')]
  const at = options.findIndex((option) => option.getAttribute('aria-selected') === 'true')
  if (event.key === 'ArrowDown') choose(Math.min(at + 1, options.length - 1))
  else if (event.key === 'ArrowUp') choose(Math.max(at - 1, 0))
  else if (event.key === 'Enter') options[at]?.querySelector('a')?.click()
  else if (event.key === 'Escape') show([])
  else return
  event.preventDefault()
})
document.addEventListener('click', (event) => {
  if (!(event.target as Element).closest('.search')) show([])
})
document.addEventListener('keydown', (event) => {
  const isWriting = (event.target as Element).matches('input, textarea, [contenteditable]')
  if (event.key !== '/' || isWriting) return
  event.preventDefault()
  field.focus()
})
