// Writes the C++ blocks of a document as a test program. Its arguments are DOCUMENT.md and OUTPUT.cc.
//
// Each block is the body of a function that a test case runs, so a block is complete and small. #include lines and
// using-directives stand before all of them.
import { readFileSync, writeFileSync } from 'node:fs'

const [document, output] = process.argv.slice(2)
const blocks = [...readFileSync(document, 'utf8').matchAll(/^```cpp\n(.*?)^```$/gms)].map(([, code]) => code)
const isHead = (line) => /^(#include|using namespace) /.test(line)
const lines = blocks.map((code) => code.split('\n'))
const head = [...new Set(lines.flatMap((block) => block.filter(isHead)))]
const includes = head.filter((line) => line.startsWith('#'))
const usings = head.filter((line) => !line.startsWith('#'))
const cases = lines.map((block, i) => `TEST_CASE("block ${i + 1} of ${document} runs") {\n${block.filter((line) => !isHead(line)).join('\n')}\n}\n`)
writeFileSync(output, `${includes.join('\n')}\n#include <catch2/catch_test_macros.hpp>\n${usings.join('\n')}\n${cases.join('\n')}`)
