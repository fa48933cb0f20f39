import { join } from 'node:path'

/// A program with its arguments, and variables of its environment besides those of the editor.
export interface Command {
  command: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
}

export interface Surroundings {
  /// The setting `paddock.path`.
  path: string
  /// Folder of the extension.
  extension: string
  /// Program that runs the extension: Electron or Node.
  node: string
}

/// Returns the call of Paddock's command with `words`: the native one of the setting, else the extension's own, in Node.
export function paddockCommand({ path, extension, node }: Surroundings, words: readonly string[]): Command {
  if (path !== '') return { command: path, args: words, env: {} }
  const main = join(extension, 'dist', 'paddock', 'dist', 'command', 'main.js')
  return { command: node, args: [main, ...words], env: { ELECTRON_RUN_AS_NODE: '1' } }
}
