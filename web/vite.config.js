import { readFileSync } from 'node:fs'
import { defineConfig } from 'vite'
import { capsule } from './capsule.mjs'
import { cell } from './cell.mjs'
import { firstPaint } from './first-paint.js'
import { exampleOutline } from './outline.mjs'
import { fonts, plex } from './fonts.mjs'
import { licences, workerLicences } from './licences.mjs'
import { offline } from './offline.mjs'
import { examplePictures } from './pictures.mjs'
import { siteFiles } from './site-files.mjs'
import { documentation } from './site/documentation.mjs'

const { version } = JSON.parse(readFileSync(new URL('../wasm/package/package.json', import.meta.url), 'utf8'))

/** A page that any static host serves from any sub-path, under a strict policy. */
export default defineConfig({
  base: './',
  // A list of some five hundred files would hide warnings.
  logLevel: 'warn',
  define: { PADDOCK_VERSION: JSON.stringify(version) },
  plugins: [exampleOutline(), fonts(), examplePictures(), firstPaint(), cell(), capsule(), documentation(), siteFiles(), licences([plex]), offline()],
  worker: { plugins: () => [workerLicences()] },
  build: {
    target: 'es2022',
    // The engine stays a file of its own, which the browser compiles while it arrives.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The engine as a script, for hosts and policies that allow no other, is the largest.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Small modules that all pages share compress better together.
      output: { codeSplitting: { groups: [{ name: 'workbench', test: /\/web\/src\/(codemirror\/engine-source|workbench\/workbench)\.ts$/ }, { name: 'shared', test: /\/web\/src\/(shared\/(dom|theme-text|copy-text|sheet|adopt-styles|grid|numbers|documentation|binary-file)|codemirror\/words|editor\/go-to)\.ts$|vite\/preload-helper|\/package\/dist\/\w+\/(tensor|tensor-window|element-types|checked|dispose|compile|connection|line-operation|diagnostics)\.js$/ }] } },
    },
  },
})
