/// Made by pictures.mjs: data URLs for each example's id, on a light ground and on a dark one.
declare module 'virtual:example-pictures' {
  const pictures: Readonly<Record<string, readonly [light: string, dark: string]>>
  export default pictures
}
