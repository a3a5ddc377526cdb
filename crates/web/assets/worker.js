// Keeps the frame of the page for times without a server. What the server says always comes from the server.

const STORE = 'melee-frame';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** An answer that cannot be kept, as in a full storage, is as good as any other. */
async function keep(request, response) {
  try {
    const store = await caches.open(STORE);
    await store.put(request, response);
  } catch {
    /* there is no frame without a server, then */
  }
}

async function kept(request) {
  try {
    const store = await caches.open(STORE);
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
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  const isFrame = method === 'GET' && origin === self.location.origin && !pathname.startsWith('/api/');
  if (isFrame) event.respondWith(fresh(event));
});
