import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../kernel/caller.ts'
import { partialDemoEstate } from '../testing/partial-demo-estate.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { seedDemo } from './seed-demo.ts'
import { seedFiles } from './seed-files.ts'
import type { SeededPlaces } from './seed-past.ts'
import { describeEstate } from './simulator-process.ts'

const estate = partialDemoEstate('hospital', 'hotel', 'sevilla', 'porto', 'mill')
let server: TestServer
let places: SeededPlaces[]
let office: User

beforeAll(async () => {
  server = await createTestServer()
  const accountDefaults = { at: server.clock.now(), password: 'x', hashPassword: async () => 'hash' }
  places = await server.inTransaction((work) =>
    seedDemo(work, estate, { ...accountDefaults, describe: () => describeEstate(estate) }),
  )
  await seedFiles(server, places)
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
})
afterAll(() => server?.stop())

const plantOf = (key: string): SeededPlaces => {
  const found = places.find((one) => one.key === key)
  if (!found) throw new Error(`no plant ${key}`)
  return found
}

it('some demo plants have a logo', async () => {
  const logoOf = async (key: string) =>
    (await server.as(office).call('getPlantDetails', { plantId: plantOf(key).plantId })).plant.logo
  for (const key of ['hospital', 'hotel', 'sevilla', 'porto']) expect(await logoOf(key)).toMatch(/^\/pictures\//)
  expect(await logoOf('mill')).toBeNull()
})

it('the installer attaches a certificate, photos and a drawing', async () => {
  const { plantId } = plantOf('hospital')
  const { attachments } = await server.as(office).call('getAttachments', { plantId })
  expect(attachments.map(({ name, category, addedBy }) => [name, category, addedBy]).toSorted()).toEqual([
    ['Corridoio A.webp', 'photo', 'Marta Rinaldi'],
    ['Dichiarazione di conformità.pdf', 'certificate', 'Marta Rinaldi'],
    ['Piano terra.svg', 'drawing', 'Marta Rinaldi'],
    ['Quadro Q1.webp', 'photo', 'Marta Rinaldi'],
  ])
  expect(server.jobs.filter(({ name }) => name === 'attachment.preview').length).toBeGreaterThanOrEqual(2)
})

it('files are seeded only once', async () => {
  const accountDefaults = { at: server.clock.now(), password: 'x', hashPassword: async () => 'hash' }
  expect(await server.inTransaction((work) => seedDemo(work, estate, accountDefaults))).toEqual([])
  const { plantId } = plantOf('hospital')
  await seedFiles(server, [])
  expect((await server.as(office).call('getAttachments', { plantId })).attachments).toHaveLength(4)
})
