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
beforeEach(() => void plant.news())

it.each([
  { action: 'ftest', input: { addr: [1, 6] }, code: 'LAMP_NOT_FOUND' },
  { action: 'ftest', input: { addr: [5] }, code: 'NO_LAMPS_TO_TEST' },
  { action: 'setDateTimeFunzionale', input: { set: '2026-03-02T09:00:00Z' }, code: 'TEST_DATE_PAST' },
  { action: 'setDateTimeAutonomia', input: { set: '2026-03-02T08:59:59Z' }, code: 'TEST_DATE_PAST' },
  // Put off by a deferral it would leave the years that units can write.
  { action: 'setDateTimeFunzionale', input: { set: '9999-12-31T23:59:59Z' }, code: 'INVALID_INPUT' },
  { action: 'setDateTimeAutonomia', input: { set: '2100-01-01T00:00:00Z' }, code: 'INVALID_INPUT' },
  { action: 'stopTest', input: { testId: randomUUID() }, code: 'TEST_NOT_FOUND' },
  { action: 'getTestReport', input: { testId: randomUUID() }, code: 'TEST_NOT_FOUND' },
])('$action refuses $input with $code', async ({ action, input, code }) => {
  const on = 'testId' in input ? { plantId: plant.plantId } : plant.unit
  expect(await plant.as.refusal(action, { ...on, ...input })).toBe(code)
  expect(plant.news()).toEqual([])
})

it('begins one test at a time, of emergency lamps alone, and stops one that runs', async () => {
  const { as, plantId, say } = plant
  const { test } = await as.call('ftest', { ...plant.unit, addr: [] })
  expect(test).toMatchObject({ state: 'requested', total: 4 })
  expect(plant.news()).toEqual(['response', 'ftest', 'response'])
  expect(await as.refusal('ftest', { ...plant.unit, addr: [1] })).toBe('TEST_ALREADY_RUNNING')
  expect(await as.refusal('stopTest', { plantId, testId: test.id })).toBe('TEST_NOT_RUNNING')
  const body = { t: test.id, k: 'F', by: 1, a: [1, 2, 3, 4] }
  await say('record', { boot: 1, seq: 1, at: '2026-03-02T09:00:00Z', kind: 'test.start', body })
  const stop = () => as.call('stopTest', { plantId, testId: test.id })
  const stops = await Promise.all([stop(), stop(), stop()])
  expect(stops.map(({ command }) => command.command)).toEqual(['stopTest', 'stopTest', 'stopTest'])
  expect(new Set(stops.map(({ command }) => command.id)).size).toBe(1)
  expect((await as.call('getTests', { plantId })).tests).toMatchObject([{ id: test.id, state: 'running' }])
  expect((await as.call('getTestReport', { plantId, testId: test.id })).test.id).toBe(test.id)
})

it('sends when and how often the unit tests by itself', async () => {
  const { as, unit } = plant
  const sent = [
    await as.call('setDateTimeFunzionale', { ...unit, set: '2026-03-02T09:00:01Z' }),
    await as.call('setDateTimeAutonomia', { ...unit, set: '2026-03-02T09:00:01Z' }),
    await as.call('setPeriodFunzionale', { ...unit, period: '4w' }),
    await as.call('setPeriodAutonomia', { ...unit, period: '12m' }),
  ]
  expect(plant.commandsTold()).toEqual(sent.map(({ command }) => command.id))
})
