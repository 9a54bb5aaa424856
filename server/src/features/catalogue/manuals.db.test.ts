import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { quietLog } from '../../testing/quiet-log.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { removeCatalogue, saveCatalogue } from './catalogue.store.ts'
import { createManualFinder } from './manuals.ts'
import { sampleCatalogue } from './sample-catalogue.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

/** A typesetter; the test decides when a document is complete. */
const waitingRenders: (() => void)[] = []
let isHeld = false
const typeset = vi.fn(async ({ data }: { data: unknown }) => {
  if (isHeld) await new Promise<void>((release) => waitingRenders.push(release))
  return Buffer.from(JSON.stringify(data))
})
const finder = (files = server.ports.files) => {
  const typesetter = { typeset, printable: (text: string) => text }
  return createManualFinder({ db: server.database.db, files, typesetter, log: quietLog() })
}
/** An empty storage: it answers at once and stores nothing, so requests queue in order. */
const noStorage = (): typeof server.ports.files => ({
  ...server.ports.files,
  get: async () => null,
  put: async () => ({ bytes: 0, sha256: '' }),
})
beforeEach(() => {
  typeset.mockClear()
  isHeld = false
})

const read = async (content: Buffer | Readable) => (Buffer.isBuffer(content) ? content.toString() : text(content))

it('a manual is rendered once for all nodes, and again for a changed product', async () => {
  const manual = { language: 'de', code: 'SG-20' } as const
  const first = await read(await (await finder()('a', manual)).open())
  expect(first).toContain('Rettungszeichenleuchte')
  expect(await read(await (await finder()('b', manual)).open())).toBe(first)
  expect(typeset).toHaveBeenCalledTimes(1)
  const sample = sampleCatalogue()
  const products = sample.products.map((one) => (one.code === 'SG-20' ? { ...one, watts: 99 } : one))
  await saveCatalogue(server.database.db, { ...sample, products }, server.clock.now())
  expect(await read(await (await finder()('a', manual)).open())).toContain('99 W')
  await removeCatalogue(server.database.db)
})

it('an unknown product is refused', async () => {
  await expect(finder()('a', { language: 'en', code: 'NONE' })).rejects.toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
})

it('manuals are rendered one at a time with a limit per caller, and shared', async () => {
  isHeld = true
  const find = finder(noStorage())
  const codes = ['ST-8', 'ST-11', 'ST-18', 'ST-24', 'SC-6']
  const found = await Promise.all(codes.map((code) => find('one caller', { language: 'fr', code })))
  const sameManual = await find('another caller', { language: 'fr', code: 'ST-8' })
  const openings = found.map((manual) => manual.open())
  const secondRead = sameManual.open()
  await expect(openings[4]).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  for (let typesetCount = 1; typesetCount <= 4; typesetCount++) {
    await vi.waitFor(() => expect(typeset).toHaveBeenCalledTimes(typesetCount))
    expect(waitingRenders).toHaveLength(1)
    waitingRenders.shift()?.()
  }
  await Promise.all([...openings.slice(0, 4), secondRead])
  expect(typeset).toHaveBeenCalledTimes(4)
})

it('requests beyond the render limit are refused', async () => {
  isHeld = true
  const find = finder(noStorage())
  const codes = sampleCatalogue().products.map(({ code }) => code)
  const found = await Promise.all(codes.slice(0, 30).map((code, at) => find(`address ${at}`, { language: 'cs', code })))
  const openings = found.map((manual) =>
    manual.open().then(
      () => 'made',
      ({ code }: { code: string }) => code,
    ),
  )
  await vi.waitFor(() => expect(waitingRenders).toHaveLength(1))
  isHeld = false
  waitingRenders.shift()?.()
  const pdfResults = await Promise.all(openings)
  expect(pdfResults).toEqual([...Array(24).fill('made'), ...Array(6).fill('SERVER_BUSY')])
})
