/// The code of this tab's cell, kept across reloads where storage exists.

const key = 'paddock-cell'
const longest = 1_000_000

/// Four steps of Newton's method by a loop, which a text would have to write out.
const startingCode = `// Each operation is a method.
const f = builder.function('main', {
  x: tensorOf('f32', [4, 8]),
})
const x = f.argument('x').abs()

// Four steps to its square root.
let root = x.add(1).multiply(0.5)
for (let i = 1; i <= 4; ++i) {
  root = root.add(x.divide(root))
    .multiply(0.5).named(\`step\${i}\`)
}
console.log('Returns a', root.type)
f.return(root)
`

export function keptCode(): string {
  try {
    return sessionStorage.getItem(key) ?? startingCode
  } catch {
    return startingCode
  }
}

export function keepCode(text: string): void {
  try {
    if (text === startingCode || text.length > longest) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Without storage it lasts as long as the page.
  }
}
