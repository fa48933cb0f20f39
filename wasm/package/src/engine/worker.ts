/// Entry of the Worker, bundled with the glue into one classic script, kept as a string.
import { serve } from './serve.js'
import factory from '../../dist/paddock.mjs'

serve(factory)
