// Node 20 has relaxed SIMD behind a flag, which must be set before the first module is compiled; later ones have it on.
if (Number(process.versions.node.split(".")[0]) === 20) {
  require("node:v8").setFlagsFromString("--experimental-wasm-relaxed-simd");
}
