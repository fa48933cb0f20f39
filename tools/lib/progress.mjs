// One line that shows the progress of a long program: rewritten in place on a terminal, every 20 seconds in a log.
const kLogPeriodMs = 20_000;
const kTerminalPeriodMs = 100;

let lastShown = Date.now();

export function showProgress(text) {
  const period = process.stdout.isTTY ? kTerminalPeriodMs : kLogPeriodMs;
  const now = Date.now();
  if (now - lastShown < period) return;
  const line = text.trimEnd().split(/[\r\n]+/).at(-1).trim();
  if (!line) return;
  lastShown = now;
  const clipped = line.slice(0, 100);
  process.stdout.write(process.stdout.isTTY ? `\r\x1b[K    ${clipped}` : `    ${clipped}\n`);
}

export function clearProgress() {
  if (process.stdout.isTTY) process.stdout.write("\r\x1b[K");
}

/** Starts a stage: a log waits a whole period before its first line. */
export function restartProgress() {
  lastShown = process.stdout.isTTY ? 0 : Date.now();
}
