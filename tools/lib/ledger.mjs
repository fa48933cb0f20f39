// The stages of a command: each is announced and timed, and may count tests.
import { isBeside, print, printKept } from "./output.mjs";
import { restartProgress } from "./progress.mjs";

export class Ledger {
  stages = [];
  running = 0;
  started = Date.now();

  /** `write` takes the announcements and results of stages. */
  constructor(write = (text) => process.stdout.write(text)) {
    this.write = write;
  }

  /** Runs one stage and returns the result of `work`, which may have {passed, failed, note}. */
  async stage(name, work) {
    this.write(`-- ${name}\n`);
    restartProgress();
    const started = Date.now();
    const entry = { name, passed: 0, failed: 0, note: "", seconds: 0, complete: false };
    this.stages.push(entry);
    this.running += 1;
    try {
      const result = await work();
      entry.complete = true;
      entry.passed = result?.passed ?? 0;
      entry.failed = result?.failed ?? 0;
      entry.note = result?.note ?? "";
      return result;
    } finally {
      entry.seconds = (Date.now() - started) / 1000;
      const isAlone = --this.running === 0 && this.stages.at(-1) === entry && !isBeside();
      printKept();
      this.write(`   ${isAlone ? "" : `${name}: `}${describe(entry)}\n`);
    }
  }

  /** Like `stage`, but prints a failure, counts it as one failed test, and continues. */
  async tolerantStage(name, work) {
    return this.stage(name, async () => {
      try {
        return await work();
      } catch (error) {
        print(error.message, console.error);
        return { passed: 0, failed: 1, note: "stopped" };
      }
    });
  }

  get seconds() {
    return (Date.now() - this.started) / 1000;
  }

  get totals() {
    const sum = (key) => this.stages.reduce((total, stage) => total + stage[key], 0);
    return { passed: sum("passed"), failed: sum("failed") };
  }

  /** Prints the table of stages and the line `N passed, N failed`. Returns the exit code. */
  print() {
    const { passed, failed } = this.totals;
    console.log(`\n${"stage".padEnd(44)}${"seconds".padStart(9)}${"passed".padStart(9)}${"failed".padStart(9)}`);
    for (const { name, seconds, ...counts } of this.stages) {
      console.log(
        name.padEnd(44) + seconds.toFixed(1).padStart(9) + String(counts.passed).padStart(9) + String(counts.failed).padStart(9),
      );
    }
    console.log("all".padEnd(44) + this.seconds.toFixed(1).padStart(9));
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 ? 1 : 0;
  }
}

function describe({ seconds, passed, failed, note, complete }) {
  const words = [`${seconds.toFixed(1)} s`];
  if (!complete) words.push("failed");
  if (passed || failed) words.push(`${passed} passed, ${failed} failed`);
  if (note) words.push(note);
  return words.join(", ");
}
