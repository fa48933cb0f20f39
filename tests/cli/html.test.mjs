// `paddock html`: pages that contain a program and the engine. web/test/capsule.test.mjs opens such pages.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { add, paddock, useFolder } from './paddock.mjs'

const { folder, file } = useFolder()
const share = join(folder, 'share')

/** A template with each part, in the places where the real one has them. */
const template = `<title><!--paddock:title--></title><a href="<!--paddock:playground-->"></a><pre><!--paddock:text--></pre><div><!--paddock:picture--></div>
<script type="application/json"><!--paddock:program--></script><b><!--paddock:file engine.txt 2 5--></b>`

before(() => {
  mkdirSync(share)
  writeFileSync(join(share, 'capsule.html'), template)
  writeFileSync(join(share, 'engine.txt'), '0123456789')
  process.env.PADDOCK_SHARE = share
})

const programIn = (page) => JSON.parse(/<script type="application\/json">([^]*?)<\/script>/.exec(page)[1])

/** Runs the command and returns the page. */
function html(path, ...words) {
  const out = join(folder, 'out.html')
  const { code, error } = paddock(['html', path, '-o', out, ...words])
  assert.equal(code, 0, error)
  assert.match(error, /^wrote .*out\.html, \d+\.\d MB$/m)
  return readFileSync(out, 'utf8')
}

test('a page has the program, its inputs as the page reads them, and the recorded results', () => {
  const page = html(file('add.mlir', add), '--input', 'lhs=[1.5, nan]', '--input', 'rhs=random:3', '--playground', 'https://example.org/?a&b')
  assert.match(page, /<title>add\.mlir<\/title><a href="https:\/\/example\.org\/\?a&#38;b">/)
  assert.match(page, /<b>234<\/b>/)
  const { program, inputs } = programIn(page)
  assert.equal(program, add)
  assert.deepEqual(inputs, [['lhs: tensor<2xf32>', { kind: 'text', text: 'dense<[1.5, 0x7FC00000]> : tensor<2xf32>' }], ['rhs: tensor<2xf32>', { kind: 'normal', seed: 3 }]])
  assert.match(page, /<h2>Result <span>tensor&#60;2xf32&#62;<\/span><\/h2><svg width="92" viewBox="0 0 2 1"[^>]*>(?:<path fill="#[0-9a-f]{6}" d="[^"]*"\/>)+<\/svg><p>[^<]*1 NaN[^<]*<\/p><pre>dense&#60;/)
})

test('a page has the sizes, the grid, the numerics and the feeds of its run', () => {
  const grid = file('grid.mlir', 'func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n  %t = stablehlo.create_token : !stablehlo.token\n  %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)\n  return %x : tensor<?xf32>\n}\n')
  const written = programIn(html(grid, '--input', 'x=random:2 : tensor<5xf32>', '--grid', '2x1', '--numerics', 'fast', '--infeed', '1.5', '--infeed', '@(1, 0)=2.5', '--infeed', '@(0, 0)=3.5'))
  assert.deepEqual(written.sizes, [['x: tensor<?xf32>', [5]]])
  assert.deepEqual([written.grid, written.numerics, written.feeds], [[2, 1], 'fast', [[0, '1.5\n@(1, 0)=2.5\n@(0, 0)=3.5']]])
})

test('no text of a program ends its place in the page', () => {
  const hostile = `// </script></pre><script>alert(1)</script><!-- <!--paddock:picture--> "'&\n${add}`
  const page = html(file('hostile.mlir', hostile))
  assert.equal(programIn(page).program, hostile)
  assert.equal(page.match(/<script/g).length, 1)
  assert.equal(page.match(/<!--/g), null)
})

test('what cannot be a page is a sentence', () => {
  const path = file('add.mlir', add)
  const refusals = [
    [['html'], 2, /html needs one FILE/],
    [['html', path, '--playground', 'javascript:alert(1)'], 2, /--playground is an address with https:/],
    [['html', path, '--input', 'lhs@(0, 0)=[1, 2]'], 2, /cannot hold an input of a single process/],
    [['html', path, '--infeed', '@feed.npy'], 2, /feed\.npy/],
    [['html', path, '-o', join(folder, 'no', 'where.html')], 2, /No such file/],
    [['html', file('bad.mlir', add.replace('tensor<2xf32>', 'tensor<3xf32>'))], 1, /error/],
  ]
  for (const [words, code, sentence] of refusals) {
    const ended = paddock(words)
    assert.equal(ended.code, code, words.join(' '))
    assert.match(ended.error, sentence)
  }
  const large = file('large.mlir', 'func.func @main(%x: tensor<200000xf32>) -> tensor<200000xf32> {\n  return %x : tensor<200000xf32>\n}\n')
  assert.match(paddock(['html', large, '--input', 'x=iota']).error, /more than 100000 elements, too many for a page/)
})

test('an absent template is a sentence that says where it comes from', () => {
  process.env.PADDOCK_SHARE = join(folder, 'absent')
  const { code, error } = paddock(['html', file('add.mlir', add)])
  process.env.PADDOCK_SHARE = share
  assert.equal(code, 2)
  assert.match(error, /capsule\.html is not here.*npm run build:wasm.*PADDOCK_SHARE/s)
})
