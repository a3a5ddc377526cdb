// Keeps the frame of the page for times without a server. What the server says always comes from the server.

const STORE = 'melee-frame';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function fresh(request) {
  const store = await caches.open(STORE);
  try {
    const response = await fetch(request);
    if (response.ok) await store.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await store.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  const isFrame = method === 'GET' && origin === self.location.origin && !pathname.startsWith('/api/');
  if (isFrame) event.respondWith(fresh(event.request));
});
