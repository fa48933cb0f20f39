// The smallest program of each operation on elements of a given type, for docs/type-support.md.

const quantized = "!quant.uniform<i8:f32, 0.5:1>";
export const perAxis = (axis) => `!quant.uniform<i8:f32:${axis}, {0.5:1, 0.25:1}>`;

/** Columns of the document, with the types of each. */
export const columns = [
  ["i1", ["i1"]],
  ["i2 .. i64", ["i2", "i4", "i8", "i16", "i32", "i64"]],
  ["ui2 .. ui64", ["ui2", "ui4", "ui8", "ui16", "ui32", "ui64"]],
  ["f4 .. f8", ["f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU"]],
  ["bf16, f16", ["bf16", "f16"]],
  ["f32, f64", ["f32", "f64"]],
  ["complex", ["complex<f32>", "complex<f64>"]],
  ["quantized", [quantized]],
  ["per axis", [perAxis(0)]],
];

const isPerAxis = (type) => type.includes(":f32:");
const at = (type, axis) => (isPerAxis(type) ? perAxis(axis) : type);
const scalarOf = (type) => (isPerAxis(type) ? quantized : type);
const tensor = (shape, type) => `tensor<${shape.map((size) => `${size}x`).join("")}${type}>`;
const one = (type) => (type === "i1" ? "true" : type.startsWith("complex") ? "(1.0, 1.0)" : /^(f|bf)/.test(type) ? "1.0" : "1");
const partOf = (type) => /^complex<(.*)>$/.exec(type)?.[1] ?? type;

const value = (shape, type, text = one(type)) => ({ type: tensor(shape, type), text });
const square = (type) => value([2, 2], type);
const row = (type) => value([2], type);
const scalar = (type) => value([], scalarOf(type));
const integers = (...list) => value([list.length], "i64", `[${list}]`);
const index = value([], "i32", "0");
const yes = value([], "i1", "true");
const list = (...numbers) => `array<i64: ${numbers.join(", ")}>`;

/** Returns an operation in generic form, with constants as operands. */
const program = (name, operands, results, { attributes = "", regions = "" } = {}) => {
  const constants = operands.map(({ type, text }, i) => `  %c${i} = "stablehlo.constant"() {value = dense<${text}> : ${type}} : () -> ${type}\n`);
  const names = operands.map((_, i) => `%c${i}`).join(", ");
  const left = results.length > 1 ? `%r:${results.length} = ` : results.length === 1 ? "%r = " : "";
  return `func.func @main() {\n${constants.join("")}  ${left}"${name}"(${names})${regions}${attributes && ` {${attributes}}`} : (${operands.map((o) => o.type).join(", ")}) -> (${results.join(", ")})\n  return\n}\n`;
};

const region = (argument, count, lines) =>
  `{ ^bb0(${Array.from({ length: count }, (_, i) => `%a${i}: ${argument}`).join(", ")}):\n${lines}}`;
const binaryBody = (type) => {
  const t = tensor([], scalarOf(type));
  return `(${region(t, 2, `    %s = "stablehlo.maximum"(%a0, %a1) : (${t}, ${t}) -> ${t}\n    "stablehlo.return"(%s) : (${t}) -> ()\n`)})`;
};
const comparison = (type) => {
  const t = tensor([], scalarOf(type));
  return region(t, 2, `    %s = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction GE>} : (${t}, ${t}) -> tensor<i1>\n    "stablehlo.return"(%s) : (tensor<i1>) -> ()\n`);
};
const branch = (type) => `{ "stablehlo.return"(%c1) : (${type}) -> () }`;
const groups = "replica_groups = dense<0> : tensor<1x1xi64>";
const dims = "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>";
const conv = "dimension_numbers = #stablehlo.conv<[b, 0, f]x[i, 0, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64";
const gather = "dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>";
const same = (name, count) => (type) => program(name, Array(count).fill(square(type)), [tensor([2, 2], type)]);
const moved = (name, attributes, shape = [2, 2], more = []) => (type) =>
  program(name, [square(type), ...more], [tensor(shape, type)], { attributes });
