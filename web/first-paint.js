// The HTML before any script has run: the opening program and the picture of what
// the engine makes of it, made by the engine itself while the page is built; and a hint that
// lets the browser fetch the engine beside the scripts.
import { readFileSync } from 'node:fs'
import { load } from 'paddock-hlo'
import { hexOf, scaleOf } from './src/stage/picture/colour-scale.ts'
import { largestCell, usualHeight } from './src/stage/picture/layout.ts'
import { themeText } from './src/shared/theme-text.ts'

const openingProgram = new URL('../examples/horse.mlir', import.meta.url)

/** A Vite plugin. */
export function firstPaint() {
  let made
  return {
    name: 'paddock-first-paint',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, path }) {
        if (!path.endsWith('/index.html')) return html
        const { program, result } = await (made ??= makeFirstPaint())
        const filled = html.replace('<!-- opening program -->', () => program).replace('<!-- recorded result -->', () => result)
        const wasm = Object.values(bundle ?? {}).find(({ names }) => names?.includes('paddock.wasm'))?.fileName
        if (wasm === undefined) return filled
        const attrs = { rel: 'preload', href: `./${wasm}`, as: 'fetch', type: 'application/wasm', crossorigin: true }
        return { html: filled, tags: [{ tag: 'link', attrs, injectTo: 'head-prepend' }] }
      },
    },
    async transform(code, id) {
      if (!id.endsWith('/src/app/page.css')) return undefined
      const { style } = await (made ??= makeFirstPaint())
      return themeText.replaceAll(':host', 'paddock-playground:not(:defined)') + code + style
    },
  }
}

async function makeFirstPaint() {
  const text = readFileSync(openingProgram, 'utf8')
  const paddock = await load()
  try {
    const program = await paddock.parse(text)
    const { status, results, diagnostics } = await program.run({ numerics: 'portable' })
    if (status !== 'finished' || results[0].shape.length !== 2) throw new Error(`the opening program gives no picture: ${diagnostics[0]?.message}`)
    const { result, colours } = await drawResult(results[0])
    return { program: escape(text.trimEnd()), result, style: sizeOf(results[0]) + coloursOf(colours) }
  } finally {
    paddock.close()
  }
}

async function drawResult(tensor) {
  const { rows, columns, values } = await tensor.window()
  const { min, max } = await tensor.summary()
  const scales = [false, true].map((isDark) => scaleOf({ minimum: min, maximum: max }, isDark))
  const byColour = [...pathsByColour(rows, columns, values, scales)]
  const paths = byColour.map(([, path], i) => `<path class="colour-${i}" d="${path}"/>`)
  const label = `${rows} by ${columns} elements from ${min} to ${max}`
  const result = `<h2>Result <span>${escape(tensor.type)}</span></h2>
<svg class="recorded" viewBox="0 0 ${columns} ${rows}" role="img" aria-label="${label}">${paths.join('')}<path class="gaps" d="${gaps(rows, columns)}"/></svg>
<p>${min} … ${max}</p>`
  return { result, colours: byColour.map(([colours]) => colours.split(' ')) }
}

/** Colours of each path in light and in dark: no policy allows styles in the HTML. */
function coloursOf(colours) {
  const rules = (theme, which) => colours.map((both, i) => `${theme} .colour-${i} {\n  fill: ${both[which]};\n}\n`).join('')
  return `\n${rules('paddock-playground', 0)}@media (prefers-color-scheme: dark) {\n${rules('paddock-playground', 1)}}\n${rules('paddock-playground[theme="light"]', 0)}${rules('paddock-playground[theme="dark"]', 1)}`
}

// As layout.ts sizes cells: whole pixels, as many as fit.
function sizeOf({ shape: [rows, columns] }) {
  const largest = columns * Math.min(largestCell, Math.floor(usualHeight / rows))
  const byHeight = `calc(${columns} * round(down, var(--tallest) / ${rows}, 1px))`
  return `\n.recorded {\n  width: min(round(down, 100%, ${columns}px), ${byHeight}, ${largest}px);\n}\n`
}

// A run of equal cells is one rectangle.
function pathsByColour(rows, columns, values, scales) {
  const paths = new Map()
  for (let row = 0; row < rows; ++row) {
    for (let column = 0, end; column < columns; column = end) {
      const value = values[row * columns + column]
      for (end = column + 1; end < columns && values[row * columns + end] === value; ++end);
      const colour = scales.map((scale) => hexOf(scale.colour(value))).join(' ')
      paths.set(colour, `${paths.get(colour) ?? ''}M${column} ${row}h${end - column}v1h-${end - column}z`)
    }
  }
  return paths
}

function gaps(rows, columns) {
  const down = Array.from({ length: columns - 1 }, (_, i) => `M${i + 1} 0v${rows}`)
  const across = Array.from({ length: rows - 1 }, (_, i) => `M0 ${i + 1}h${columns}`)
  return [...down, ...across].join('')
}

const escape = (text) => text.replace(/[&<>]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[one])
