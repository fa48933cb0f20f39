// The side of a runner in Node: bench/runner_main.cc says what is asked and answered.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const arrays = {
  f32: Float32Array, f64: Float64Array, i8: Int8Array, i16: Int16Array, i32: Int32Array, i64: BigInt64Array,
  ui8: Uint8Array, ui16: Uint16Array, ui32: Uint32Array, ui64: BigUint64Array, i1: Uint8Array,
};

/** What the harness wrote of a program: { name, parameters, arguments, results }, each with { element, shape }. */
export const describe = (folder) => JSON.parse(readFileSync(join(folder, "program.json"), "utf8"));

/** The arguments of a program as typed arrays, beside their types. */
export function readInputs(folder) {
  return describe(folder).arguments.map(({ element, shape }, i) => {
    const bytes = readFileSync(join(folder, `input-${i}.raw`));
    const array = arrays[element];
    const data = array && new array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    return { element, shape, data, bytes };
  });
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

/**
 * Answers requests until there are no more. `load(folder, words)` gives { prepare, run, results }: `run()` one run, awaited, for
 * which `prepare()`, if there is one, is not timed; `results()` its results as typed arrays or bytes; or throws a sentence.
 */
export async function serve({ load, limits }) {
  let loaded;
  const answer = async ([request, ...words]) => {
    if (request === "load") {
      const before = loaded;
      loaded = undefined;
      await before?.close?.();
      loaded = await load(words[0], { threads: Number(words[1]), grid: words[2], isText: words[3] === "1" });
      return {};
    }
    if (request === "limits" && limits) return limits();
    if (loaded === undefined) throw new Error("no program is loaded");
    if (request === "run") {
      const [times, processor] = [[], []];
      for (let i = 0; i < Number(words[0]); ++i) {
        await loaded.prepare?.();
        const [start, used] = [performance.now(), process.cpuUsage()];
        await loaded.run();
        times.push(performance.now() - start);
        const { user, system } = process.cpuUsage(used);
        processor.push((user + system) / 1000);
      }
      return { ms: median(times), cpu_ms: median(processor) };
    }
    if (request === "results") {
      const values = await loaded.results();
      values.forEach((value, i) => writeFileSync(`${words[0]}-${i}.raw`, new Uint8Array(value.buffer, value.byteOffset, value.byteLength)));
      return { count: values.length };
    }
    throw new Error("there is no such request");
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const reply = await answer(line.split("\t")).catch((error) => ({ problem: String(error?.message ?? error).split("\n")[0] }));
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
}
