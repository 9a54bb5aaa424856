import { expect, test } from 'vitest'
import { createLaterFiles } from './later-files.ts'

/** Storage as a browser has it, for one cache. */
const createStorage = () => {
  const stored = new Map<string, Response>()
  const pathOf = (request: RequestInfo | URL) =>
    new URL(String(request instanceof Request ? request.url : request), 'https://own.test').pathname
  const cache = {
    match: async (request: RequestInfo | URL) => stored.get(pathOf(request))?.clone(),
    put: async (request: RequestInfo | URL, response: Response) => void stored.set(pathOf(request), response),
    delete: async (request: RequestInfo | URL) => stored.delete(pathOf(request)),
    keys: async () => [...stored.keys()].map((path) => new Request(`https://own.test${path}`)),
  }
  return { stored, storage: { open: async () => cache as unknown as Cache } }
}

test('files are stored once each, in the order asked for, and unknown ones are not', async () => {
  const { stored, storage } = createStorage()
  const loaded: string[] = []
  const files = createLaterFiles(['/assets/a.js', '/assets/b.js', '/assets/c.js'], storage, async (url) => {
    loaded.push(url)
    return new Response(url)
  })
  await Promise.all([files.store(['/assets/b.js', '/elsewhere.js']), files.store(['/assets/b.js'])])
  expect(loaded).toEqual(['/assets/b.js'])
  expect(await files.store(files.all)).toBe(true)
  expect(loaded).toEqual(['/assets/b.js', '/assets/a.js', '/assets/c.js'])
  expect(await (await files.match('/assets/c.js'))?.text()).toBe('/assets/c.js')
  expect(stored.size).toBe(3)
})

test('a file that cannot be fetched holds up no other, and is fetched the next time', async () => {
  const { stored, storage } = createStorage()
  let isAway = true
  const files = createLaterFiles(['/assets/a.js', '/assets/b.js'], storage, async (url) => {
    if (isAway && url.endsWith('a.js')) throw new TypeError('Failed to fetch')
    return new Response(url)
  })
  expect(await files.store(files.all)).toBe(false)
  expect([...stored.keys()]).toEqual(['/assets/b.js'])
  isAway = false
  expect(await files.store(files.all)).toBe(true)
  expect(stored.size).toBe(2)
})

test('files of another release are removed', async () => {
  const { stored, storage } = createStorage()
  const load = async (url: string) => new Response(url)
  const former = createLaterFiles(['/assets/old.js', '/assets/both.js'], storage, load)
  await former.store(former.all)
  await createLaterFiles(['/assets/both.js', '/assets/new.js'], storage, load).removeOld()
  expect([...stored.keys()]).toEqual(['/assets/both.js'])
})
