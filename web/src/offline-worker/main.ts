/// <reference lib="webworker" />
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { type CacheAnswer, type CachedFile, type CacheRequest, filesForLanguage } from './cached-files.ts'
import { createLaterFiles } from './later-files.ts'
import { showNotices } from './show-notices.ts'

declare const self: ServiceWorkerGlobalScope
/** Put in by the build. */
declare const CACHED_FILES: CachedFile[]

/** Time after which a page is opened from the device: one bar of reception is often none. */
const fallbackAfterMs = 4_000

const page = '/index.html'

const files = filesForLanguage(CACHED_FILES, new URL(self.location.href).searchParams.get('language') ?? 'en')
const laterFiles = createLaterFiles(
  files.flatMap(({ url, isShell }) => (isShell ? [] : url)),
  caches,
  (url) => fetch(url),
)

precache(files.filter(({ isShell }) => isShell))
cleanupOutdatedCaches()
showNotices()
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), laterFiles.removeOld()])),
)
self.addEventListener('message', (event) => {
  const request = event.data as CacheRequest
  if (request.cache === 'loaded') event.waitUntil(laterFiles.store(request.urls))
  if (request.cache !== 'rest') return
  const answer: CacheAnswer = { cached: 'rest' }
  const store = async () => {
    if (await laterFiles.store(laterFiles.all)) event.source?.postMessage(answer)
  }
  event.waitUntil(store())
})

/** The newest page while there is a network, so nobody works with an old release; else the stored one. */
async function openPage(request: Request): Promise<Response> {
  const networkResponse = fetch(request)
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), fallbackAfterMs))
  const response = await Promise.race([networkResponse, timeout]).catch(() => undefined)
  // A gateway's answer for an absent server is no page of ours.
  if (response && response.status < 500) return response
  return (await matchPrecache(page)) ?? networkResponse
}

async function openFile(request: Request, path: string): Promise<Response> {
  return (await matchPrecache(path)) ?? (await laterFiles.match(path)) ?? fetch(request)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && (pathname === '/' || pathname === page)) event.respondWith(openPage(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(openFile(request, pathname))
})
