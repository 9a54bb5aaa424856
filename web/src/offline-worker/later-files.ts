/** Files stored after the worker has started: those of the open page first, the rest when the page is idle. */

const cacheName = 'vigilux-later'
/** Files fetched at once: the page itself may fetch meanwhile. */
const batchSize = 4

type Caches = Pick<CacheStorage, 'open'>

export const createLaterFiles = (
  urls: readonly string[],
  storage: Caches,
  load: (url: string) => Promise<Response>,
) => {
  const wanted = new Set(urls)
  const pathOf = (request: Request) => new URL(request.url).pathname
  /** Running fetches by file: several pages share one. */
  const pending = new Map<string, Promise<void>>()

  const store = async (url: string): Promise<void> => {
    const cache = await storage.open(cacheName)
    if (await cache.match(url)) return
    const response = await load(url)
    if (response.ok) await cache.put(url, response)
  }
  const storeOnce = (url: string): Promise<void> => {
    const started = pending.get(url) ?? store(url).finally(() => pending.delete(url))
    pending.set(url, started)
    return started
  }

  return {
    match: async (path: string): Promise<Response | undefined> => (await storage.open(cacheName)).match(path),
    /** Stores the needed ones of these files. A failed fetch is repeated another time. */
    async store(paths: Iterable<string>): Promise<boolean> {
      const left = [...new Set(paths)].filter((path) => wanted.has(path))
      let isWhole = true
      for (let at = 0; at < left.length; at += batchSize) {
        const results = await Promise.allSettled(left.slice(at, at + batchSize).map((url) => storeOnce(url)))
        isWhole &&= results.every(({ status }) => status === 'fulfilled')
      }
      return isWhole
    },
    all: urls,
    /** Removes files of other releases and languages. */
    async removeOld(): Promise<void> {
      const cache = await storage.open(cacheName)
      const old = (await cache.keys()).filter((request) => !wanted.has(pathOf(request)))
      await Promise.all(old.map((request) => cache.delete(request)))
    },
  }
}
