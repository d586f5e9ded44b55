import { fillOfflinePage } from './fill-offline-page.ts';

// Caches built files, whose names change with their contents, and an offline page.
// Never caches responses to members.

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = ExtendableEvent & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
type Worker = {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
  addEventListener(name: 'install' | 'activate', on: (event: ExtendableEvent) => void): void;
  addEventListener(name: 'fetch', on: (event: FetchEvent) => void): void;
};

const worker = self as unknown as Worker;

const FILES = 'files';
const FILES_MAX = 150;
const PAGES = 'offline';
const PAGE_DAYS = 7;
const BUILT = /^\/(_astro|icons|brand)\//;
const LANGUAGE = /^\/(\w+)(\/|$)/;
const SUPPORT = /\/dashboard\/support\/?$/;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => {
  const preloads = worker.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([preloads, worker.clients.claim()]));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(navigate(event, pathname));
  else if (request.method === 'GET' && BUILT.test(pathname)) event.respondWith(builtFile(event));
});

async function navigate(event: FetchEvent, pathname: string): Promise<Response> {
  const { request } = event;
  const language = LANGUAGE.exec(pathname)?.[1];
  const typed = request.method === 'POST' && SUPPORT.test(pathname) ? request.clone() : undefined;
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(request));
    if (language) event.waitUntil(keepOfflinePage(language));
    return answer;
  } catch (error) {
    const page = language && (await caches.match(offlinePage(language)));
    if (!page) throw error;
    return typed ? fillOfflinePage(page, await typed.formData()) : page;
  }
}

const offlinePage = (language: string) => `/${language}/offline`;

async function keepOfflinePage(language: string): Promise<void> {
  const pages = await caches.open(PAGES);
  const cachedPage = await pages.match(offlinePage(language));
  const ageMs = Date.now() - Date.parse(cachedPage?.headers.get('date') ?? '');
  if (ageMs < PAGE_DAYS * 24 * 60 * 60 * 1000) return;
  const answer = await fetch(offlinePage(language)).catch(() => undefined);
  if (answer?.ok && !answer.redirected) await pages.put(offlinePage(language), answer);
}

async function builtFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const files = await caches.open(FILES);
  const cachedFile = await files.match(request);
  if (cachedFile) return cachedFile;
  const answer = await fetch(request);
  if (answer.ok) event.waitUntil(keepFile(files, request, answer.clone()));
  return answer;
}

/** The oldest are deleted first; files still in use are cached again. */
async function keepFile(files: Cache, request: Request, answer: Response): Promise<void> {
  await files.put(request, answer);
  const names = await files.keys();
  await Promise.all(names.slice(0, Math.max(0, names.length - FILES_MAX)).map((name) => files.delete(name)));
}
