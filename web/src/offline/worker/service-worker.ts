/// Keeps the site for visits without a network. Its script contains the list of files and their version (web/offline.mjs),
/// so that the browser finds a new version by its bytes.
///
/// All files of a version are fetched at once and stored together. A new version waits until the user asks for it.

declare const files: readonly string[]
declare const version: string

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface Scope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', act: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', act: (event: FetchEvent) => void): void
  addEventListener(type: 'message', act: (event: MessageEvent) => void): void
}

const scope = self as unknown as Scope
const prefix = `paddock ${scope.registration.scope} `
const ownName = prefix + version
/// Pages of the documentation that were visited.
const visitedName = `${prefix}visited`

scope.addEventListener('install', (event) => event.waitUntil(store()))
scope.addEventListener('activate', (event) => event.waitUntil(begin()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method === 'GET' && request.url.startsWith(scope.registration.scope)) event.respondWith(answer(request))
})
scope.addEventListener('message', ({ data }) => {
  if (data === 'take over') void scope.skipWaiting()
})

async function store(): Promise<void> {
  const cache = await caches.open(ownName)
  // Names of assets contain a hash of their content; other files may be in the browser's cache in an older version.
  await cache.addAll(files.map((file) => new Request(new URL(file, scope.registration.scope), { cache: file.startsWith('assets/') ? 'default' : 'no-cache' })))
}

/// Tabs of the version before load parts of it when they are needed, so its files are kept, but none that are older.
async function begin(): Promise<void> {
  const earlier = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ownName && name !== visitedName)
  await Promise.all(earlier.slice(0, -1).map((name) => caches.delete(name)))
  // The page of the first visit works without a network, too.
  if (earlier.length === 0) await scope.clients.claim()
}

async function answer(request: Request): Promise<Response> {
  const own = await caches.open(ownName)
  const found = (await own.match(request, { ignoreSearch: request.mode === 'navigate' })) ?? (await olderAsset(request))
  return found ?? answerVisited(request)
}

const olderAsset = async (request: Request): Promise<Response | undefined> => (new URL(request.url).pathname.includes('/assets/') ? caches.match(request) : undefined)

/// Other files come from the network while there is one.
async function answerVisited(request: Request): Promise<Response> {
  const visited = await caches.open(visitedName)
  try {
    const response = await fetch(request)
    if (response.ok) await visited.put(request, response.clone()).catch(() => {})
    return response
  } catch (error) {
    const kept = await visited.match(request, { ignoreSearch: true })
    if (kept === undefined) throw error
    return kept
  }
}
