// Enables relaxed SIMD in Node 20, by a flag that must be set before the first module is compiled. Later versions
// enable it by default.
if (Number(process.versions.node.split(".")[0]) === 20) {
  require("node:v8").setFlagsFromString("--experimental-wasm-relaxed-simd");
}
