// The licences of all code in what is shipped: those of the compiled code, which CMake collects, and those of npm packages
// whose code is in a bundle.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the folder of the npm package that contains `file`, or undefined. */
const packageOf = (file) => /^(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/.exec(file.replace(/^\0/, ''))?.[1]

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (!file) throw new Error(`${name} has no file with its licence`)
  return { title: `${name} ${version} (${license})`, text: readFileSync(join(folder, file), 'utf8').trim() }
}

/**
 * Returns the text: `compiled` is the file that CMake wrote, `files` are paths of the bundled modules and of anything else
 * that came from an npm package.
 */
export function thirdPartyLicences(compiled, files) {
  const own = /[/\\]node_modules[/\\]paddock-hlo$/
  const folders = [...new Set(files.map(packageOf))].filter((folder) => folder && !own.test(folder) && existsSync(folder))
  const line = '='.repeat(80)
  const sections = folders.map(licenceOf).sort((a, b) => (a.title < b.title ? -1 : 1)).map(({ title, text }) => `\n${line}\n${title}\n${line}\n\n${text}\n`)
  return readFileSync(compiled, 'utf8') + sections.join('')
}
