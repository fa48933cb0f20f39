// An error that is shown to the user as one sentence, without a stack.
export class Failure extends Error {}

// Sentences for common failures of the environment, by patterns of the programs' output.
const causes = [
  [/no space left on device|\bENOSPC\b|don't have enough free space|disk quota exceeded|\bEDQUOT\b/i, "the disk is full"],
  [
    /could not resolve|temporary failure (in name resolution|resolving)|unable to connect|connection (refused|timed out|reset)|network is unreachable|\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT)\b|failed to fetch/i,
    "the network cannot be reached",
  ],
  [/permission denied|are you root|\b(EACCES|EPERM|EROFS)\b|read-only file system|a password is required/i, "a permission is missing"],
];

/** Returns why a program failed, from its output, or undefined if the reason is not a common one. */
export function causeOf(output) {
  return causes.find(([pattern]) => pattern.test(output))?.[1];
}
