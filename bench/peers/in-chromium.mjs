// A runner in a page of Chromium: `node in-chromium.mjs KIND WORD...`, like in-node.mjs. This process starts the
// browser and serves the page alone: the checkout under /checkout/, the peers' packages under /peers/, files of the
// harness under /files/.
import { createReadStream, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../../tools/lib/paths.mjs";
import { launchBrowser, types } from "../../web/test/site.mjs";

const [kind, ...words] = process.argv.slice(2);
// Isolation gives a clock of 5 microseconds instead of 100.
const isolation = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
const page = `<!doctype html><script type="module">
import { answerIn } from "/checkout/bench/peers/page.mjs";
window.answer = answerIn(${JSON.stringify(kind)}, ${JSON.stringify(words)});
</script>`;

const folders = { checkout: root, peers: join(process.env.PADDOCK_PEERS ?? root, "node_modules"), files: "/" };

function pathOf(url) {
  const [, folder, ...names] = decodeURIComponent(new URL(url, "http://localhost").pathname).split("/");
  return folders[folder] === undefined ? undefined : join(folders[folder], ...names);
}

/** Writes one piece of a file. The first piece replaces the file. */
async function receive(request, path) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const isFirst = new URL(request.url, "http://localhost").searchParams.get("at") === "0";
  writeFileSync(path, Buffer.concat(chunks), { flag: isFirst ? "w" : "a" });
}

const server = createServer(async (request, response) => {
  if (request.url === "/") return response.writeHead(200, { "content-type": "text/html", ...isolation }).end(page);
  const path = pathOf(request.url);
  if (path !== undefined && request.method === "PUT") {
    await receive(request, path);
    return response.writeHead(204).end();
  }
  const size = path && (await stat(path).catch(() => undefined))?.size;
  if (size === undefined) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream", "content-length": size, ...isolation });
  createReadStream(path).pipe(response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await launchBrowser({ handleSIGTERM: false });
const end = async () => {
  await browser.close();
  process.exit();
};
// The harness ends runners by this signal.
process.on("SIGTERM", end);
const tab = await browser.newPage();
await tab.goto(`http://127.0.0.1:${server.address().port}/`);

const askPage = (request) => tab.evaluate(async (request) => (await window.answer)(request), request);
for await (const line of createInterface({ input: process.stdin })) {
  const reply = await askPage(line.split("\t")).catch((error) => ({ problem: error.message.split("\n")[0] }));
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
await end();
