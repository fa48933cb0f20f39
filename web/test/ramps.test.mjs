// Colour scales: requirements for all readers, on light and on dark panes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { transform } from 'esbuild'

const read = (path) => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8')
const { code } = await transform(read('stage/picture/colour-scale.ts'), { loader: 'ts', format: 'esm' })
const { scaleOf } = await import(`data:text/javascript,${encodeURIComponent(code)}`)

const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, one, i) => sum + one * vector[i], 0))

/// Matrices over linear red, green and blue that simulate missing cone types (Machado et al., 2009).
const readers = {
  'three cones': [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
const seenBy = (reader, colour) => times(readers[reader], colour.map(linear)).map((part) => Math.min(Math.max(part, 0), 1))
const luminance = ([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/// L*, a* and b* of linear components.
function lab(parts) {
  const [x, y, z] = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], parts)
  const [fx, fy, fz] = [x / 0.9505, y, z / 1.089].map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116))
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
}
const distance = (a, b) => Math.hypot(...lab(a).map((part, i) => part - lab(b)[i]))
const hex = (colour) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase()

for (const isDark of [false, true]) {
  const theme = isDark ? 'dark' : 'light'
  const { ramps } = scaleOf({ minimum: 0, maximum: 1 }, isDark)
  const text = read('shared/theme-text.ts')
  const pane = /--pane: (#\w+)/.exec(isDark ? text.slice(text.indexOf('const dark')) : text)[1]
  const away = isDark ? 1 : -1

  test(`zero has the colour of the pane, ${theme}`, () => {
    assert.equal(hex(scaleOf({ minimum: 0, maximum: 4 }, isDark).colour(0)), pane)
    assert.equal(hex(scaleOf({ minimum: -3, maximum: 4 }, isDark).colour(0)), pane)
    assert.equal(hex(ramps.paper), pane)
  })

  for (const reader of Object.keys(readers)) {
    test(`magnitude goes one way from the pane's colour, ${theme}, ${reader}`, () => {
      const check = (scale, values) => {
        const seen = values.map((value) => luminance(seenBy(reader, scale.colour(value))))
        for (let i = 1; i < seen.length; ++i) assert.ok(away * (seen[i] - seen[i - 1]) > 0, `at ${values[i]}: ${seen[i - 1]} to ${seen[i]}`)
        assert.ok(Math.abs(seen.at(-1) - seen[0]) > 0.45, `from ${seen[0]} to ${seen.at(-1)}`)
      }
      const steps = Array.from({ length: 33 }, (_, i) => i / 32)
      check(scaleOf({ minimum: 0, maximum: 1 }, isDark), steps)
      check(scaleOf({ minimum: -1, maximum: 0 }, isDark), steps.map((step) => -step))
      for (const sign of [1, -1]) check(scaleOf({ minimum: -1, maximum: 1 }, isDark), steps.map((step) => sign * step))
    })

    test(`steps and signs are told apart, ${theme}, ${reader}`, () => {
      for (const stops of [ramps.sequential, ramps.diverging]) {
        for (let i = 1; i < stops.length; ++i) {
          const apart = distance(seenBy(reader, stops[i]), seenBy(reader, stops[i - 1]))
          assert.ok(apart > 7, `${hex(stops[i - 1])} and ${hex(stops[i])}: ${apart}`)
        }
      }
      const scale = scaleOf({ minimum: -1, maximum: 1 }, isDark)
      for (const size of [0.25, 0.5, 0.75, 1]) {
        const apart = distance(seenBy(reader, scale.colour(size)), seenBy(reader, scale.colour(-size)))
        assert.ok(apart > 15, `plus and minus ${size}: ${apart}`)
      }
    })
  }

  test(`both signs weigh the same, ${theme}`, () => {
    const scale = scaleOf({ minimum: -1, maximum: 1 }, isDark)
    for (const size of [0.25, 0.5, 0.75, 1]) {
      const [plus] = lab(scale.colour(size).map(linear))
      const [minus] = lab(scale.colour(-size).map(linear))
      assert.ok(Math.abs(plus - minus) < 8, `${size}: L* ${plus} and ${minus}`)
    }
  })
}
