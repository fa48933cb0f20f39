/// Runs StableHLO programs in Node and in the browser.
///
///     import { load } from 'paddock-hlo'
///     const paddock = await load()
///     const program = await paddock.parse(text)
///     const { results } = await program.run({ inputs: [new Float32Array([1, 2])] })
///     console.log(await results[0].data())

export * from './api.js'
export { load } from './load/load.js'
