// Before the glue of a module with threads: the class of its helpers, of the engine's caller or the scope's own.
var Worker = moduleArg['Worker'] ?? globalThis.Worker;
