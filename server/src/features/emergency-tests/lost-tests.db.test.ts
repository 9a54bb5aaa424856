import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { takeTurn } from '../../testing/take-turn.ts'
import { workOn } from '../../testing/test-work.ts'
import { testRunTable } from './emergency-tests.schema.ts'
import { findChargedAt, listTestLamps, lostTestTask } from './index.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let boot = 0
let seq = 0
let unitId = ''
beforeAll(async () => {
  plant = await openPlantWithUnit()
  const [unit] = await plant.server.database.db.select().from(centralUnitTable)
  unitId = unit?.id ?? ''
})
/** Each test begins with a new boot of the unit, whose lamps report no test. */
beforeEach(async () => {
  advanceClock(60)
  await start()
  await plant.server.database.db.update(testRunTable).set({ state: 'stopped', endedAt: now() })
})
afterAll(() => plant.server.stop())

const now = () => plant.server.clock.time
const advanceClock = (seconds: number) => {
  plant.server.clock.time = new Date(now().getTime() + seconds * 1_000)
}
const lamps = (mode: 'normal' | 'autonomyTest') =>
  plant.server.database.db
    .update(lampTable)
    .set({ mode, boot, reportedAt: now() })
    .where(and(eq(lampTable.centralUnitId, unitId)))
const start = async () => {
  boot += 1
  seq = 0
  await plant.sendMessage('online', { boot, online: true, at: now().toISOString() })
  await lamps('normal')
}
const record = (kind: string, body: unknown, number = { boot, seq: seq++ }) =>
  plant.sendMessage('record', { ...number, at: now().toISOString(), kind, body })
const findLostTests = () => {
  const { server } = plant
  return takeTurn(lostTestTask, { ...server, db: server.database.db })
}
const order = async (kind: 'autonomy' | 'functional' = 'autonomy') => {
  const input = { ...plant.unit, addr: [1, 2], kind, anyway: true }
  return (await plant.client.call('ftest', input)).test.id
}
const report = async (testId: string) => {
  const { test, results } = await plant.client.call('getTestReport', { plantId: plant.plantId, testId })
  return [test.state, test.reason, results.map(({ lamp, result, reason }) => [lamp, result, reason])]
}
/** A running test on two lamps. */
const startRunning = async () => {
  const id = await order()
  await plant.obey()
  await record('test.start', { t: id, k: 'D', by: 0, a: [1, 2] })
  await lamps('autonomyTest')
  return id
}
const interrupted = (reason: string) => [
  'stopped',
  reason,
  [
    [1, 'notExecuted', reason],
    [2, 'notExecuted', reason],
  ],
]

it('a test lost by a restart is interrupted until real results replace that', async () => {
  const id = await startRunning()
  const numbers = { boot, seq }
  advanceClock(600)
  await findLostTests()
  expect((await report(id))[0]).toBe('running')
  await start()
  advanceClock(29)
  await findLostTests()
  expect((await report(id))[0]).toBe('running')
  advanceClock(1)
  await findLostTests()
  expect(await report(id)).toEqual(interrupted('unit_restarted'))
  const [testEntry] = (await plant.client.call('getLogbookDetails', { plantId: plant.plantId, of: 'tests' })).entries
  expect(testEntry).toMatchObject({ testId: id, result: 'incomplete', facts: { reason: 'unit_restarted' } })
  await record('test.result', [id, 1, 'A1B2C1', 0, 0, 3600], numbers)
  expect(await report(id)).toEqual([
    'stopped',
    'unit_restarted',
    [
      [1, 'passed', null],
      [2, 'notExecuted', 'unit_restarted'],
    ],
  ])
  await record('test.result', [id, 2, 'A1B2C2', 1, 3, 1800], { ...numbers, seq: numbers.seq + 1 })
  await record('test.end', { t: id, o: 0 }, { ...numbers, seq: numbers.seq + 2 })
  expect(await report(id)).toEqual([
    'finished',
    null,
    [
      [1, 'passed', null],
      [2, 'failed', 'battery_duration'],
    ],
  ])
})

