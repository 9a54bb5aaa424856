import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { createFileFinder, storeFile } from '../files/index.ts'
import { addEntries, entryOfUnit } from '../logbook/index.ts'
import { grantPro } from '../plants/index.ts'
import { reportFiles } from './index.ts'
import { updateReport } from './reports.store.ts'

/** Each way of reading the past. A Basic plant sees thirty days, the last result of a lamp, and the last report. */
const dayMs = 86_400_000
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let unitRow: { id: string; plantId: string }
const testOfDay = new Map<number, string>()

const daysAgo = (days: number) => new Date(plant.server.clock.time.getTime() - days * dayMs)

/** A test of lamp 1, ended this many days before today. */
const givenTest = async (days: number, kind: 'functional' | 'autonomy' = 'functional') => {
  const id = randomUUID()
  const at = daysAgo(days).toISOString()
  const { db } = plant.server.database
  await db.execute(sql`
    insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, started_at, ended_at, lamps)
    values (${id}, ${plant.plantId}, ${unitRow.id}, 'logica_0A1B2C', ${kind}, 'automatic', 'finished', ${at}, ${at}, ${at}, '{1}')`)
  await db.execute(sql`
    insert into test_result (test_id, lamp, serial, description, location, result, measured_s, at, received_at)
    values (${id}, 1, 'A1B2C1', '', '', 'passed', ${kind === 'autonomy' ? 3600 : 30}, ${at}, ${at})`)
  testOfDay.set(days, id)
  return id
}
const testOf = (days: number) => ({ plantId: plant.plantId, testId: testOfDay.get(days) ?? '' })

const givenEntry = (days: number) =>
  plant.server.inTransaction(async (work) =>
    addEntries(work, [
      entryOfUnit({
        kind: 'unitReset',
        centralUnitId: unitRow.id,
        life: null,
        at: daysAgo(days),
        by: null,
        plantId: plant.plantId,
        unit: plant.unit.topic,
      }),
    ]),
  )

const becomesPro = () =>
  grantPro(plant.server.database.db, plant.plantId, new Date(plant.server.clock.time.getTime() + dayMs))
const becomesBasic = () =>
  plant.server.database.db.execute(
    sql`update plant set ever_pro = false, pro_expiry = null where id = ${plant.plantId}`,
  )

beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { rows } = await plant.server.database.db.execute<{ id: string; plantId: string }>(
    sql`select id, plant_id as "plantId" from central_unit`,
  )
  unitRow = rows[0] ?? { id: '', plantId: '' }
  await givenTest(400, 'autonomy')
  for (const days of [60, 31, 30, 2]) await givenTest(days)
  for (const days of [31, 30]) await givenEntry(days)
  await becomesBasic()
})
afterAll(() => plant.server.stop())

const listTestIds = async () =>
  (await plant.client.call('getTests', { plantId: plant.plantId })).tests.map(({ id }) => id)
const idsOf = (...days: number[]) => days.map((day) => testOfDay.get(day))

describe('Basic plant', () => {
  it('lists tests of thirty days and counts the rest', async () => {
    const answer = await plant.client.call('getTests', { plantId: plant.plantId })
    expect(answer.tests.map(({ id }) => id)).toEqual(idsOf(2, 30))
    expect(answer).toMatchObject({ total: 2, hidden: 3, last: null })
  })

  it('refuses results of older tests', async () => {
    expect((await plant.client.call('getTestReport', testOf(30))).total).toBe(1)
    for (const days of [31, 60, 400])
      expect(await plant.client.refusal('getTestReport', testOf(days))).toBe('HISTORY_LIMIT_BASIC')
  })

  it('shows the last lamp result of each kind', async () => {
    const { results, lamp } = await plant.client.call('getLamp', { ...plant.unit, addr: 1 })
    expect(results.map(({ kind, at }) => [kind, at])).toEqual([
      ['functional', daysAgo(2).toISOString()],
      ['autonomy', daysAgo(400).toISOString()],
    ])
    expect(lamp.measured_autonomy).toBe(60)
  })

  it('shows thirty days of the logbook and counts the rest', async () => {
    const { entries, hidden: hiddenEntries } = await plant.client.call('getUnitEntries', plant.unit)
    expect(entries.map(({ at }) => at)).toEqual([daysAgo(30).toISOString()])
    expect(hiddenEntries).toBe(1)
  })

  it('gets a report of its last test only', async () => {
    expect(await plant.client.refusal('createReport', { ...testOf(30), language: 'en' })).toBe('REPORT_LIMIT_BASIC')
    expect((await plant.client.call('createReport', { ...testOf(2), language: 'en' })).report.state).toBe('queued')
  })
})

describe('report of a former last test', () => {
  const db = () => plant.server.database.db
  const createReport = async (days: number) => {
    const { server, plantId, client } = plant
    const { report } = await client.call('createReport', { ...testOf(days), language: 'en' })
    const pdf = Buffer.from('%PDF-1.7\n')
    const file = {
      plantId,
      ownerKind: 'report',
      name: 'report.pdf',
      types: ['application/pdf'],
      bytes: pdf.length,
      createdBy: randomUUID(),
      at: server.clock.now(),
      expiresAt: null,
    }
    const fileParts = { files: server.ports.files, inTransaction: server.inTransaction, quotaMb: 2 }
    const { id: fileId } = await storeFile(fileParts, file, Readable.from([pdf]), new AbortController().signal)
    await updateReport(db(), report.id, { state: 'ready', fileId, bytes: pdf.length })
    return { plantId, reportId: report.id }
  }

  it('cannot be downloaded or opened by its link', async () => {
    const { server, client, installer } = plant
    const ofReport = await createReport(2)
    const find = createFileFinder({ ports: server.ports, db: db(), guards: reportFiles })
    const token = async () => (await client.call('downloadReport', ofReport)).url.replace('/files/', '')
    const uploadToken = await token()
    expect((await find(installer, uploadToken)).name).toBe('report.pdf')
    await givenTest(1)
    await expect(find(installer, uploadToken)).rejects.toMatchObject({ code: 'REPORT_LIMIT_BASIC' })
    expect(await client.refusal('downloadReport', ofReport)).toBe('REPORT_LIMIT_BASIC')
    await becomesPro()
    expect((await find(installer, await token())).name).toBe('report.pdf')
    await becomesBasic()
  })
})

it('an old last test is listed, readable and printable', async () => {
  const { server, client, plantId } = plant
  server.clock.time = new Date(server.clock.time.getTime() + 90 * dayMs)
  const { tests, total, hidden: hiddenCount, last } = await client.call('getTests', { plantId })
  expect({ tests, total, hidden: hiddenCount, last: last?.id }).toEqual({
    tests: [],
    total: 0,
    hidden: 6,
    last: testOfDay.get(1),
  })
  expect((await client.call('getTestReport', testOf(1))).total).toBe(1)
  expect((await client.call('createReport', { ...testOf(1), language: 'en' })).report.state).toBe('queued')
})

it('Pro makes everything available again', async () => {
  await becomesPro()
  expect(await listTestIds()).toHaveLength(6)
  expect(await plant.client.call('getTests', { plantId: plant.plantId })).toMatchObject({ hidden: 0, last: null })
  expect((await plant.client.call('getLamp', { ...plant.unit, addr: 1 })).results).toHaveLength(6)
  expect(await plant.client.call('getUnitEntries', plant.unit)).toMatchObject({ hidden: 0 })
  expect((await plant.client.call('getTestReport', testOf(400))).total).toBe(1)
})
