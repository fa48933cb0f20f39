// Packs an extension for VS Code: a zip file with a manifest of its own beside the folder `extension` (Open Packaging
// Conventions). Equal files give equal bytes.
import { zipSync } from 'fflate'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** Files and folders of the extension's folder that are shipped. */
const shipped = ['dist', 'syntaxes', 'language-configuration.json', 'README.md']

const contentTypes = { '.json': 'application/json', '.js': 'application/javascript', '.mjs': 'application/javascript', '.cjs': 'application/javascript', '.wasm': 'application/wasm', '.br': 'application/octet-stream', '.md': 'text/markdown', '.vsixmanifest': 'text/xml', '.txt': 'text/plain' }

const escaped = (text) => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`)

function filesUnder(folder, path) {
  const whole = join(folder, path)
  if (!statSync(whole).isDirectory()) return [path]
  return readdirSync(whole).sort().flatMap((entry) => filesUnder(folder, `${path}/${entry}`))
}

/** Returns the part of package.json that an installed extension needs. */
function installedManifest({ private: _private, scripts: _scripts, devDependencies: _dependencies, ...rest }) {
  return { ...rest, type: 'commonjs', engines: { vscode: rest.engines.vscode } }
}

function vsixManifest({ name, displayName, description, version, publisher, categories, keywords, engines }) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped(keywords.join(','))}</Tags>
    <Categories>${escaped(categories.join(','))}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`
}

/** The package needs a type for each extension of a file name, and for each file without one. */
function contentTypesOf(paths) {
  const defaults = [...new Set(paths.map((path) => extname(path)))].filter(Boolean).sort()
  const others = paths.filter((path) => extname(path) === '')
  const lines = [
    ...defaults.map((name) => `  <Default Extension="${name}" ContentType="${contentTypes[name] ?? 'application/octet-stream'}"/>`),
    ...others.map((path) => `  <Override PartName="/${path}" ContentType="text/plain"/>`),
  ]
  return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\n${lines.join('\n')}\n</Types>\n`
}

/**
 * Packs the built extension in `folder` into the file `out`.
 *
 * @returns {{path: string, size: number, files: string[]}} its path, its size in bytes and its contents
 */
export function packVsix(folder, manifest, out, licence) {
  const contents = new Map([
    ['extension.vsixmanifest', Buffer.from(vsixManifest(manifest))],
    ['extension/package.json', Buffer.from(`${JSON.stringify(installedManifest(manifest), null, 2)}\n`)],
    ['extension/LICENSE.txt', readFileSync(licence)],
  ])
  for (const path of shipped.flatMap((entry) => filesUnder(folder, entry))) contents.set(`extension/${path}`, readFileSync(join(folder, path)))
  const paths = [...contents.keys()]
  contents.set('[Content_Types].xml', Buffer.from(contentTypesOf(paths)))
  // The earliest time of the format.
  const zip = zipSync(Object.fromEntries(contents), { level: 9, mtime: '1980-01-01T00:00:00' })
  writeFileSync(out, zip)
  return { path: out, size: zip.length, files: [...contents.keys()] }
}
