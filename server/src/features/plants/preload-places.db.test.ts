import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BackgroundParts } from '../../kernel/background.ts'
import { createTestServer, plantDraft, type TestServer } from '../../testing/test-server.ts'
import { preloadPlaces } from './preload-places.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

it('places of the most frequent countries are loaded, and a missing file is ignored', async () => {
  const installer = server.as(await server.create.user())
  for (const country of ['AT', 'NO', 'PL', 'NO', 'PL', 'NO'] as const) {
    const draft = plantDraft()
    await installer.call('savePlant', { plant: { ...draft, address: { ...draft.address, country } } })
  }
  const requestedCountries: string[] = []
  const start = async (find: BackgroundParts['ports']['places']['find']) => {
    const ports = { ...server.ports, places: { ...server.ports.places, find } }
    await preloadPlaces({
      ...server,
      db: server.database.db,
      ports,
      log: { warn: () => undefined },
    } as unknown as BackgroundParts)
  }
  await start(async ({ country }) => {
    requestedCountries.push(country)
    return null
  })
  expect(requestedCountries).toEqual(['NO', 'PL'])
  await start(async () => {
    throw new Error('no such file')
  })
})
