/// <reference lib="webworker" />
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { type CachedFile, filesForLanguage } from './cached-files.ts'
import { showNotices } from './show-notices.ts'

declare const self: ServiceWorkerGlobalScope
/** Put in by the build. */
declare const KEPT_FILES: CachedFile[]

/** Time after which a page is opened from what the device keeps: one bar of a line is often none. */
const fallbackAfterMs = 4_000

const page = '/index.html'

precache(filesForLanguage(KEPT_FILES, new URL(self.location.href).searchParams.get('language') ?? 'en'))
cleanupOutdatedCaches()
showNotices()
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** The newest page while there is a line, so that nobody works on with an old release; else the kept one. */
async function openPage(request: Request): Promise<Response> {
  const networkResponse = fetch(request)
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), fallbackAfterMs))
  const response = await Promise.race([networkResponse, timeout]).catch(() => undefined)
  // A gateway that answers for a server that is away is no page of ours.
  if (response && response.status < 500) return response
  return (await matchPrecache(page)) ?? networkResponse
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && (pathname === '/' || pathname === page)) event.respondWith(openPage(request))
  else if (pathname.startsWith('/assets/'))
    event.respondWith(matchPrecache(pathname).then((found) => found ?? fetch(request)))
})
