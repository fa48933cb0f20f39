// Rules that are checked at run time. Each program of tests/run checks without errors, and its run
// ends in the diagnostic whose code is in its comment. `.waiting` files hold rules that do not work
// yet; they lose that ending when they do.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { paddock, root } from './paddock.mjs'

const folder = join(root, 'tests/run')

for (const name of readdirSync(folder)) {
  for (const text of readFileSync(join(folder, name), 'utf8').split('// -----\n')) {
    const code = /expected-error @\+1 \{\{(.*)\}\}/.exec(text)[1]
    test(`${code} is checked at run time`, (context) => {
      const checked = paddock(['check', '-'], text)
      assert.equal(checked.code, 0, checked.error)
      const run = paddock(['run', '-', '--format', 'json'], text)
      const codes = JSON.parse(run.out).diagnostics.map((diagnostic) => diagnostic.code)
      if (name.endsWith('.waiting') && !codes.includes(code)) return context.todo('it is not judged when running yet')
      assert.equal(run.code, 1, run.out + run.error)
      assert.ok(codes.includes(code), run.out)
    })
  }
}
