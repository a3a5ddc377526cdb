// Keeps the page for times without a connection: the frame of a page whose server must be there for anything else, or
// all of a site that needs none.

/**
 * Of a site without a server its version and all its files, which `melee site` writes here.
 * @type {{ version: string, files: string[] } | null}
 */
const SITE = null;

/** Other sites of the same host have stores of their own. */
const own = () => `melee-site ${self.registration.scope} `;
const storeName = () => (SITE ? own() + SITE.version : 'melee-frame');

/** A site is kept as a whole, so that no two versions are ever mixed; a new one waits until the old one is left. */
async function keepSite({ files }) {
  const store = await caches.open(storeName());
  await store.addAll(files.map((file) => new Request(file, { cache: 'reload' })));
}

async function forgetOldSites() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(own()) && name !== storeName());
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener('install', (event) => (SITE ? event.waitUntil(keepSite(SITE)) : self.skipWaiting()));
self.addEventListener('activate', (event) => {
  if (SITE) event.waitUntil(forgetOldSites());
  event.waitUntil(self.clients.claim());
});

/** An answer that cannot be kept, as in a full storage, is as good as any other. */
async function keep(request, response) {
  try {
    const store = await caches.open(storeName());
    await store.put(request, response);
  } catch {
    /* there is no frame without a server, then */
  }
}

async function kept(request) {
  try {
    const store = await caches.open(storeName());
    return await store.match(request, { ignoreSearch: true });
  } catch {
    return undefined;
  }
}

async function fresh(event) {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(keep(request, response.clone()));
    return response;
  } catch (error) {
    const old = await kept(request);
    if (old) return old;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isFrame = request.method === 'GET' && origin === self.location.origin && !pathname.startsWith('/api/');
  if (!isFrame) return;
  event.respondWith(SITE ? kept(request).then((file) => file ?? fetch(request)) : fresh(event));
});
