// The ranking of `npm run bench -- broad`, tested without running programs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geometricMean, ranked, rankText } from '../../bench/broad/rank.mjs'

const row = (name, family, size, own, peer) => ({
  name, family, size, runners: { paddock: own ? { ms: own } : { problem: 'refused' }, jax: peer ? { ms: peer } : { problem: 'results differ' } },
})
const rows = [row('sum-1m', 'reductions', '1m', 1, 4), row('gelu-1m', 'element-wise', '1m', 4, 2), row('gelu-1k', 'element-wise', '1k', 1, 1), row('sort', 'sorting', '', 0, 1), row('cumsum', 'reductions', '', 1, 0)]

test('the worst ratio comes first, and only programs with both times count', () => {
  assert.deepEqual(ranked(rows, 'paddock', 'jax').map(({ name, ratio }) => [name, ratio]), [['gelu-1m', 0.5], ['gelu-1k', 1], ['sum-1m', 4]])
  assert.ok(Math.abs(geometricMean([0.5, 8]) - 2) < 1e-12)
})

test('the tables have one line for each family and size', () => {
  const text = rankText(rows, 'paddock', 'jax', 1)
  assert.match(text, /\| element-wise \| 2 \| 0\.707 \| 50 % \| 50 % \| `gelu-1m` 0\.500 \|/)
  assert.match(text, /\| reductions \| 1 \| 4\.00 \| 0 % \| 0 % \| `sum-1m` 4\.00 \|/)
  assert.match(text, /\| all \| 3 \| 1\.26 \| 33 % \| 33 % \| `gelu-1m` 0\.500 \|/)
  assert.match(text, /\| `gelu-1m` \| 4\.00 \| 0\.500 \|$/)
  assert.equal(rankText(rows, 'wasm-relaxed', 'jax'), 'no program has two times to compare.')
})
