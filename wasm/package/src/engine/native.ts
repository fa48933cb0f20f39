/// Stands before the code of the Worker if the engine is in another process (start-worker.ts).
import { connectNative } from './native-module.js'

Object.assign(globalThis, { connectNative })
