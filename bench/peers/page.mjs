// The page of in-chromium.mjs.
import { makeRunner } from "./runner.mjs";

async function bytesOf(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const script = (url) =>
  new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement("script"), { src: url, onload: resolve, onerror: () => reject(new Error(`${url} cannot be had`)) });
    document.head.append(element);
  });

// Playwright receives each request's body as one string, of at most half a gigabyte.
const pieceBytes = 4 << 20;

async function write(path, data) {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at === 0 || at < bytes.length; at += pieceBytes) {
    await fetch(`/files${path}?at=${at}`, { method: "PUT", body: bytes.subarray(at, at + pieceBytes) });
  }
}

/** Returns the function that answers requests from in-chromium.mjs. */
export async function answerIn(kind, words) {
  const { open } = await import(`./${kind}.mjs`);
  const surroundings = {
    isNode: false,
    import: (path) => import(`/checkout/${path}`),
    bytes: (path) => bytesOf(`/checkout/${path}`),
    peer: async (name) => import(`/peers/${name}`),
    peerScript: (name) => script(`/peers/${name}`),
    peerFile: (path) => `/peers/${path}`,
  };
  return makeRunner(await open(surroundings, ...words), {
    placeOf: (folder) => ({ read: (name) => bytesOf(`/files${folder}/${name}`) }),
    write,
    // A page cannot measure its processor time.
    processor: () => performance.now(),
  });
}
