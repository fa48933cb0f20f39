/// <reference lib="esnext.disposable" preserve="true" />
/// Imported before any class that has `[Symbol.dispose]`, so that the name is there when
/// the class is made. Older browsers lack it.
;(Symbol as { dispose?: symbol }).dispose ??= Symbol.for('Symbol.dispose')