it.each([
  ['unit_restarted', 'after a new start'],
  ['test_unknown', 'without a new start'],
])('a test (%s) is interrupted by another one %s until all results arrive', async (reason) => {
  const id = await startRunning()
  const numbers = { boot, seq }
  seq += 10
  if (reason === 'unit_restarted') await start()
  const next = randomUUID()
  await record('test.start', { t: next, k: 'F', by: 1, a: [1, 2] })
  expect(await report(id)).toEqual(interrupted(reason))
  const [testEntry] = (await plant.client.call('getLogbookDetails', { plantId: plant.plantId, of: 'tests' })).entries
  expect(testEntry).toMatchObject({ testId: id, result: 'incomplete', facts: { reason } })
  await record('test.result', [id, 1, 'A1B2C1', 0, 0, 3600], numbers)
  expect((await report(id)).slice(0, 2)).toEqual(['stopped', reason])
  await record('test.result', [id, 2, 'A1B2C2', 0, 0, 3600], { ...numbers, seq: numbers.seq + 1 })
  expect((await report(id)).slice(0, 2)).toEqual(['finished', null])
  await record('test.end', { t: next, o: 0 })
})

it('a functional test may follow at once, an autonomy test after charging', async () => {
  await startRunning()
  await start()
  advanceClock(30)
  await findLostTests()
  const work = workOn(plant.server.database.db, plant.server.ports)
  const lampsUnderTest = await listTestLamps(work.tx, unitId, [1, 2])
  const charged = await findChargedAt(work, { id: unitId, plantId: plant.plantId }, lampsUnderTest)
  expect(charged).toEqual(new Date(now().getTime() + 24 * 3_600_000))
  const next = await order('functional')
  expect((await report(next))[0]).toBe('requested')
  await plant.obey()
  await record('test.start', { t: next, k: 'F', by: 0, a: [1, 2] })
  await record('test.end', { t: next, o: 1 })
})

it('a test lost before its first message is interrupted too', async () => {
  const id = await order()
  await plant.obey()
  advanceClock(600)
  await findLostTests()
  expect((await report(id))[0]).toBe('requested')
  await start()
  advanceClock(30)
  await findLostTests()
  expect((await report(id)).slice(0, 2)).toEqual(['stopped', 'unit_restarted'])
})

it('a test is interrupted if lamps or unit report that none runs', async () => {
  const id = await startRunning()
  advanceClock(1)
  await lamps('normal')
  advanceClock(299)
  await findLostTests()
  expect(await report(id)).toEqual(interrupted('test_unknown'))

  const other = await startRunning()
  await lamps('normal')
  await plant.client.call('stopTest', { plantId: plant.plantId, testId: other })
  for (let attempt = 0; attempt < 6; attempt++) {
    await plant.server.sender.turn()
    const stopCommand = plant.server.published.findLast(
      ({ payload }) => (payload as { name?: string }).name === 'stopTest',
    )
    const { id: commandId = '' } = (stopCommand?.payload ?? {}) as { id?: string }
    await plant.sendMessage('response', { id: commandId, state: 'refused', code: 'ERROR_COMMAND_NOT_ENABLED' })
    advanceClock(2)
  }
  expect(await report(other)).toEqual(interrupted('test_unknown'))
})

it('a test is interrupted after twice its length plus charge time without a message', async () => {
  const id = await startRunning()
  await plant.sendMessage('online', { boot, online: false, at: now().toISOString() })
  // Eight hours if no rated duration is known.
  advanceClock(40 * 3_600 - 1)
  await findLostTests()
  expect((await report(id))[0]).toBe('running')
  advanceClock(1)
  await findLostTests()
  expect(await report(id)).toEqual(interrupted('unit_silent'))
})

it('a test ended by a unit reset is interrupted without a mains failure', async () => {
  const id = await startRunning()
  const online = { life: 'b22fea11fea11fe0', boot: 0, connection: 0, online: true, at: now().toISOString() }
  await plant.sendMessage('online', online)
  advanceClock(30)
  await findLostTests()
  expect(await report(id)).toEqual(interrupted('unit_restarted'))
})
