// The protocol of a JavaScript runner, in Node and in a page. bench/runner_main.cc describes the requests.

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

/**
 * Returns answer(words), which resolves to the reply to a request.
 * `load(place, words)` returns { prepare, run, results }, or throws an error with one sentence. `run()` is one run,
 * which is awaited. `prepare()` is optional and not timed. `results()` returns the results as typed arrays or bytes.
 * `limits()`, optional, returns the machine's limits.
 * `placeOf(folder)` returns an object that reads a program's files: `read(name)`.
 * `write(path, bytes)` writes a result.
 * `processor()` returns the processor time so far, in milliseconds.
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
