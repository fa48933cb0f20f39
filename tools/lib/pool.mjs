// Processes a list, several items at a time.

/** Calls work(item) for each of `items` in order, `together` at a time. Returns the results in the same order. */
export async function forEachOf(items, together, work) {
  const results = Array(items.length);
  let next = 0;
  const workOff = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(together, items.length) }, workOff));
  return results;
}

/** Adds the numbers of objects by key. */
export function sumOf(counts) {
  const total = {};
  const numbers = counts.flatMap(Object.entries).filter(([, value]) => typeof value === "number");
  for (const [key, value] of numbers) total[key] = (total[key] ?? 0) + value;
  return total;
}
