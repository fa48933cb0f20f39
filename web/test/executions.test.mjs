// A line with several executions, at each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, openExample, openPage, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const slider = (page) => stage(page).getByRole('slider', { name: 'execution', exact: true })
/// Returns the slider of a line with `count` executions; the slider of the previous line stays until the count is
/// known.
const sliderTo = (page, count) => slider(page).and(page.locator(`[max="${count}"]`))
const field = (page) => stage(page).getByRole('spinbutton', { name: 'Number of the execution' })
const moment = (page, text) => stage(page).getByText(`All lines show their values after ${text}`)
const line = (page, text) => page.locator('.cm-line', { hasText: text })

/// Formats a number like the page, in groups of three digits.
const number = (value) => new RegExp(`^${String(value).replace(/\B(?=(\d{3})+$)/g, '\\s?')}$`)

/// Types the number of an execution.
async function goTo(page, execution) {
  await field(page).fill(String(execution))
  await field(page).press('Enter')
}

/// The column may appear before the slider.
async function standsAt(page, number) {
  await slider(page).waitFor()
  await settled(page)
  assert.equal(await slider(page).inputValue(), String(number))
}

async function looksAt(page, text) {
  await line(page, text).click()
  // The explanation under the pointer may cover the next line.
  await page.mouse.move(2, 2)
  await slider(page).waitFor()
}

const loop = (turns) => `func.func @main() -> tensor<i32> {
%zero = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%end = stablehlo.constant dense<${turns}> : tensor<i32>
%last = stablehlo.while(%i = %zero) : tensor<i32>
cond {
%goes = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %goes : tensor<i1>
} do {
%next = stablehlo.add %i, %one : tensor<i32>
%square = stablehlo.multiply %next, %next : tensor<i32>
stablehlo.return %next : tensor<i32>
}
return %last : tensor<i32>
}`

test('a line of a loop is seen at each of its executions, and all lines with it', async () => {
  const { page, problems } = await openPage(site())
  await openExample(page, "Newton's method")
  await column(page).getByText('×6').first().waitFor()
  await looksAt(page, '%next = ')
  await standsAt(page, 6)
  await stage(page).getByText('of 6', { exact: true }).waitFor()
  await slider(page).press('Home')
  await moment(page, 'execution 1 of line').waitFor()
  await stage(page).getByRole('region', { name: '%next', exact: true }).getByText('1.5', { exact: true }).first().waitFor()
  // The column shows that iteration, too.
  await column(page).getByText('1.5', { exact: true }).first().waitFor()
  await column(page).getByText('3', { exact: true }).waitFor()
  await slider(page).press('ArrowRight')
  await moment(page, 'execution 2 of line').waitFor()
  await column(page).getByText('1.417', { exact: true }).first().waitFor()
  await goTo(page, 1)
  await column(page).getByText('3', { exact: true }).waitFor()
  // Another line shows the number of its executions up to that moment.
  await looksAt(page, '%quotient = ')
  await standsAt(page, 1)
  await stage(page).getByRole('button', { name: 'Back to the end' }).click()
  await column(page).getByText('×6').first().waitFor()
  await moment(page, 'execution').waitFor({ state: 'hidden' })
  await standsAt(page, 6)
  // A line with one execution has no slider.
  await line(page, '%half = ').click()
  await slider(page).waitFor({ state: 'hidden' })
  assert.deepEqual(problems, [])
})

test('the way to an execution leads through nested loops and functions that are called more than once', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<i32> {
%two = stablehlo.constant dense<2> : tensor<i32>
%four = func.call @twice(%two) : (tensor<i32>) -> tensor<i32>
%eight = func.call @twice(%four) : (tensor<i32>) -> tensor<i32>
%zero = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%rows = stablehlo.constant dense<3> : tensor<i32>
%columns = stablehlo.constant dense<4> : tensor<i32>
%r:2 = stablehlo.while(%i = %zero, %sum = %eight) : tensor<i32>, tensor<i32>
cond {
%c = stablehlo.compare LT, %i, %rows : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
} do {
%q:2 = stablehlo.while(%j = %zero, %t = %sum) : tensor<i32>, tensor<i32>
cond {
%d = stablehlo.compare LT, %j, %columns : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %d : tensor<i1>
} do {
%more = stablehlo.add %t, %one : tensor<i32>
%k = stablehlo.add %j, %one : tensor<i32>
stablehlo.return %k, %more : tensor<i32>, tensor<i32>
}
%n = stablehlo.add %i, %one : tensor<i32>
stablehlo.return %n, %q#1 : tensor<i32>, tensor<i32>
}
return %r#1 : tensor<i32>
}
func.func private @twice(%x: tensor<i32>) -> tensor<i32> {
%double = stablehlo.add %x, %x : tensor<i32>
return %double : tensor<i32>
}`)
  const value = (name, number) => stage(page).getByRole('region', { name, exact: true }).getByText(number, { exact: true }).first()
  await looksAt(page, '%double = ')
  await value('%double', '8').waitFor()
  await goTo(page, 1)
  await value('%double', '4').waitFor()
  await looksAt(page, '%more = ')
  // No execution precedes the loops.
  await sliderTo(page, 12).waitFor()
  await goTo(page, 7)
  await value('%more', '15').waitFor()
  await goTo(page, 2)
  await value('%more', '10').waitFor()
  await goTo(page, 12)
  await value('%more', '20').waitFor()
  await looksAt(page, '%q:2 = ')
  await goTo(page, 2)
  await value('%q#1', '16').waitFor()
  assert.deepEqual(problems, [])
})

test('far into a long loop and back takes no long wait, and an edit shows the end of the next run', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, loop(100_000))
  await looksAt(page, '%square = ')
  // An operand of the line; pictures abbreviate large numbers.
  const next = stage(page).getByRole('region', { name: '%next', exact: true })
  for (const execution of [37, 40_000, 39_999, 2]) {
    await goTo(page, execution)
    await next.getByText(number(execution)).first().waitFor({ timeout: 10_000 })
  }
  await program(page).focus()
  await line(page, '%end = ').getByText('100000').dblclick()
  await page.keyboard.type('90')
  await looksAt(page, '%square = ')
  await next.getByText(number(90)).first().waitFor()
  await moment(page, 'execution').waitFor({ state: 'hidden' })
  await standsAt(page, 90)
  assert.deepEqual(problems, [])
})

test('each process of a grid has its own executions', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, loop(5).replace('dense<0> : tensor<i32>', 'dense<0> : tensor<i32>\n%id = stablehlo.replica_id : tensor<ui32>\n%mine = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>').replace('%i = %zero', '%i = %mine').replace('func.func', 'module attributes { mhlo.num_replicas = 3 : i32, mhlo.num_partitions = 1 : i32 } {\nfunc.func') + '\n}')
  await page.getByRole('tab', { name: /^Processes/ }).click()
  await stage(page).getByRole('button', { name: '(2, 0)' }).click()
  await page.getByRole('tab', { name: 'Value' }).click()
  await looksAt(page, '%next = ')
  await sliderTo(page, 3).waitFor()
  await goTo(page, 2)
  await stage(page).getByRole('region', { name: '%next', exact: true }).getByText('4', { exact: true }).first().waitFor()
  await moment(page, 'execution 2 of line 13 of process 2').waitFor()
  assert.deepEqual(problems, [])
})
