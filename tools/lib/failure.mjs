// What the user is told in one sentence, without a stack.
export class Failure extends Error {}

// The sentences for what goes wrong on other people's machines, by what the programs say about it.
const causes = [
  [/no space left on device|\bENOSPC\b|don't have enough free space|disk quota exceeded|\bEDQUOT\b/i, "the disk is full"],
  [
    /could not resolve|temporary failure (in name resolution|resolving)|unable to connect|connection (refused|timed out|reset)|network is unreachable|\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT)\b|failed to fetch/i,
    "the network cannot be reached",
  ],
  [/permission denied|are you root|\b(EACCES|EPERM|EROFS)\b|read-only file system|a password is required/i, "a permission is missing"],
];

/** Why a program failed, from its output, or undefined where it is none of the usual reasons. */
export function causeOf(output) {
  return causes.find(([pattern]) => pattern.test(output))?.[1];
}
