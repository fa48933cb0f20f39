// Serves a folder of files to this machine only.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { Failure } from "./lib/failure.mjs";

const kFirstPort = 5173;
const kPorts = 20;

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".mlir": "text/plain; charset=utf-8",
};

/** Returns the file that a request's path names, or undefined if there is none. */
function findFile(folder, url) {
  const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
  const candidates = [join(folder, path), join(folder, path, "index.html")];
  return candidates.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
}

function respond(folder, request, response) {
  const file = findFile(folder, request.url);
  if (!file) return response.writeHead(404).end("not found\n");
  response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream", "cache-control": "no-cache" });
  createReadStream(file).pipe(response);
}

const listen = (server, port) =>
  new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });

/** Starts serving and returns the address, at the first free port from 5173 on. */
export async function servePage(folder) {
  for (let port = kFirstPort; port < kFirstPort + kPorts; ++port) {
    const server = createServer((request, response) => respond(folder, request, response));
    if (await listen(server, port)) return `http://localhost:${port}/`;
  }
  throw new Failure(`no port from ${kFirstPort} to ${kFirstPort + kPorts - 1} is free to serve the page on.`);
}