// For quantized types, the zero points of rhs are 0, as dot_general requires.
const product = (name, attributes, shape = [2, 2], result = shape, more = []) => (type) => {
  const last = shape.length - 1;
  const operands = [value(shape, scalarOf(type)), value(shape, at(type, last).replaceAll(/(\.\d+):1/g, "$1:0")), ...more];
  return program(name, operands, [tensor(result, at(type, last))], { attributes });
};
const floatOf = (type) => (type.startsWith("!quant") ? "f32" : type);

/** Operations whose form does not follow from their entry. */
const special = {
  "stablehlo.all_gather": moved("stablehlo.all_gather", `all_gather_dim = 0 : i64, ${groups}`),
  "stablehlo.all_reduce": (t) => program("stablehlo.all_reduce", [square(t)], [tensor([2, 2], t)], { attributes: groups, regions: binaryBody(t) }),
  "stablehlo.all_to_all": moved("stablehlo.all_to_all", `split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, ${groups}`),
  "stablehlo.batch_norm_grad": (t) => program("stablehlo.batch_norm_grad", [square(t), row(t), row(t), row(t), square(t)], [tensor([2, 2], t), tensor([2], t), tensor([2], t)], { attributes: "epsilon = 0.5 : f32, feature_index = 1 : i64" }),
  "stablehlo.batch_norm_inference": (t) => program("stablehlo.batch_norm_inference", [square(t), row(t), row(t), row(t), row(t)], [tensor([2, 2], t)], { attributes: "epsilon = 0.5 : f32, feature_index = 1 : i64" }),
  "stablehlo.batch_norm_training": (t) => program("stablehlo.batch_norm_training", [square(t), row(t), row(t)], [tensor([2, 2], t), tensor([2], t), tensor([2], t)], { attributes: "epsilon = 0.5 : f32, feature_index = 1 : i64" }),
  "stablehlo.broadcast": (t) => program("stablehlo.broadcast", [row(t)], [tensor([2, 2], t)], { attributes: `broadcast_sizes = ${list(2)}` }),
  "stablehlo.broadcast_in_dim": (t) => program("stablehlo.broadcast_in_dim", [row(t)], [tensor([2, 2], at(t, 1))], { attributes: `broadcast_dimensions = ${list(1)}` }),
  "stablehlo.case": (t) => program("stablehlo.case", [index, square(t)], [tensor([2, 2], t)]).replace('(%c0, %c1)', `(%c0) (${branch(tensor([2, 2], t))})`).replace(/ : \(tensor<i32>, .*?\) -> \(tensor/, " : (tensor<i32>) -> (tensor"),
  "stablehlo.if": (t) => program("stablehlo.if", [yes, square(t)], [tensor([2, 2], t)]).replace('(%c0, %c1)', `(%c0) (${branch(tensor([2, 2], t))}, ${branch(tensor([2, 2], t))})`).replace(/ : \(tensor<i1>, .*?\) -> \(tensor/, " : (tensor<i1>) -> (tensor"),
  "stablehlo.cholesky": moved("stablehlo.cholesky", "lower = true"),
  "stablehlo.collective_broadcast": moved("stablehlo.collective_broadcast", groups),
  "stablehlo.collective_permute": moved("stablehlo.collective_permute", "source_target_pairs = dense<0> : tensor<1x2xi64>"),
  "stablehlo.collective_reduce": (t) => program("stablehlo.collective_reduce", [square(t)], [tensor([2, 2], t)], { attributes: groups, regions: binaryBody(t) }),
  "stablehlo.compare": (t) => program("stablehlo.compare", [square(t), square(t)], ["tensor<2x2xi1>"], { attributes: "comparison_direction = #stablehlo<comparison_direction EQ>" }),
  "chlo.broadcast_compare": (t) => program("chlo.broadcast_compare", [square(t), square(t)], ["tensor<2x2xi1>"], { attributes: "comparison_direction = #chlo<comparison_direction EQ>" }),
  "stablehlo.concatenate": (t) => program("stablehlo.concatenate", [square(t), square(t)], [tensor([2, 4], t)], { attributes: "dimension = 1 : i64" }),
  "stablehlo.constant": (t) => program("stablehlo.constant", [], [tensor([2, 2], t)], { attributes: `value = dense<${one(t)}> : ${tensor([2, 2], t)}` }),
  "chlo.constant": (t) => program("chlo.constant", [], [tensor([2, 2], t)], { attributes: `value = dense<${one(t)}> : ${tensor([2, 2], t)}` }),
  "stablehlo.convert": same("stablehlo.convert", 1),
  "stablehlo.convolution": product("stablehlo.convolution", conv, [2, 2, 2], [2, 1, 2]),
  "stablehlo.cross-replica-sum": moved("stablehlo.cross-replica-sum", groups),
  "stablehlo.dot": product("stablehlo.dot", ""),
  "stablehlo.dot_general": product("stablehlo.dot_general", dims),
  "stablehlo.dynamic_broadcast_in_dim": (t) => program("stablehlo.dynamic_broadcast_in_dim", [row(t), integers(2, 2)], [tensor([2, 2], at(t, 1))], { attributes: `broadcast_dimensions = ${list(1)}` }),
  "stablehlo.dynamic_conv": product("stablehlo.dynamic_conv", conv, [2, 2, 2], [2, 1, 2], [value([1, 2], "i64", "0")]),
  "stablehlo.dynamic_gather": (t) => program("stablehlo.dynamic_gather", [square(t), value([1, 1], "i64", "0"), integers(1, 2)], [tensor([1, 2], t)], { attributes: gather }),
  "stablehlo.dynamic_iota": (t) => program("stablehlo.dynamic_iota", [integers(2, 2)], [tensor([2, 2], t)], { attributes: "iota_dimension = 0 : i64" }),
  "stablehlo.dynamic_pad": (t) => program("stablehlo.dynamic_pad", [row(t), scalar(t), integers(1), integers(0), integers(0)], [tensor([3], t)]),
  "stablehlo.dynamic_reshape": (t) => program("stablehlo.dynamic_reshape", [square(t), integers(2, 1, 2)], [tensor([2, 1, 2], t)]),
  "stablehlo.dynamic_slice": moved("stablehlo.dynamic_slice", `slice_sizes = ${list(1, 2)}`, [1, 2], [index, index]),
  "stablehlo.dynamic_update_slice": (t) => program("stablehlo.dynamic_update_slice", [square(t), value([1, 1], t), index, index], [tensor([2, 2], t)]),
  "stablehlo.einsum": (t) => program("stablehlo.einsum", [square(t), square(t)], [tensor([2, 2], t)], { attributes: 'einsum_config = "ab,bc->ac"' }),
  "stablehlo.unary_einsum": moved("stablehlo.unary_einsum", 'einsum_config = "ab->a"', [2]),
  "stablehlo.fft": (t) => {
    const [kind, to, shape] = t.startsWith("complex") ? ["FFT", t, [2, 2]] : ["RFFT", `complex<${t}>`, [2, 2]];
    return program("stablehlo.fft", [square(t)], [tensor(shape, to)], { attributes: `fft_type = #stablehlo<fft_type ${kind}>, fft_length = ${list(2)}` });
  },
  "stablehlo.gather": (t) => program("stablehlo.gather", [square(t), value([1, 1], "i64", "0")], [tensor([1, 2], t)], { attributes: `${gather}, slice_sizes = ${list(1, 2)}` }),
  "stablehlo.get_dimension_size": (t) => program("stablehlo.get_dimension_size", [square(t)], ["tensor<i32>"], { attributes: "dimension = 0 : i64" }),
  "stablehlo.iota": (t) => program("stablehlo.iota", [], [tensor([2, 2], t)], { attributes: "iota_dimension = 0 : i64" }),
  "stablehlo.map": (t) => program("stablehlo.map", [square(t), square(t)], [tensor([2, 2], t)], { attributes: `dimensions = ${list(0, 1)}`, regions: binaryBody(t) }),
  "stablehlo.pad": (t) => program("stablehlo.pad", [row(t), scalar(t)], [tensor([3], t)], { attributes: `edge_padding_low = ${list(1)}, edge_padding_high = ${list(0)}, interior_padding = ${list(0)}` }),
  "stablehlo.real_dynamic_slice": (t) => program("stablehlo.real_dynamic_slice", [row(t), integers(0), integers(1), integers(1)], [tensor([1], t)]),
  "stablehlo.reduce": (t) => program("stablehlo.reduce", [square(t), scalar(t)], [tensor([2], t)], { attributes: `dimensions = ${list(1)}`, regions: binaryBody(t) }),
  "stablehlo.reduce_precision": moved("stablehlo.reduce_precision", "exponent_bits = 5 : i32, mantissa_bits = 2 : i32"),
  "stablehlo.reduce_scatter": (t) => program("stablehlo.reduce_scatter", [square(t)], [tensor([2, 2], t)], { attributes: `scatter_dimension = 0 : i64, ${groups}`, regions: binaryBody(t) }),
  "stablehlo.reduce_window": (t) => program("stablehlo.reduce_window", [row(t), scalar(t)], [tensor([1], t)], { attributes: `window_dimensions = ${list(2)}`, regions: binaryBody(t) }),
  "stablehlo.reshape": (t) => program("stablehlo.reshape", [square(t)], [tensor([2, 1, 2], t)]),
  "stablehlo.reverse": moved("stablehlo.reverse", `dimensions = ${list(0)}`),
  "stablehlo.rng": (t) => program("stablehlo.rng", [value([], t, one(t).replace("1", "0").replace("true", "false")), scalar(t), integers(2, 2)], [tensor([2, 2], t)], { attributes: "rng_distribution = #stablehlo<rng_distribution UNIFORM>" }),
  "stablehlo.rng_bit_generator": (t) => program("stablehlo.rng_bit_generator", [value([2], "ui64")], ["tensor<2xui64>", tensor([2, 2], t)], { attributes: "rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>" }),
  "stablehlo.scatter": (t) => program("stablehlo.scatter", [row(t), value([1, 1], "i64", "0"), value([1], t)], [tensor([2], t)], { attributes: "scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>", regions: binaryBody(t) }),
  "stablehlo.select": (t) => program("stablehlo.select", [yes, square(t), square(t)], [tensor([2, 2], t)]),
  "chlo.broadcast_select": (t) => program("chlo.broadcast_select", [yes, square(t), square(t)], [tensor([2, 2], t)]),
  "stablehlo.select_and_scatter": (t) => program("stablehlo.select_and_scatter", [row(t), value([1], t), scalar(t)], [tensor([2], t)], { attributes: `window_dimensions = ${list(2)}`, regions: ` (${comparison(t)}, ${binaryBody(t).slice(1)}` }),
  "stablehlo.set_dimension_size": (t) => program("stablehlo.set_dimension_size", [row(t), value([], "i32", "2")], [tensor([2], t)], { attributes: "dimension = 0 : i64" }),
  "stablehlo.slice": moved("stablehlo.slice", `start_indices = ${list(0, 0)}, limit_indices = ${list(2, 1)}, strides = ${list(1, 1)}`, [2, 1]),
  "stablehlo.sort": (t) => program("stablehlo.sort", [row(t)], [tensor([2], t)], { attributes: "dimension = 0 : i64, is_stable = true", regions: ` (${comparison(t)})` }),
  "stablehlo.torch_index_select": (t) => program("stablehlo.torch_index_select", [square(t), value([1], "i64", "0")], [tensor([1, 2], t)], { attributes: "dim = 0 : i64, batch_dims = 0 : i64" }),
  "stablehlo.transpose": (t) => program("stablehlo.transpose", [square(t)], [tensor([2, 2], at(t, 1))], { attributes: `permutation = ${list(1, 0)}` }),
  "stablehlo.triangular_solve": (t) => program("stablehlo.triangular_solve", [square(t), square(t)], [tensor([2, 2], t)], { attributes: "left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>" }),
  "stablehlo.uniform_dequantize": (t) => program("stablehlo.uniform_dequantize", [square(t)], [tensor([2, 2], floatOf(t))]),
  "stablehlo.uniform_quantize": (t) => program("stablehlo.uniform_quantize", [square(t)], [tensor([2, 2], t.startsWith("!quant") ? t : `!quant.uniform<i8:${t}, 0.5:1>`)]),
  "stablehlo.while": (t) => {
    const all = tensor([2, 2], t);
    return program("stablehlo.while", [square(t)], [all], { regions: `(${region(all, 1, `    %p = "stablehlo.constant"() {value = dense<false> : tensor<i1>} : () -> tensor<i1>\n    "stablehlo.return"(%p) : (tensor<i1>) -> ()\n`)}, ${region(all, 1, `    "stablehlo.return"(%a0) : (${all}) -> ()\n`)})` });
  },
  "chlo.constant_like": (t) => program("chlo.constant_like", [square(t)], [tensor([2, 2], t)], { attributes: `value = ${t.startsWith("complex") ? `#complex.number<:${partOf(t)} 1.0, 1.0>` : one(t)}${t === "i1" || t.startsWith("complex") ? "" : ` : ${t}`}` }),
  "chlo.top_k": (t) => program("chlo.top_k", [square(t)], [tensor([2, 1], t), "tensor<2x1xi32>"], { attributes: "k = 1 : i64" }),
  "chlo.ragged_dot": (t) => program("chlo.ragged_dot", [square(t), value([1, 2, 2], t), value([1], "i64", "2")], [tensor([2, 2], t)], { attributes: "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>" }),
  "chlo.scan": (t) => {
    const s = tensor([], scalarOf(t));
    return program("chlo.scan", [row(t), scalar(t)], [tensor([2], t), s], { attributes: "dimension = 0 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>", regions: ` (${region(s, 2, `    "stablehlo.return"(%a0, %a1) : (${s}, ${s}) -> ()\n`)})` });
  },
};

// Operations without typed elements, and the dialect for tests.
const isLeftOut = (op) =>
  !["stablehlo", "chlo"].includes(op.dialect) || /(token|after_all|_id|composite|custom_call|tuple|return|infeed|outfeed|send|recv|async_\w+)$/.test(op.name) ||
  op.name === "stablehlo.get_tuple_element";

const isBoolean = (item) => /^tensor of (boolean type|type i1)/.test(item.type);

// All operands have one shape. The result follows the operation's entry.
function ordinary(op) {
  return (type) => {
    const isPart = ["stablehlo.abs", "stablehlo.real", "stablehlo.imag"].includes(op.name);
    const isComplex = op.name.endsWith("complex");
    const result = isBoolean(op.results[0]) && op.name !== "stablehlo.not" && type !== "i1" ? "i1" : isPart ? partOf(type) : isComplex ? `complex<${type}>` : type;
    return program(op.name, op.operands.map(() => square(type)), [tensor([2, 2], result)]);
  };
}

/** Returns [{ name, program }] for the operations of `paddock ops --json` that have elements. */
export function typePrograms(table) {
  return table.ops.filter((op) => !isLeftOut(op)).map((op) => ({ name: op.name, program: special[op.name] ?? ordinary(op) }));
}
