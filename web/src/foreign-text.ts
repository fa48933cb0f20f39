/// Recognises what people paste or drop that is no StableHLO text, and says what would do.

interface Foreign {
  matches: RegExp
  sentence: string
}

// Each is tried on the beginning of the text; the first that matches counts.
const kinds: readonly Foreign[] = [
  { matches: /^\s*HloModule\b/, sentence: 'This is HLO text, after XLA. Paddock runs StableHLO: use jax.jit(f).lower(...).as_text(), not .compile().as_text().' },
  { matches: /^ML\uFFFDR|^ML\xefR/, sentence: 'This is MLIR bytecode, which the page does not read. npx paddock-hlo convert IN.bc OUT.mlir writes a portable artifact as text.' },
  { matches: /\bvhlo\.\w+_v\d/, sentence: 'This is VHLO, the form of portable artifacts. stablehlo-translate --deserialize gives StableHLO text.' },
  { matches: /\bmhlo\.[a-z_]+[\s(]/, sentence: 'This is MHLO, which came before StableHLO. mlir-hlo-opt --hlo-legalize-to-stablehlo, or a newer JAX, writes StableHLO.' },
  { matches: /\btosa\.[a-z_]+[\s(]/, sentence: 'This is TOSA. Paddock runs StableHLO; stablehlo-opt converts only towards TOSA, so export StableHLO from where it came.' },
  { matches: /\b(?:torch\.aten|torch\.vtensor|!torch\.)/, sentence: 'This is Torch-MLIR. torch-mlir-opt --torch-backend-to-stablehlo-backend-pipeline writes StableHLO.' },
  { matches: /\btf\.[A-Z]\w+[\s(]|\btf_executor\./, sentence: 'This is TensorFlow MLIR. jax2tf, or tf.function with XLA and experimental_get_compiler_ir(stage="stablehlo"), gives StableHLO.' },
  { matches: /^\s*\{\s*lambda\b|^\{ lambda/, sentence: 'This is a jaxpr. jax.jit(f).lower(...).as_text() gives the StableHLO program of the same function.' },
  { matches: /^\s*(?:import |from \w[\w.]* import |def \w+\(|@\w+(?:\.\w+)*\s*$)/m, sentence: 'This is Python. Paddock runs the program that JAX makes of it: print(jax.jit(f).lower(x).as_text()).' },
  { matches: /^\s*(?:ir_version|producer_name|graph)\s*[:{]|^\x08[\x03-\x0f]\x12/, sentence: 'This is ONNX. Paddock runs StableHLO; onnx-mlir --EmitMLIR or a conversion to JAX leads there.' },
  { matches: /^\s*; ModuleID|^\s*target (?:triple|datalayout)/, sentence: 'This is LLVM IR, long after StableHLO. Paddock runs the program before it was compiled.' },
  { matches: /^PK\x03\x04/, sentence: 'This is an archive (.zip, .pt2, .npz). Unpack it and open the program that it holds.' },
  { matches: /^\s*<(?:!doctype|html)/i, sentence: 'This is a web page. Paste the program itself.' },
  { matches: /^\s*[[{]\s*"/, sentence: 'This is JSON. Paddock runs StableHLO text, as jax.jit(f).lower(...).as_text() writes it.' },
]

/// The sentence for a text that is something else, or null.
export function foreignTextSentence(text: string): string | null {
  if (/\bstablehlo\.\w|\bfunc\.func\b/.test(text) && !/^\s*HloModule\b/.test(text)) return null
  const beginning = text.slice(0, 4000)
  return kinds.find(({ matches }) => matches.test(beginning))?.sentence ?? null
}
