declare module '*.mlir?raw' {
  const text: string
  export default text
}

declare module '*.npy?url' {
  const url: string
  export default url
}
