// Shares the processors among the programs of all stages that run beside each other.
import { availableParallelism } from "node:os";

/** The number of programs that run at once: of processors, or PADDOCK_JOBS. */
export const jobs = Number(process.env.PADDOCK_JOBS) || availableParallelism();

/** Gives its `count` processors to callers, one each, in the order of their calls. Calls must not be nested. */
export class Processors {
  waiting = [];
  waitingForAll = [];
  /** Programs that use idle processors: {pause, resume}. */
  idlers = new Set();

  constructor(count) {
    this.count = count;
    this.free = count;
  }

  /** Calls `work` on one processor. Returns its result. */
  one(work) {
    return this.use(1, this.waiting, work);
  }

  /**
   * Calls `work`, which measures time, alone. It starts when no other caller runs or waits, so none has to wait for idle
   * processors. Idlers pause.
   */
  all(work) {
    return this.use(this.count, this.waitingForAll, async () => {
      for (const idler of this.idlers) idler.pause();
      try {
        return await work();
      } finally {
        for (const idler of this.idlers) idler.resume();
      }
    });
  }

  async use(count, waiting, work) {
    await new Promise((resolve) => {
      waiting.push(resolve);
      this.serve();
    });
    try {
      return await work();
    } finally {
      this.free += count;
      this.serve();
    }
  }

  serve() {
    for (; this.waiting.length > 0 && this.free > 0; --this.free) this.waiting.shift()();
    if (this.waitingForAll.length > 0 && this.free === this.count) {
      this.free = 0;
      this.waitingForAll.shift()();
    }
  }
}

export const processors = new Processors(jobs);

// Ninja starts a compiler for each processor. A second build uses those that the last links of another leave idle; more
// builds would only need more memory.
const builds = new Processors(2);
const folders = new Map();

/** Calls `work`, which builds in `folder`, when no other work builds there. */
export function building(folder, work) {
  if (!folders.has(folder)) folders.set(folder, new Processors(1));
  return folders.get(folder).one(() => builds.one(() => processors.one(work)));
}
