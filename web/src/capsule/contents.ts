import { writeShared, type SharedProgram } from '../link/shared-program.js'

/// Parts of a saved page.
interface CapsuleContents {
  title: string
  program: SharedProgram
  /// HTML of the recorded results.
  picture: string
  /// Address of the playground, to which the page adds a link of its program.
  playground: string
}

/// Text that HTML shows as it is, also inside of attributes.
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

/// JSON that a script of HTML can contain: a script ends only at `<`.
const scriptJson = (json: string): string => json.replaceAll('<', '\\u003c')

/// Returns the page that `template` becomes. A program may contain the template's own marks: they stay text.
export function fillCapsule(template: string, { title, program, picture, playground }: CapsuleContents): string {
  const parts: Readonly<Record<string, string>> = {
    title: escapeHtml(title),
    text: escapeHtml(program.text),
    program: scriptJson(writeShared(program)),
    picture,
    playground: escapeHtml(playground),
  }
  return template.replace(/<!--paddock:(\w+)-->/g, (mark, name: string) => parts[name] ?? mark)
}
