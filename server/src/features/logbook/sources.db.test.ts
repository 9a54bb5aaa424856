import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

type Row = { kind: string; facts: Record<string, unknown>; name: string | null } & Record<string, unknown>
/** The entries since the last read. */
let lastNo = 0
const readEntries = async (): Promise<Row[]> => {
  const { rows } = await plant.server.database.db.execute<Row & { no: number }>(sql`
    select entry.*, person.name from logbook_entry entry left join logbook_person person on person.ref = entry.by
    where entry.plant_id = ${plant.plantId} and no > ${lastNo} order by no`)
  lastNo = rows.at(-1)?.no ?? lastNo
  return rows
}

let seq = 0
const at = '2026-03-02T08:59:00.000Z'
const record = (kind: string, body: unknown, number = ++seq) =>
  plant.sendMessage('record', { boot: 1, seq: number, at, kind, body })

it('mains and fault records make one entry each', async () => {
  await record('mains', { on: 0 })
  await record('mains', { on: 1 })
  await record('mains', { on: 1 }, seq)
  await Promise.all([record('mains', { on: 0 }, 77), record('mains', { on: 0 }, 77)])
  const entries = await readEntries()
  expect(entries.map(({ kind }) => kind)).toEqual(['mainsFailed', 'mainsRestored', 'mainsFailed'])
  expect(entries[0]).toMatchObject({ unit: 'logica_0A1B2C', name: null, clock_wrong: false })
  expect(new Date(String(entries[0]?.at)).toISOString()).toBe(at)
})

it('a test makes an entry at its end, and another for a late result', async () => {
  const testId = randomUUID()
  await record('test.start', { t: testId, k: 'F', by: 1, a: [1, 2] })
  await record('test.result', [testId, 1, 'A1B2C1', 0, 0, 30])
  const lateSeq = ++seq
  expect(await readEntries()).toEqual([])
  await record('test.end', { t: testId, o: 0 })
  // Another node may still deliver it.
  const { server } = plant
  server.clock.time = new Date(server.clock.time.getTime() + 149_000)
  await server.watch()
  expect(await readEntries()).toEqual([])
  server.clock.time = new Date(server.clock.time.getTime() + 1_000)
  await server.watch()
  await plant.sendMessage('online', { boot: 1, online: true, at: server.clock.now().toISOString() })
  const [ended] = await readEntries()
  expect(ended).toMatchObject({ kind: 'testEnded', test_id: testId, result: 'incomplete' })
  expect(ended?.facts).toMatchObject({ test: 'functional', state: 'finished', total: 2, passed: 1, notExecuted: 1 })
  await record('test.end', { t: testId, o: 0 }, seq)
  await record('test.result', [testId, 1, 'A1B2C1', 0, 0, 30], seq - 2)
  expect(await readEntries()).toEqual([])
  await record('test.result', [testId, 2, 'A1B2C2', 0, 0, 30], lateSeq)
  const [sameEntry] = await readEntries()
  expect(sameEntry).toMatchObject({ kind: 'testEnded', corrects: ended?.no, result: 'passed' })
  expect(sameEntry?.facts.digest).not.toBe(ended?.facts.digest)
})

it.each([
  ['a result', 'test.result', (testId: string) => [testId, 2, 'A1B2C2', 0, 0, 30], 'passed', 0],
  ['another report of the unit', 'mains', () => ({ on: 1 }), 'incomplete', 1],
])('a test makes one entry when %s is stored after its end', async (_title, kind, bodyOf, result, notExecuted) => {
  const testId = randomUUID()
  await record('test.start', { t: testId, k: 'F', by: 1, a: [1, 2] })
  await record('test.result', [testId, 1, 'A1B2C1', 0, 0, 30])
  const lateSeq = ++seq
  const end = ++seq
  const other = plant.server.openInbox()
  const message = {
    life: 'a11fea11fea11fe0',
    connection: 0,
    boot: 1,
    seq: end,
    at,
    kind: 'test.end',
    body: { t: testId, o: 0 },
  }
  await other.accept('v1/logica_0A1B2C/up/record', Buffer.from(JSON.stringify(message)))
  const report = await plant.client.call('getTestReport', { plantId: plant.plantId, testId })
  expect(report).toMatchObject({ test: { state: 'running', endedAt: null }, results: [{ lamp: 1 }] })
  await record(kind, bodyOf(testId), lateSeq)
  const testEndedEntries = (await readEntries()).filter((entry) => entry.kind === 'testEnded')
  expect(testEndedEntries).toMatchObject([
    { test_id: testId, corrects: null, result, facts: { total: 2, notExecuted } },
  ])
  await other.stop()
})

it('a configuration change makes an entry with its requester once done', async () => {
  const { client, unit, installer } = plant
  await client.call('assignGroups', { ...unit, lamps: [1, 2, 3].map((addr) => ({ addr, groups: [1] })) })
  expect(await readEntries()).toEqual([])
  await plant.obey()
  const entries = await readEntries()
  expect(entries).toMatchObject([{ kind: 'configurationChanged', name: installer.name, unit: unit.topic }])
  expect(entries[0]?.facts).toEqual({ change: 'assignGroups', state: 'done', lamps: 3 })
  await client.call('setLampName', { ...unit, addr: 4, lampName: 'Cellar' })
  await plant.obey()
  expect(await readEntries()).toMatchObject([
    { kind: 'configurationChanged', lamp: 4, facts: { change: 'setLampName' } },
  ])
})

it('a unit removal makes an entry with the person, and older entries stay', async () => {
  const { client, unit, sendMessage, server } = plant
  await sendMessage('online', { boot: 1, online: false, at: server.clock.now().toISOString() })
  await client.call('removeCu', unit)
  expect(await readEntries()).toMatchObject([{ kind: 'unitRemoved', unit: unit.topic, name: plant.installer.name }])
})
