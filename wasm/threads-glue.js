// Before the glue of a module with threads. The class of its helpers: that of the engine's caller, or the scope's own.
var Worker = moduleArg['Worker'] ?? globalThis.Worker;
// With threads the glue adds timeOrigin to its times. Those of the engine begin with its thread, as without threads.
var performance = { timeOrigin: 0, now: () => globalThis.performance.now() };
