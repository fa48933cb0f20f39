/// Made by pictures.mjs: a data URL for each example's id.
declare module 'virtual:example-pictures' {
  const pictures: Readonly<Record<string, string>>
  export default pictures
}
