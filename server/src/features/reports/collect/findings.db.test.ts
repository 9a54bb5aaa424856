import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../../testing/plant-with-unit.ts'

/** A test compared with earlier tests. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let seq = 0
const [first, second, functional] = [randomUUID(), randomUUID(), randomUUID()]
const dayMs = 86_400_000
const start = '2026-01-05T09:00:00.000Z'

type Found = [addr: number, failed: 0 | 1, reason: number, measuredS: number]
const addTest = async (id: string, at: string, kind: 'F' | 'D', lamps: Found[], requestedAddrs = [1, 2, 3, 4]) => {
  const record = (name: string, body: unknown) =>
    plant.sendMessage('record', { boot: 1, seq: ++seq, at, kind: name, body })
  await record('test.start', { t: id, k: kind, by: 1, a: requestedAddrs })
  for (const [addr, failed, reason, measuredS] of lamps)
    await record('test.result', [id, addr, `A1B2C${addr}`, failed, reason, measuredS])
  await record('test.end', { t: id, o: 0 })
}

beforeAll(async () => {
  plant = await openPlantWithUnit()
  await addTest(first, start, 'D', [
    [1, 0, 0, 4200],
    [2, 1, 3, 1200],
    [3, 1, 1, 0],
    [4, 0, 0, 4400],
  ])
  await addTest(functional, '2026-01-20T09:00:00Z', 'F', [[1, 1, 1, 2]])
  await addTest(second, '2026-02-27T09:00:00Z', 'D', [
    [1, 1, 3, 3000],
    [2, 0, 0, 4100],
    [3, 1, 1, 0],
  ])
})
afterAll(() => plant.server.stop())

const findingsOf = (testId: string) => plant.client.call('getTestFindings', { plantId: plant.plantId, testId })
const numbers = (lamps: { lamp: number }[] | undefined) => lamps?.map(({ lamp }) => lamp)

it('findings list newly failed, still failing, repaired and silent lamps since the last test', async () => {
  const { since } = await findingsOf(second)
  expect(since?.at).toBe(start)
  expect([since?.newlyFailed, since?.stillFailing, since?.mended, since?.silent].map(numbers)).toEqual([
    [1],
    [3],
    [2],
    [4],
  ])
  expect(since?.newlyFailed[0]).toMatchObject({ cu: 'logica_0A1B2C', serial: 'A1B2C1' })
  // Lamps 1, 2 and 3 were measured both times.
  expect(since?.median_s).toEqual({ now: 3000, before: 1200 })
  expect((await findingsOf(first)).since).toBeNull()
  expect((await findingsOf(functional)).since).toBeNull()
})

it('findings list the spare part of a failed lamp', async () => {
  expect((await findingsOf(second)).parts).toEqual([])
  await plant.client.call('updateProductCode', {
    plantId: plant.plantId,
    productCode: 'ST-8',
    lamps: [{ topic: plant.unit.topic, addr: [1, 3] }],
  })
  expect((await findingsOf(second)).parts).toMatchObject([
    { lamp: 1, part: { kind: 'battery' } },
    { lamp: 3, part: { kind: 'ledModule' } },
  ])
})

it('results come worst first, and tests of other plants are not found', async () => {
  const input = { plantId: plant.plantId, testId: second, sort: 'result' } as const
  const { results } = await plant.client.call('getTestReport', input)
  expect(results.map(({ lamp }) => lamp)).toEqual([1, 3, 4, 2])
  expect(await plant.client.refusal('getTestFindings', { plantId: plant.plantId, testId: randomUUID() })).toBe(
    'TEST_NOT_FOUND',
  )
})

it('a Basic plant is compared only with readable tests', async () => {
  const { server, plantId } = plant
  server.clock.time = new Date(Date.parse('2026-02-27T09:00:00Z') + 31 * dayMs)
  // The last test is readable for as long as it is the last.
  await server.database.db.execute(sql`update plant set ever_pro = false, pro_expiry = null where id = ${plantId}`)
  expect((await findingsOf(second)).since).toBeNull()
  expect(await plant.client.refusal('getTestFindings', { plantId, testId: first })).toBe('HISTORY_LIMIT_BASIC')
})

it('the duration of a functional test is not measured autonomy', async () => {
  const { server, plantId } = plant
  await server.database.db.execute(
    sql`update plant set ever_pro = true, pro_expiry = '2030-01-01' where id = ${plantId}`,
  )
  const repeatedTest = randomUUID()
  await addTest(repeatedTest, '2026-03-02T09:00:00Z', 'F', [[1, 0, 0, 30]])
  expect((await findingsOf(repeatedTest)).since).toMatchObject({ mended: [{ lamp: 1 }], median_s: null })
})
