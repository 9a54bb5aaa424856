import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let installer: User
let staff: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  installer = { ...(await server.given.user()), name: 'Ada 100% Neri' }
  staff = { ...(await server.given.user()), name: 'Bo Berg' }
  const members = { installerAdministrator: installer.userId, installerStaff: staff.userId }
  plantId = await server.given.plant({ members })
  for (const [who, serial] of [
    [installer, '0A1B01'],
    [staff, '0A1B02'],
    [installer, '0A1B03'],
  ] as const) {
    server.clock.time = new Date(server.clock.time.getTime() + 60_000)
    await server.as(who).refusal('saveCu', { plantId, cuType: 'logica', cuId: serial })
  }
  await server.as(staff).refusal('updatePlant', { plantId, plant: {}, version: 1 })
})
afterAll(() => server?.stop())

const audit = (question: object = {}) => server.as(installer).call('getAudit', { plantId, ...question })
const whoOf = async (question: object) => (await audit(question)).entries.map(({ name }) => name)

describe('the audit of a plant', () => {
  it('says who did what when with which result, the newest first', async () => {
    const { entries, total } = await audit({ ofAction: 'saveCu' })
    expect(total).toBe(3)
    expect(entries.map(({ name, result }) => [name, result])).toEqual([
      [installer.name, 'ok'],
      [staff.name, 'ok'],
      [installer.name, 'ok'],
    ])
    const times = entries.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(entries[0]).toMatchObject({ userid: installer.userId, action: 'saveCu' })
  })

  it('has refusals of members, by their code', async () => {
    const { entries } = await audit({ ofAction: 'updatePlant' })
    expect(entries).toMatchObject([{ name: staff.name, result: expect.stringMatching(/^[A-Z_]+$/) }])
  })

  it('is searched by name as it is written, signs of the database among them', async () => {
    expect(new Set(await whoOf({ search: ' berg ' }))).toEqual(new Set([staff.name]))
    expect(new Set(await whoOf({ search: '100%' }))).toEqual(new Set([installer.name]))
    expect(await whoOf({ search: '%berg' })).toEqual([])
  })

  it('comes in pages that together are the whole', async () => {
    const { total } = await audit()
    const pages = await Promise.all(
      Array.from({ length: total }, async (_, at) => (await audit({ page: at + 1, pageSize: 1 })).entries),
    )
    expect(pages.flat().map(({ id }) => id)).toEqual((await audit({ pageSize: 1000 })).entries.map(({ id }) => id))
    expect((await audit({ page: total + 1, pageSize: 1 })).entries).toEqual([])
  })

  it('holds nothing of another plant', async () => {
    const other = await server.given.plant({ members: { installerAdministrator: installer.userId } })
    expect((await server.as(installer).call('getAudit', { plantId: other })).total).toBe(0)
  })
})
