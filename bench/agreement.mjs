// Compares the results of two runners.
import { readFileSync } from "node:fs";

const floats = {
  f32: { read: (bytes, i) => bytes.readFloatLE(4 * i), width: 4, tolerance: 2e-4 },
  f64: { read: (bytes, i) => bytes.readDoubleLE(8 * i), width: 8, tolerance: 1e-9 },
  bf16: { read: (bytes, i) => halfNumbers.bf16(bytes.readUInt16LE(2 * i)), width: 2, tolerance: 2e-2 },
  f16: { read: (bytes, i) => halfNumbers.f16(bytes.readUInt16LE(2 * i)), width: 2, tolerance: 4e-3 },
};

// Parts are compared like elements.
floats["complex<f32>"] = floats.f32;
floats["complex<f64>"] = floats.f64;

const word = new DataView(new ArrayBuffer(4));

const halfNumbers = {
  bf16(bits) {
    word.setUint32(0, bits << 16);
    return word.getFloat32(0);
  },
  f16(bits) {
    const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
    const size = exponent === 31 ? (fraction ? NaN : Infinity) : exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
    return bits & 0x8000 ? -size : size;
  },
};

// The error is relative to the greatest element: sums of many terms differ by roundings, even if the sum itself is
// small.
function floatDifference({ read, width }, tolerance, a, b) {
  let [most, worst] = [0, 0];
  for (let i = 0; i < a.length / width; ++i) {
    const [x, y] = [read(a, i), read(b, i)];
    if (Number.isNaN(x) !== Number.isNaN(y)) return "one has NaN where the other has a number";
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      if (x !== y && !Number.isNaN(x)) return "one has an infinity where the other has none";
      continue;
    }
    most = Math.max(most, Math.abs(x));
    worst = Math.max(worst, Math.abs(x - y));
  }
  return worst <= tolerance * most ? null : `results differ by ${(worst / most).toExponential(1)} of the greatest`;
}

/**
 * Compares the results PREFIX-N.raw of two runners. Integers must be equal. Returns null, or a sentence that describes
 * the difference. `tolerance`: instead of that of the floats' type.
 */
export function disagreement(types, prefix, other, tolerance) {
  for (const [i, { element }] of types.entries()) {
    const [a, b] = [prefix, other].map((one) => readFileSync(`${one}-${i}.raw`));
    if (a.length !== b.length) return `result ${i} has ${b.length} bytes instead of ${a.length}`;
    const problem = floats[element] ? floatDifference(floats[element], tolerance ?? floats[element].tolerance, a, b) : a.equals(b) ? null : "integers differ";
    if (problem) return problem;
  }
  return null;
}
