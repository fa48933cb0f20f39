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
    write: (path, bytes) => fetch(`/files${path}`, { method: "PUT", body: bytes }),
    // A page cannot measure its processor time.
    processor: () => performance.now(),
  });
}
