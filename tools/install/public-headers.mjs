// The public headers: those of core/api, core/run and the C interface, a few more that programs need, and all that they
// include. Programs that link Paddock include them below paddock/, so that core/ and simd/ cannot conflict with other headers.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Headers outside of core/api, core/run and core/c that programs include by themselves. */
const more = ["core/bytecode/artifact.h", "core/tensor/print_value.h"];

const include = /^(\s*#\s*include\s*)"([^"]+)"/gm;

/** Returns the headers that programs include, by path from the root of the sources. */
function roots(root) {
  const of = (folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
  const isPublic = (path) => path.endsWith(".h") && !path.endsWith("testing.h");
  return [...of("core/api"), ...of("core/run"), ...more].filter(isPublic).sort();
}

/**
 * Returns the text of each public header, by path: `cpp` what C++ programs include, `all` with those of C and everything that
 * they include. `generated` is the folder of generated headers.
 * @param {string} root
 * @param {string} generated
 */
export function publicHeaders(root, generated) {
  const all = new Map();
  const visit = (path) => {
    if (all.has(path)) return;
    const place = [root, generated].map((folder) => join(folder, path)).find((file) => existsSync(file));
    if (place === undefined) throw new Error(`${path}: no such header`);
    const text = readFileSync(place, "utf8");
    all.set(path, text);
    for (const [, , target] of text.matchAll(include)) visit(target);
  };
  const cpp = roots(root);
  [...cpp, "core/c/paddock.h"].forEach(visit);
  return { cpp, all };
}

/** Returns a header as it is installed: what it includes is found below paddock/. */
export const installed = (text) => text.replace(include, '$1"paddock/$2"');

/** Returns the header that includes all others: in C the C interface, in C++ both. */
export function umbrella(cpp) {
  const lines = cpp.map((path) => `#include "paddock/${path}"`).join("\n");
  return `// Paddock, whole: the C interface, and in C++ the C++ interface, too.
#ifndef PADDOCK_PADDOCK_H_
#define PADDOCK_PADDOCK_H_

#include "paddock/c.h"

#ifdef __cplusplus
${lines}
#endif

#endif  // PADDOCK_PADDOCK_H_
`;
}

/** Only the C interface, for programs in C++ that use nothing else. */
export const cHeader = '// The C interface of Paddock.\n#include "paddock/core/c/paddock.h"\n';

const declaredClass = /^(?:class|struct) (\w+)(?: final)?(?: : .*)? \{/;
const declaredFunction = /^(?!\s|\/\/|#|\}|namespace|using|template|inline|constexpr|typedef|class|struct|enum)[\w:<>,&*[\] ]*[ &*>]([A-Z]\w*)\(/;

/**
 * Returns patterns of the names that a header declares: classes and functions that are not inline. Text outside of a
 * namespace is part of a class that includes it, whose pattern covers it.
 */
export function declaredNames(text) {
  let namespace;
  return text.split("\n").flatMap((line) => {
    namespace = /^namespace ([\w:]+) \{/.exec(line)?.[1] ?? namespace;
    if (namespace === undefined) return [];
    const [, className] = declaredClass.exec(line) ?? [];
    if (className !== undefined) return [`${namespace}::${className}::*`];
    const [, functionName] = declaredFunction.exec(line) ?? [];
    return functionName === undefined ? [] : [`${namespace}::${functionName}*`];
  });
}

/** Returns the linker's version script: the shared library exports what public headers declare, and nothing else. */
export function versionScript(headers) {
  const names = new Set([...headers].filter(([path]) => !path.startsWith("core/c/")).flatMap(([, text]) => declaredNames(text)));
  const lines = [...names].sort().map((name) => `      ${name};`);
  return `{\n  global:\n    paddock_*;\n    extern "C++" {\n${lines.join("\n")}\n    };\n  local:\n    *;\n};\n`;
}
