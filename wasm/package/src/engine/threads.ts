/// Entry of the Workers of an engine with threads: the engine's own, and a helper for each further thread. The glue starts
/// helpers itself, and takes over those that it runs in.
import { isHelper } from './node-scope.js'
import { serve } from './serve.js'
import factory from '../../dist/paddock-threads.mjs'

if (!isHelper) serve(factory)
