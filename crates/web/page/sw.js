// The service worker of the static page: keeps all its files, so that it works without a network.
// `build.sh` writes `files.js`, which names the files and their version.

/** @typedef {{FILES: string[], VERSION: string}} Build */

const worker = /** @type {any} */ (self);
worker.importScripts("files.js");
const { FILES, VERSION } = /** @type {Build} */ (worker);
const CACHE = `rummilab-${VERSION}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  // Past the browser's own cache, whose files may be of another version.
  const files = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(files))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = (/** @type {string} */ name) => name.startsWith("rummilab-") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  const kept = caches
    .open(CACHE)
    .then((cache) => cache.match(request, { ignoreSearch: true }))
    .then((found) => found ?? fetch(request));
  event.respondWith(kept);
});
