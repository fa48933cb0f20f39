// TensorFlow.js equivalents of whole models and of loops (bench/programs/models.mjs, control-flow.mjs).

const gainOf = (inner) => Number((1 / Math.sqrt(inner)).toPrecision(4));

/** Arguments in the order in which the program creates them. The last are the program's parameters. */
function taker(given) {
  const rest = given.slice(0, -1);
  return { take: () => rest.shift(), parameters: given.at(-1) };
}

/** The tanh form. */
export const gelu = (tf, x) => {
  const inner = tf.mul(tf.add(x, tf.mul(tf.mul(tf.mul(x, x), x), 0.044715)), 0.7978845608);
  return tf.mul(tf.mul(x, 0.5), tf.add(tf.tanh(inner), 1));
};

const gptBlock = (tf) => (...given) => {
  const { take, parameters: { sequence, width, heads } } = taker(given);
  const size = width / heads;
  const normal = (x) => {
    const { mean, variance } = tf.moments(x, 1, true);
    const centred = tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, 1e-5)));
    return tf.add(tf.mul(centred, gainOf(width)), tf.mul(take(), gainOf(width)));
  };
  const dense = (a) => tf.fused.matMul({ a, b: take(), bias: take() });
  const x = take();
  const [query, key, value] = tf.split(dense(normal(x)), 3, 1).map((part) => tf.transpose(tf.reshape(part, [sequence, heads, size]), [1, 0, 2]));
  const scores = tf.mul(tf.matMul(query, key, false, true), gainOf(size));
  const isSeen = tf.linalg.bandPart(tf.ones([sequence, sequence]), -1, 0);
  const weights = tf.softmax(tf.where(tf.cast(tf.broadcastTo(isSeen, scores.shape), "bool"), scores, tf.fill(scores.shape, -1e9)));
  const mixed = tf.reshape(tf.transpose(tf.matMul(weights, value), [1, 0, 2]), [sequence, width]);
  const attended = tf.add(x, dense(mixed));
  return [tf.add(attended, dense(gelu(tf, dense(normal(attended)))))];
};

const resNet = (tf) => (...given) => {
  const { take, parameters: { width } } = taker(given);
  const convolved = (x, inner, window, stride) => {
    const y = tf.conv2d(x, take(), stride, (window - 1) / 2);
    return tf.add(tf.mul(y, gainOf(window * window * inner)), take());
  };
  const residual = (x, from, outer, stride) => {
    const inner = tf.relu(convolved(x, from, 3, stride));
    const shortcut = stride === 1 ? x : convolved(x, from, 1, stride);
    return tf.relu(tf.add(convolved(inner, outer, 3, 1), shortcut));
  };
  let x = tf.maxPool(tf.relu(convolved(take(), 3, 7, 2)), 3, 2, 1);
  let inner = width;
  for (const [stage, stride] of [1, 2, 2, 2].entries()) {
    const outer = width * 2 ** stage;
    x = residual(residual(x, inner, outer, stride), outer, outer, 1);
    inner = outer;
  }
  return [tf.add(tf.mul(tf.matMul(tf.mean(x, [1, 2]), take()), gainOf(inner)), take())];
};

const mlpTraining = (tf) => (...given) => {
  const { take, parameters: { batch, widths } } = taker(given);
  const layers = widths.slice(1).map((_, i) => ({ weights: take(), bias: take(), gain: gainOf(widths[i]) }));
  const values = [take()];
  for (const [i, { weights, bias, gain }] of layers.entries()) {
    const y = tf.add(tf.mul(tf.matMul(values[i], weights), gain), bias);
    values.push(i + 1 < layers.length ? tf.relu(y) : y);
  }
  const logits = values.pop();
  const right = tf.oneHot(tf.tensor1d(Array.from({ length: batch }, (_, i) => i % widths.at(-1)), "int32"), widths.at(-1));
  let gradient = tf.mul(tf.sub(tf.softmax(logits), right), 1 / batch);
  const next = [];
  const step = (value, change) => tf.sub(value, tf.mul(change, 0.1));
  for (let i = layers.length - 1; i >= 0; --i) {
    const { weights, bias, gain } = layers[i];
    const scaled = tf.mul(gradient, gain);
    next.unshift(step(weights, tf.matMul(values[i], scaled, true)), step(bias, tf.sum(gradient, 0)));
    if (i === 0) break;
    gradient = tf.mul(tf.step(values[i]), tf.matMul(scaled, weights, false, true));
  }
  return next;
};

/** Loops in JavaScript, as its layers have them. `turn(own, past, state, parts)` returns the next state. */
const recurrent = (tf, count, states, turn) => (sequence, weights, recurrentWeights, bias, { steps, batch, width }) => {
  const gain = gainOf(width);
  const inputs = tf.unstack(sequence, 0);
  let state = states.map(() => tf.zeros([batch, width]));
  for (let i = 0; i < steps; ++i) {
    const [own, past] = [tf.matMul(inputs[i], weights), tf.matMul(state[0], recurrentWeights)];
    state = turn(tf.add(tf.mul(own, gain), bias), tf.mul(past, gain), state, (sum) => tf.split(sum, count, 1));
  }
  return state;
};

const lstm = (tf) =>
  recurrent(tf, 4, ["hidden", "cell"], (own, past, [, cell], parts) => {
    const [input, forget, candidate, output] = parts(tf.add(own, past));
    const kept = tf.add(tf.mul(tf.sigmoid(forget), cell), tf.mul(tf.sigmoid(input), tf.tanh(candidate)));
    return [tf.mul(tf.sigmoid(output), tf.tanh(kept)), kept];
  });

const gru = (tf) =>
  recurrent(tf, 3, ["hidden"], (own, past, [hidden], parts) => {
    const [given, kept] = [parts(own), parts(past)];
    const [update, reset] = [0, 1].map((i) => tf.sigmoid(tf.add(given[i], kept[i])));
    const candidate = tf.tanh(tf.add(given[2], tf.mul(reset, kept[2])));
    return [tf.add(tf.mul(tf.sub(1, update), candidate), tf.mul(update, hidden))];
  });

const tinyOperations = (tf) => (x, y, { count }) => {
  let value = x;
  for (let i = 0; i < count; i += 4) value = tf.tanh(tf.mul(tf.add(tf.reverse(value, 0), y), x));
  return [value];
};

export const modelsOf = (tf) => ({
  "gpt2-block": gptBlock(tf),
  "resnet-18": resNet(tf),
  "mlp-training": mlpTraining(tf),
  lstm: lstm(tf),
  gru: gru(tf),
  "tiny-operations": tinyOperations(tf),
});
