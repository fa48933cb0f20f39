/// <reference lib="esnext.disposable" preserve="true" />
/// Import this before any class that has `[Symbol.dispose]`, so that the symbol exists when the
/// class is defined. Older browsers lack it.
;(Symbol as { dispose?: symbol }).dispose ??= Symbol.for('Symbol.dispose')
