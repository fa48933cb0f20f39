// Writes ONNX models: the part of the format that the equivalents need, as hand-written protocol buffers.

/** Keyed by StableHLO's names. The numbers are TensorProto.DataType. */
export const elementNumbers = { f32: 1, ui8: 2, i8: 3, i32: 6, i64: 7, i1: 9, f16: 10, f64: 11, ui32: 12, ui64: 13, bf16: 16 };
// The parts of complex numbers are a dimension.
elementNumbers["complex<f32>"] = elementNumbers.f32;

const microsoft = "com.microsoft";

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

function concatenate(parts) {
  const all = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const number = (field, value) => concatenate([varint(field << 3), varint(value)]);
const bytes = (field, value) => concatenate([varint((field << 3) | 2), varint(value.length), value]);
const text = (field, value) => bytes(field, new TextEncoder().encode(value));
const message = (field, parts) => bytes(field, concatenate(parts));

function float(field, value) {
  const four = new Uint8Array(4);
  new DataView(four.buffer).setFloat32(0, value, true);
  return concatenate([varint((field << 3) | 5), four]);
}

/** AttributeProto: whole numbers, { float }, { graph }, strings and lists of whole numbers. */
function attribute([name, value]) {
  if (Array.isArray(value)) return message(5, [text(1, name), ...value.map((one) => number(8, one)), number(20, 7)]);
  if (typeof value === "string") return message(5, [text(1, name), text(4, value), number(20, 3)]);
  if (value.graph) return message(5, [text(1, name), bytes(6, value.graph), number(20, 5)]);
  if (typeof value === "object") return message(5, [text(1, name), float(2, value.float), number(20, 1)]);
  return message(5, [text(1, name), number(3, value), number(20, 2)]);
}

const tensor = (field, { name, element, shape, data }) =>
  message(field, [...shape.map((size) => number(1, size)), number(2, elementNumbers[element]), text(8, name), bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength))]);

function value(field, { name, element, shape }) {
  const dimensions = shape && message(2, shape.map((size) => message(1, [number(1, size)])));
  const type = message(2, [message(1, [number(1, elementNumbers[element]), ...(dimensions ? [dimensions] : [])])]);
  return message(field, [text(1, name), type]);
}

/** Builds a graph. Inputs are named a0, a1 ...; values are represented by their names, which begin with `prefix`. */
export class OnnxModel {
  #nodes = [];
  #constants = [];
  #count = 0;
  #prefix;

  constructor(prefix = "") {
    this.#prefix = prefix;
  }

  #name(kind) {
    return `${this.#prefix}${kind}${this.#count++}`;
  }

  /** `operation` begins with "com.microsoft." if it is one of ONNX Runtime's own. */
  node(operation, inputs, attributes = {}, outputs = 1) {
    const names = Array.from({ length: outputs }, () => this.#name("v"));
    const isOwn = operation.startsWith(microsoft);
    const domain = isOwn ? [text(7, microsoft)] : [];
    const kind = text(4, isOwn ? operation.slice(microsoft.length + 1) : operation);
    this.#nodes.push(message(1, [...inputs.map((name) => text(1, name)), ...names.map((name) => text(2, name)), kind, ...Object.entries(attributes).map(attribute), ...domain]));
    return outputs === 1 ? names[0] : names;
  }

  constant(data, shape, element) {
    const name = this.#name("c");
    this.#constants.push(tensor(5, { name, element, shape, data }));
    return name;
  }

  float(number) {
    return this.constant(new Float32Array([number]), [], "f32");
  }

  integers(numbers) {
    return this.constant(new BigInt64Array(numbers.map(BigInt)), [numbers.length], "i64");
  }

  /** Returns the graph, as an attribute or as that of the file; `inputs` and `outputs` are { name, element, shape }. */
  graph(inputs, outputs) {
    return concatenate([...this.#nodes, text(2, "main"), ...this.#constants, ...inputs.map((one) => value(11, one)), ...outputs.map((one) => value(12, one))]);
  }

  /** Returns the file. */
  bytes(inputs, outputs) {
    const versions = [["", 26], [microsoft, 1]].map(([domain, version]) => message(8, [text(1, domain), number(2, version)]));
    return concatenate([number(1, 12), bytes(7, this.graph(inputs, outputs)), ...versions]);
  }
}
