import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** Results without a start or a plan: somebody tested at the unit. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let seq = 100
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const record = (kind: string, body: unknown, number = ++seq) =>
  plant.sendMessage('record', {
    boot: 1,
    seq: number,
    at: `2026-03-02T09:00:${String(number % 60).padStart(2, '0')}Z`,
    kind,
    body,
  })
const reportOf = (testId: string) => plant.client.call('getTestReport', { plantId: plant.plantId, testId })

it('results without a start form an ended local test', async () => {
  const id = randomUUID()
  await record('test.result', [id, 1, 'A1B2C1', 0, 0, 30])
  await record('test.result', [id, 2, 'A1B2C2', 1, 1, 30])
  const { test, results } = await reportOf(id)
  expect(test).toMatchObject({ kind: 'functional', trigger: 'local', state: 'finished', requestedBy: null })
  expect(test).toMatchObject({ total: 2, passed: 1, failed: 1, notExecuted: 0 })
  expect([test.startedAt, test.endedAt]).toEqual([results[0]?.at, results[1]?.at])
  expect((await plant.client.call('ftest', { ...plant.unit, addr: [1] })).test.state).toBe('requested')
})

it('long results form an autonomy test', async () => {
  const id = randomUUID()
  await record('test.result', [id, 1, 'A1B2C1', 0, 0, 3700])
  expect((await reportOf(id)).test).toMatchObject({ kind: 'autonomy', trigger: 'local', state: 'finished' })
})

it('results belong to the earlier start once it arrives', async () => {
  const id = randomUUID()
  const start = ++seq
  await record('test.result', [id, 1, 'A1B2C1', 0, 0, 30])
  expect((await reportOf(id)).test).toMatchObject({ trigger: 'local', state: 'finished' })
  await record('test.start', { t: id, k: 'D', by: 1, a: [1, 2] }, start)
  expect((await reportOf(id)).test).toMatchObject({
    kind: 'autonomy',
    trigger: 'automatic',
    state: 'running',
    endedAt: null,
    total: 2,
    passed: 1,
  })
})
