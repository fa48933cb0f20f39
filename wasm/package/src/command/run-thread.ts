/// Worker of a further thread of the command: the glue takes it over.
import '../engine/node-scope.js'
import '../../dist/paddock-command.mjs'
