// What a runner in JavaScript answers, wherever it runs: bench/runner_main.cc says what is asked.

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

/**
 * Gives answer(words), the reply to a request. `load(place, words)` gives { prepare, run, results }: `run()` one run,
 * awaited, for which `prepare()`, if there is one, is not timed; `results()` its results as typed arrays or bytes; or throws a
 * sentence. `limits()`, if there is one, says what the machine does at most. `placeOf(folder)` is what reads a program's files
 * (`read(name)`) and writes its results (`write(path, bytes)`); `processor()` the milliseconds that were computed so far.
 */
export function makeRunner({ load, limits }, { placeOf, write, processor }) {
  let loaded;
  const reply = async ([request, ...words]) => {
    if (request === "load") {
      const before = loaded;
      loaded = undefined;
      await before?.close?.();
      loaded = await load(placeOf(words[0]), { threads: Number(words[1]), grid: words[2], isText: words[3] === "1" });
      return {};
    }
    if (request === "limits" && limits) return limits();
    if (loaded === undefined) throw new Error("no program is loaded");
    if (request === "run") {
      const [times, computed] = [[], []];
      for (let i = 0; i < Number(words[0]); ++i) {
        await loaded.prepare?.();
        const [start, used] = [performance.now(), processor()];
        await loaded.run();
        times.push(performance.now() - start);
        computed.push(processor() - used);
      }
      return { ms: median(times), cpu_ms: median(computed) };
    }
    if (request === "results") {
      const values = await loaded.results();
      for (const [i, value] of values.entries()) await write(`${words[0]}-${i}.raw`, new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
      return { count: values.length };
    }
    throw new Error("there is no such request");
  };
  return (words) => reply(words).catch((error) => ({ problem: String(error?.message ?? error).split("\n")[0] }));
}
