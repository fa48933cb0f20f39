// Writes functions in StableHLO. A value is { name, shape, element }. A method adds an operation and returns its
// result.

/** `tensor<2x3xf32>`. */
export const typeText = ({ shape, element }) => `tensor<${[...shape, element].join("x")}>`;

const list = (numbers) => `[${numbers.join(", ")}]`;
const pairs = (numbers) => `dense<${JSON.stringify(numbers)}> : tensor<${numbers.length}x2xi64>`;
const isFloat = (element) => /^(bf|f)\d/.test(element);
// A point before the exponent too.
const floatText = (value) => (/\./.test(value) ? String(value) : String(value).replace(/(?=e|$)/, ".0"));

/** Returns the text of a scalar. Whole numbers of float types get a decimal point. */
export const numberText = (value, element) => (isFloat(element) ? floatText(value) : String(value));

export class FunctionBuilder {
  #lines = [];
  #arguments = [];
  #counter;
  #indent;

  constructor(counter = { next: 0 }, indent = "  ") {
    this.#counter = counter;
    this.#indent = indent;
  }

  #name() {
    return `%v${this.#counter.next++}`;
  }

  argument(shape, element = "f32") {
    const value = { name: this.#name(), shape, element };
    this.#arguments.push(value);
    return value;
  }

  /** Adds `NAMES = write(lines of regions)` and returns a value for each of `types`. */
  emitAll(types, text) {
    const values = types.map((type) => ({ ...type, name: this.#name() }));
    // Several results share one name and have a number each, unless each is named.
    this.#lines.push(`${values.map(({ name }) => name).join(", ")} = ${text}`);
    return values;
  }

  emit(shape, element, text) {
    return this.emitAll([{ shape, element }], text)[0];
  }

  /** `NAME operands attributes : (types) -> types`, in the generic form, with regions. */
  generic(name, operands, types, { attributes = "", regions = [] } = {}) {
    const inner = regions.length === 0 ? "" : ` (${regions.join(", ")})`;
    const properties = attributes === "" ? "" : ` <{${attributes}}>`;
    const [from, to] = [operands.map(typeText), types.map(typeText)];
    const results = to.length === 1 ? to[0] : `(${to.join(", ")})`;
    const uses = operands.map((operand) => operand.name).join(", ");
    return this.emitAll(types, `"${name}"(${uses})${properties}${inner} : (${from.join(", ")}) -> ${results}`);
  }

  /** Writes `{ ^bb(...): ... return }`. `write(builder, arguments)` returns the results. */
  region(types, write, terminator = "stablehlo.return") {
    const inner = new FunctionBuilder(this.#counter, `${this.#indent}  `);
    const own = types.map(({ shape, element }) => inner.argument(shape, element));
    const results = write(inner, own);
    const header = own.length === 0 ? "" : `${this.#indent}^bb0(${own.map((one) => `${one.name}: ${typeText(one)}`).join(", ")}):\n`;
    return `{\n${header}${inner.#body(results, terminator)}${this.#indent}}`;
  }

  #body(results, terminator) {
    const lines = this.#lines.map((line) => `${this.#indent}${line}\n`).join("");
    const values = results.length === 0 ? "" : ` ${results.map(({ name }) => name).join(", ")} : ${results.map(typeText).join(", ")}`;
    return `${lines}${this.#indent}${terminator}${values}\n`;
  }

  /** Returns the text of the function, which returns `results`. */
  text(results, name = "main") {
    const parameters = this.#arguments.map((value) => `${value.name}: ${typeText(value)}`).join(", ");
    const types = results.map(typeText);
    const given = types.length === 1 ? types[0] : `(${types.join(", ")})`;
    return `func.func @${name}(${parameters}) -> ${given} {\n${this.#body(results, "return")}}\n`;
  }

  // --- Values without operands.

  splat(value, shape, element = "f32") {
    const type = typeText({ shape, element });
    return this.emit(shape, element, `stablehlo.constant dense<${numberText(value, element)}> : ${type}`);
  }

  iota(shape, dimension, element = "i32") {
    return this.emit(shape, element, `stablehlo.iota dim = ${dimension} : ${typeText({ shape, element })}`);
  }

  // --- Element-wise.

  unary(name, x) {
    return this.emit(x.shape, x.element, `stablehlo.${name} ${x.name} : ${typeText(x)}`);
  }

  /** A function of CHLO, which writes both types. */
  special(name, x, element = x.element) {
    return this.emit(x.shape, element, `chlo.${name} ${x.name} : ${typeText(x)} -> ${typeText({ ...x, element })}`);
  }

  binary(name, a, b) {
    return this.emit(a.shape, a.element, `stablehlo.${name} ${a.name}, ${b.name} : ${typeText(a)}`);
  }

  add(a, b) {
    return this.binary("add", a, b);
  }

  multiply(a, b) {
    return this.binary("multiply", a, b);
  }

  /** Multiplies by a number. */
  scale(x, factor) {
    return this.multiply(x, this.splat(factor, x.shape, x.element));
  }

  offset(x, amount) {
    return this.add(x, this.splat(amount, x.shape, x.element));
  }

  relu(x) {
    return this.binary("maximum", x, this.splat(0, x.shape, x.element));
  }

  compare(direction, a, b) {
    return this.emit(a.shape, "i1", `stablehlo.compare ${direction}, ${a.name}, ${b.name} : (${typeText(a)}, ${typeText(b)}) -> ${typeText({ ...a, element: "i1" })}`);
  }

  select(condition, a, b) {
    return this.emit(a.shape, a.element, `stablehlo.select ${condition.name}, ${a.name}, ${b.name} : ${typeText(condition)}, ${typeText(a)}`);
  }

  convert(x, element) {
    return this.emit(x.shape, element, `stablehlo.convert ${x.name} : (${typeText(x)}) -> ${typeText({ ...x, element })}`);
  }

  // --- Shapes.

  broadcast(x, shape, dimensions) {
    return this.emit(shape, x.element, `stablehlo.broadcast_in_dim ${x.name}, dims = ${list(dimensions)} : (${typeText(x)}) -> ${typeText({ shape, element: x.element })}`);
  }

  reshape(x, shape) {
    return this.emit(shape, x.element, `stablehlo.reshape ${x.name} : (${typeText(x)}) -> ${typeText({ shape, element: x.element })}`);
  }

  transpose(x, permutation) {
    const shape = permutation.map((dimension) => x.shape[dimension]);
    return this.emit(shape, x.element, `stablehlo.transpose ${x.name}, dims = ${list(permutation)} : (${typeText(x)}) -> ${typeText({ shape, element: x.element })}`);
  }

  /** `ranges`: [begin, end] or [begin, end, stride] of each dimension. */
  slice(x, ranges) {
    const shape = ranges.map(([begin, end, stride = 1]) => Math.ceil((end - begin) / stride));
    const text = ranges.map((range) => range.join(":")).join(", ");
    return this.emit(shape, x.element, `stablehlo.slice ${x.name} [${text}] : (${typeText(x)}) -> ${typeText({ shape, element: x.element })}`);
  }

  reverse(x, dimensions) {
    return this.emit(x.shape, x.element, `stablehlo.reverse ${x.name}, dims = ${list(dimensions)} : ${typeText(x)}`);
  }

  concatenate(operands, dimension) {
    const [first] = operands;
    const size = operands.reduce((sum, { shape }) => sum + shape[dimension], 0);
    const shape = first.shape.with(dimension, size);
    const names = operands.map(({ name }) => name).join(", ");
    return this.emit(shape, first.element, `stablehlo.concatenate ${names}, dim = ${dimension} : (${operands.map(typeText).join(", ")}) -> ${typeText({ shape, element: first.element })}`);
  }

  /** Pads with zeros. Each is a number for each dimension. */
  pad(x, low, high, interior = low.map(() => 0)) {
    const zero = this.splat(0, [], x.element);
    const shape = x.shape.map((size, i) => low[i] + high[i] + size + Math.max(size - 1, 0) * interior[i]);
    return this.emit(shape, x.element, `stablehlo.pad ${x.name}, ${zero.name}, low = ${list(low)}, high = ${list(high)}, interior = ${list(interior)} : (${typeText(x)}, ${typeText(zero)}) -> ${typeText({ shape, element: x.element })}`);
  }

  // --- Contractions.

  /** `batching` and `contracting`: [dimensions of lhs, dimensions of rhs]. */
  dot(lhs, rhs, { batching = [[], []], contracting = [[lhs.shape.length - 1], [rhs.shape.length - 2]], element = lhs.element } = {}) {
    const free = (value, side) => value.shape.filter((_, i) => !batching[side].includes(i) && !contracting[side].includes(i));
    const shape = [...batching[0].map((i) => lhs.shape[i]), ...free(lhs, 0), ...free(rhs, 1)];
    const batches = batching[0].length === 0 ? "" : `batching_dims = ${list(batching[0])} x ${list(batching[1])}, `;
    return this.emit(shape, element, `stablehlo.dot_general ${lhs.name}, ${rhs.name}, ${batches}contracting_dims = ${list(contracting[0])} x ${list(contracting[1])} : (${typeText(lhs)}, ${typeText(rhs)}) -> ${typeText({ shape, element })}`);
  }

  /**
   * Any number of spatial dimensions. `layout` NHWC: channels last, and a kernel of HWIO; NCHW: OIHW. `dilation` is
   * that of the operand, `spread` that of the kernel.
   */
  convolution(x, kernel, { layout = "NHWC", stride = 1, padding = 0, dilation = 1, spread = 1, groups = 1, element = x.element } = {}) {
    const isChannelsLast = layout === "NHWC";
    const spatial = Array.from({ length: x.shape.length - 2 }, (_, i) => i);
    const [from, window] = isChannelsLast ? [1, 0] : [2, 2];
    const sized = spatial.map((i) => Math.floor(((x.shape[from + i] - 1) * dilation + 2 * padding - (kernel.shape[window + i] - 1) * spread) / stride) + 1);
    const outer = isChannelsLast ? kernel.shape.at(-1) : kernel.shape[0];
    const shape = isChannelsLast ? [x.shape[0], ...sized, outer] : [x.shape[0], outer, ...sized];
    const places = spatial.join(", ");
    const numbers = isChannelsLast ? `[b, ${places}, f]x[${places}, i, o]->[b, ${places}, f]` : `[b, f, ${places}]x[o, i, ${places}]->[b, f, ${places}]`;
    const each = (value) => list(spatial.map(() => value));
    const dilations = `${dilation === 1 ? "" : `, lhs_dilate = ${each(dilation)}`}${spread === 1 ? "" : `, rhs_dilate = ${each(spread)}`}`;
    return this.emit(shape, element, `stablehlo.convolution(${x.name}, ${kernel.name}) dim_numbers = ${numbers}, window = {stride = ${each(stride)}, pad = ${each(list([padding, padding]))}${dilations}} {batch_group_count = 1 : i64, feature_group_count = ${groups} : i64} : (${typeText(x)}, ${typeText(kernel)}) -> ${typeText({ shape, element })}`);
  }

  // --- Reductions and windows.

  /** Reduces over `dimensions` with the operation `name`, starting from the number `init`. */
  reduce(x, dimensions, name, init) {
    const start = this.splat(init, [], x.element);
    const shape = x.shape.filter((_, i) => !dimensions.includes(i));
    return this.emit(shape, x.element, `stablehlo.reduce(${x.name} init: ${start.name}) applies stablehlo.${name} across dimensions = ${list(dimensions)} : (${typeText(x)}, ${typeText(start)}) -> ${typeText({ shape, element: x.element })}`);
  }

  /** Reduces one dimension and broadcasts the result back to the shape of x. */
  reduceAndSpread(x, dimension, name, init) {
    const kept = x.shape.map((_, i) => i).filter((i) => i !== dimension);
    return this.broadcast(this.reduce(x, [dimension], name, init), x.shape, kept);
  }

  /** The body of a region that applies one operation of two scalars. */
  combiner(name, element) {
    const scalar = { shape: [], element };
    return this.region([scalar, scalar], (inner, [a, b]) => [inner.binary(name, a, b)]);
  }

  reduceWindow(x, name, init, { window, strides = window.map(() => 1), padding = window.map(() => [0, 0]), dilations }) {
    const start = this.splat(init, [], x.element);
    const shape = x.shape.map((size, i) => Math.floor(((size - 1) * (dilations?.[i] ?? 1) + 1 + padding[i][0] + padding[i][1] - window[i]) / strides[i]) + 1);
    const dilated = dilations === undefined ? "" : `, base_dilations = array<i64: ${dilations.join(", ")}>`;
    const attributes = `window_dimensions = array<i64: ${window.join(", ")}>, window_strides = array<i64: ${strides.join(", ")}>${dilated}, padding = ${pairs(padding)}`;
    const regions = [this.combiner(name, x.element)];
    return this.generic("stablehlo.reduce_window", [x, start], [{ shape, element: x.element }], { attributes, regions })[0];
  }

  /** `initial`: values; `condition(builder, values)` returns one value, `body(builder, values)` the next values. */
  whileLoop(initial, condition, body) {
    const types = initial.map(({ shape, element }) => ({ shape, element }));
    const regions = [this.region(types, (inner, values) => [condition(inner, values)]), this.region(types, body)];
    return this.generic("stablehlo.while", initial, types, { regions });
  }
}

/** Returns the text of one function `@main`, whose results `write(builder)` returns. */
export function program(write) {
  const builder = new FunctionBuilder();
  return builder.text([write(builder)].flat());
}
