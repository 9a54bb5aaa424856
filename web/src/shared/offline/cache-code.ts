import type { CacheAnswer, CacheRequest } from '../../offline-worker/cached-files.ts'

/** Time after which the rest is stored where the browser does not say when it is idle. */
const idleAfterMs = 3_000

const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 10 * idleAfterMs })
  else setTimeout(run, idleAfterMs)
}

const loadedPaths = (): string[] =>
  performance
    .getEntriesByType('resource')
    .flatMap(({ name }) =>
      URL.canParse(name) && new URL(name).origin === location.origin ? new URL(name).pathname : [],
    )

/**
 * Stores the product's code and the texts of one language on the device: the shared parts, then the open page, then the
 * rest when the browser is idle. `data-offline` of the document marks the complete storage.
 */
export async function cacheCode(language: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  await serviceWorker.register(`/offline-worker.js?language=${language}`).catch(() => undefined)
  const worker = (await serviceWorker.ready).active
  const ask = (request: CacheRequest): void => worker?.postMessage(request)
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<CacheAnswer>) => {
    if (data.cached === 'rest') document.documentElement.dataset.offline = 'ready'
  })
  ask({ cache: 'loaded', urls: loadedPaths() })
  whenIdle(() => ask({ cache: 'rest' }))
}
