// The conformance vectors, where they lie beside the checkout.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

const place = join(root, "../shared/conformance");

/** Each file's cases that fail, with the reason: what is not implemented yet, or why it cannot pass. */
export const knownFailures = join(root, "tests/conformance/known-failures.txt");

export const hasVectors = () => existsSync(place);

// vhlo/ holds artifacts in bytecode, which `paddock test` does not read.
const names = [
  "testdata",
  "testdata-disabled",
  "interpret",
  "interpret-chlo",
  "dynamic",
  "math",
  "quantized",
  "syntax",
  "verify",
];

export const vectorFolders = names.map((name) => join(place, name));
