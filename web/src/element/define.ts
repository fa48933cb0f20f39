/// Defines custom elements if the environment has any: the module can also be imported on a server.
export const ElementBase = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

interface Versioned extends CustomElementConstructor {
  readonly version?: string
}

/// A page may load this twice, even in two versions: the first definition stays.
export function define(name: string, constructor: Versioned): void {
  if (typeof customElements === 'undefined') return
  const present: Versioned | undefined = customElements.get(name)
  if (present === undefined) customElements.define(name, constructor)
  else if (present !== constructor) {
    console.info(`<${name}> is here already, of paddock-hlo ${present.version ?? '(another version)'}: that one is used, and version ${constructor.version} is not.`)
  }
}
