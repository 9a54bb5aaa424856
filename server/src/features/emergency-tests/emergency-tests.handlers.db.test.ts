import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
  await insertLamps(plant.server, plant.plantId, [{ addr: 5, serial: 'B1B2C5', type: 'lighting' }])
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.drainEvents())

it.each([
  { action: 'ftest', input: { addr: [1, 6] }, code: 'LAMP_NOT_FOUND' },
  { action: 'ftest', input: { addr: [5] }, code: 'NO_LAMPS_TO_TEST' },
  { action: 'setDateTimeFunzionale', input: { set: '2026-03-02T09:00:00Z' }, code: 'TEST_DATE_PAST' },
  { action: 'setDateTimeAutonomia', input: { set: '2026-03-02T08:59:59Z' }, code: 'TEST_DATE_PAST' },
  // A deferral would move it beyond the years writable by units.
  { action: 'setDateTimeFunzionale', input: { set: '9999-12-31T23:59:59Z' }, code: 'INVALID_INPUT' },
  { action: 'setDateTimeAutonomia', input: { set: '2100-01-01T00:00:00Z' }, code: 'INVALID_INPUT' },
  { action: 'stopTest', input: { testId: randomUUID() }, code: 'TEST_NOT_FOUND' },
  { action: 'getTestReport', input: { testId: randomUUID() }, code: 'TEST_NOT_FOUND' },
])('$action refuses $input with $code', async ({ action, input, code }) => {
  const unitInput = 'testId' in input ? { plantId: plant.plantId } : plant.unit
  expect(await plant.client.refusal(action, { ...unitInput, ...input })).toBe(code)
  expect(plant.drainEvents()).toEqual([])
})

it('one test of emergency lamps runs at a time, lists failed lamps first, and can be stopped', async () => {
  const { client, plantId, sendMessage } = plant
  const { test } = await client.call('ftest', { ...plant.unit, addr: [] })
  expect(test).toMatchObject({ state: 'requested', total: 4 })
  expect(plant.drainEvents()).toEqual(['response', 'ftest', 'response'])
  expect(await client.refusal('ftest', { ...plant.unit, addr: [1] })).toBe('TEST_ALREADY_RUNNING')
  expect(await client.refusal('stopTest', { plantId, testId: test.id })).toBe('TEST_NOT_RUNNING')
  const body = { t: test.id, k: 'F', by: 1, a: [1, 2, 3, 4] }
  await sendMessage('record', { boot: 1, seq: 1, at: '2026-03-02T09:00:00Z', kind: 'test.start', body })
  const stop = () => client.call('stopTest', { plantId, testId: test.id })
  const stopOutcomes = await Promise.all([stop(), stop(), stop()])
  expect(stopOutcomes.map(({ command }) => command.command)).toEqual(['stopTest', 'stopTest', 'stopTest'])
  expect(new Set(stopOutcomes.map(({ command }) => command.id)).size).toBe(1)
  expect((await client.call('getTests', { plantId })).tests).toMatchObject([{ id: test.id, state: 'running' }])
  expect((await client.call('getTestReport', { plantId, testId: test.id })).test.id).toBe(test.id)
  const results = [
    [1, 1, 3],
    [2, 0, 0],
    [3, 0, 0],
    [4, 1, 3],
  ]
  for (const [lamp = 0, result, reason] of results)
    await sendMessage('record', {
      boot: 1,
      seq: 1 + lamp,
      at: `2026-03-02T09:0${lamp}:00Z`,
      kind: 'test.result',
      body: [test.id, lamp, `A1B2C${lamp}`, result, reason, 30],
    })
  const report = await client.call('getTestReport', { plantId, testId: test.id, sort: 'failedFirst' })
  expect(report.results.map(({ lamp }) => lamp)).toEqual([4, 1, 3, 2])
})

it('the automatic test times and periods are sent to the unit', async () => {
  const { client, unit } = plant
  const responses = [
    await client.call('setDateTimeFunzionale', { ...unit, set: '2026-03-02T09:00:01Z' }),
    await client.call('setDateTimeAutonomia', { ...unit, set: '2026-03-02T09:00:01Z' }),
    await client.call('setPeriodFunzionale', { ...unit, period: '4w' }),
    await client.call('setPeriodAutonomia', { ...unit, period: '12m' }),
  ]
  expect(plant.drainBroadcastCommands()).toEqual(responses.map(({ command }) => command.id))
})
