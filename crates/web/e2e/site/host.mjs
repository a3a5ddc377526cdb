// A host for the page without a server: plain files below a folder, and nothing else. Tests also ask what the program
// says, at the same address, as they ask the server; the page itself is refused that.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** A site may be in any folder of its host. */
const FOLDER = '/some/folder/';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

async function file(folder, path, response) {
  const name = join(folder, normalize(path === '' ? 'index.html' : path));
  try {
    const bytes = await readFile(name);
    response.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'text/plain' }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}

/** Carries a question of a test to the program. */
async function forward(program, request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { pathname } = new URL(request.url, program);
  const answer = await fetch(new URL(pathname.slice(FOLDER.length), program), {
    method: request.method,
    headers: { 'Content-Type': 'application/json' },
    ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
  });
  response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** Serves the files of `folder`; `program` is where `melee serve` is, if a test wants to ask it. {url, end()}. */
export async function startHost(folder, program = null) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    const isPage = /Mozilla/.test(request.headers['user-agent'] ?? '');
    if (!pathname.startsWith(FOLDER)) response.writeHead(404).end();
    else if (!pathname.startsWith(`${FOLDER}api/`)) await file(folder, pathname.slice(FOLDER.length), response);
    else if (isPage || !program) response.writeHead(403).end();
    else await forward(program, request, response);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(null));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const end = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}${FOLDER}`, end };
}
