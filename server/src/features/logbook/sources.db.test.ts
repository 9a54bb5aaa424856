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
/** What was written since the last look. */
let seen = 0
const news = async (): Promise<Row[]> => {
  const { rows } = await plant.server.database.db.execute<Row & { no: number }>(sql`
    select entry.*, person.name from logbook_entry entry left join logbook_person person on person.ref = entry.by
    where entry.plant_id = ${plant.plantId} and no > ${seen} order by no`)
  seen = rows.at(-1)?.no ?? seen
  return rows
}

let seq = 0
const at = '2026-03-02T08:59:00.000Z'
const record = (kind: string, body: unknown, number = ++seq) =>
  plant.say('record', { boot: 1, seq: number, at, kind, body })

it('tells of mains and faults as units report them, once however often they send it', async () => {
  await record('mains', { on: 0 })
  await record('mains', { on: 1 })
  await record('mains', { on: 1 }, seq)
  await Promise.all([record('mains', { on: 0 }, 77), record('mains', { on: 0 }, 77)])
  const told = await news()
  expect(told.map(({ kind }) => kind)).toEqual(['mainsFailed', 'mainsRestored', 'mainsFailed'])
  expect(told[0]).toMatchObject({ unit: 'logica_0A1B2C', name: null, clock_wrong: false })
  expect(new Date(String(told[0]?.at)).toISOString()).toBe(at)
})

it('tells of a test when it has ended, and again where a result comes later', async () => {
  const testId = randomUUID()
  await record('test.start', { t: testId, k: 'F', by: 1, a: [1, 2] })
  await record('test.result', [testId, 1, 'A1B2C1', 0, 0, 30])
  const late = ++seq
  expect(await news()).toEqual([])
  await record('test.end', { t: testId, o: 0 })
  // It may be on its way yet, by another node.
  const { server } = plant
  server.clock.time = new Date(server.clock.time.getTime() + 149_000)
  await server.watch()
  expect(await news()).toEqual([])
  server.clock.time = new Date(server.clock.time.getTime() + 1_000)
  await server.watch()
  await plant.say('online', { boot: 1, online: true, at: server.clock.now().toISOString() })
  const [ended] = await news()
  expect(ended).toMatchObject({ kind: 'testEnded', test_id: testId, result: 'incomplete' })
  expect(ended?.facts).toMatchObject({ test: 'functional', state: 'finished', total: 2, passed: 1, notExecuted: 1 })
  await record('test.end', { t: testId, o: 0 }, seq)
  await record('test.result', [testId, 1, 'A1B2C1', 0, 0, 30], seq - 2)
  expect(await news()).toEqual([])
  await record('test.result', [testId, 2, 'A1B2C2', 0, 0, 30], late)
  const [again] = await news()
  expect(again).toMatchObject({ kind: 'testEnded', corrects: ended?.no, result: 'passed' })
  expect(again?.facts.digest).not.toBe(ended?.facts.digest)
})

it.each([
  ['a result', 'test.result', (testId: string) => [testId, 2, 'A1B2C2', 0, 0, 30], 'passed', 0],
  ['something else that the unit told', 'mains', () => ({ on: 1 }), 'incomplete', 1],
])('tells of a test once where %s is stored after its end', async (_what, kind, bodyOf, result, notExecuted) => {
  const testId = randomUUID()
  await record('test.start', { t: testId, k: 'F', by: 1, a: [1, 2] })
  await record('test.result', [testId, 1, 'A1B2C1', 0, 0, 30])
  const late = ++seq
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
  const shown = await plant.as.call('getTestReport', { plantId: plant.plantId, testId })
  expect(shown).toMatchObject({ test: { state: 'running', endedAt: null }, results: [{ lamp: 1 }] })
  await record(kind, bodyOf(testId), late)
  const told = (await news()).filter((entry) => entry.kind === 'testEnded')
  expect(told).toMatchObject([{ test_id: testId, corrects: null, result, facts: { total: 2, notExecuted } }])
  await other.stop()
})

it('tells of a change of the configuration once it is made, and who asked for it', async () => {
  const { as, unit, installer } = plant
  await as.call('assignGroups', { ...unit, lamps: [1, 2, 3].map((addr) => ({ addr, groups: [1] })) })
  expect(await news()).toEqual([])
  await plant.obey()
  const told = await news()
  expect(told).toMatchObject([{ kind: 'configurationChanged', name: installer.name, unit: unit.topic }])
  expect(told[0]?.facts).toEqual({ change: 'assignGroups', state: 'done', lamps: 3 })
  await as.call('setLampName', { ...unit, addr: 4, lampName: 'Cellar' })
  await plant.obey()
  expect(await news()).toMatchObject([{ kind: 'configurationChanged', lamp: 4, facts: { change: 'setLampName' } }])
})

it('tells who has taken a unit away, and keeps everything about it', async () => {
  const { as, unit, say, server } = plant
  await say('online', { boot: 1, online: false, at: server.clock.now().toISOString() })
  await as.call('removeCu', unit)
  expect(await news()).toMatchObject([{ kind: 'unitRemoved', unit: unit.topic, name: plant.installer.name }])
})
