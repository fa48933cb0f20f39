// Asynchronous operations started before a size known only at run time are awaited after it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paddock } from './paddock.mjs'

// The program has a continuation once %n is known.
const program = `
func.func @main() -> (tensor<?xi32>, tensor<2xi32>) {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %start = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<2xi32>):
    %sum = "stablehlo.all_reduce"(%y) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    stablehlo.return %sum : tensor<2xi32>
  }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %n = stablehlo.while(%i = %one) : tensor<i32>
    cond {
      %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %i : tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %done = "stablehlo.async_done"(%start) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  func.return %list, %done : tensor<?xi32>, tensor<2xi32>
}
`

test('a size may be computed between async_start and async_done', () => {
  const { code, out, error } = paddock(['run', '-', '--format', 'json'], program)
  assert.equal(code, 0, error)
  assert.deepEqual(JSON.parse(out).results.map(({ value }) => value), [[0, 1, 2, 3, 4, 5, 6, 7], [1, 2]])
})
