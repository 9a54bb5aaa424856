import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lampTable } from '../../tables/lamps.schema.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addEntries } from '../logbook/index.ts'
import { collectLogbook } from './collect/collect-logbook.ts'
import { findReport } from './reports.store.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { server, plantId, installer } = plant
  const service = (at: string, text: string) => ({
    plantId,
    kind: 'service' as const,
    by: installer,
    at: new Date(at),
    text,
  })
  await server.inTransaction(async (work) =>
    addEntries(work, [service('2025-12-01T09:00:00Z', 'Old'), service('2026-03-01T09:00:00Z', 'New')]),
  )
})
afterAll(() => plant.server.stop())

const makeBasic = () =>
  plant.server.database.db.execute(
    sql`update plant set ever_pro = false, pro_expiry = null where id = ${plant.plantId}`,
  )
const collectTexts = async () => {
  const { server, plantId } = plant
  const report = { plantId, requestedAt: server.clock.now(), request: { search: '' } }
  return collectLogbook(server.database.db, server.ports, report, server.clock.now())
}

it('entries are ordered by number with the head, limited in a Basic plant', async () => {
  const { client, plantId } = plant
  const collectedLogbook = await collectTexts()
  expect([collectedLogbook.entries.map(({ text }) => text), collectedLogbook.hidden]).toEqual([['Old', 'New'], 0])
  expect(collectedLogbook.proof).toMatchObject((await client.call('getLogbookDetails', { plantId })).head)
  expect(collectedLogbook.proof.no).toBe(2)
  await makeBasic()
  const basic = await collectTexts()
  expect([basic.entries.map(({ text }) => text), basic.hidden]).toEqual([['New'], 1])
})

it('the report shows an open lamp fault like the logbook page', async () => {
  const { client, plantId, server } = plant
  const defects = async () => (await collectTexts()).items.find(({ item }) => item === 'defects')?.missing
  expect(await defects()).toBeNull()
  await server.database.db
    .update(lampTable)
    .set({ condition: 'error', errors: ['charger'], faultsSince: new Date() })
    .where(eq(lampTable.addr, 2))
  expect(await defects()).toBe('remedies')
  expect((await client.call('getLogbookState', { plantId })).items).toEqual((await collectTexts()).items)
})

it('the report uses the requested filters', async () => {
  const { plantId, client, server } = plant
  const logbook = { search: 'e', of: 'inspections' as const, from: '2026-03-01' }
  const { report } = await client.call('createLogbookReport', { plantId, language: 'en', ...logbook })
  const row = await findReport(server.database.db, plantId, report.id)
  expect(row).toMatchObject({ kind: 'logbook', request: logbook })
  const wrongInput = { plantId, language: 'en', from: '1 March' }
  expect(await client.refusal('createLogbookReport', wrongInput)).toBe('INVALID_INPUT')
})

it('the report respects the file quota', async () => {
  const { client, plantId, server } = plant
  server.ports.settings.filesQuotaMb = 0
  expect(await client.refusal('createLogbookReport', { plantId, language: 'en' })).toBe('FILE_QUOTA_EXCEEDED')
  server.ports.settings.filesQuotaMb = 2
})
