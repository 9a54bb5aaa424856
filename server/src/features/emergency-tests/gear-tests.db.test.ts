import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** Tests of addressed gear: the platform decides from the gear's bytes after a test. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const topic = 'dali_1F2201'
const serial = '0A1B2C83'
const normal = 0x02
let seq = 0

const send = (channel: string, message: object) =>
  plant.server.inbox.accept(
    `v1/${topic}/up/${channel}`,
    Buffer.from(
      JSON.stringify({
        life: 'a11fea11fea11fe0',
        boot: 1,
        seq: ++seq,
        // Each message is half a second later, so the last test is known.
        at: new Date(plant.server.clock.now().getTime() - 30_000 + seq * 500).toISOString(),
        ...message,
      }),
    ),
  )
type Change = { mode?: number; status?: number; failure?: number }
const reportLamp = ({ mode = normal, status = 0x08, failure = 0 }: Change = {}, lampDetail: object[] = []) =>
  send('state', {
    body: { sys: [0, 0, 0, null], l: [[1, serial, 0, mode, status, failure, 2, 254, 90, 254, 1, 1, 0, null, null]] },
    lampDetail,
  })
const readLamp = async () => (await plant.client.call('getLamp', { plantId: plant.plantId, topic, addr: 1 })).lamp
/** Runs an autonomy test with these bytes, or the cause of a missing result. */
const runTest = async (cause: number, bytes: [number, number, number | null] | null) => {
  const t = randomUUID()
  await send('record', { kind: 'test.start', body: { t, k: 'D', by: 0, a: [1] } })
  await send('record', { kind: 'test.result', body: [t, 'D', 1, serial, cause, bytes] })
  await send('record', { kind: 'test.end', body: { t, o: 0 } })
  return (await plant.client.call('getTestReport', { plantId: plant.plantId, testId: t })).results[0]
}

beforeAll(async () => {
  plant = await openPlantWithUnit()
  await plant.server.create.unit(plant.plantId, 'dali', '1F2201')
  await send('online', { connection: 0, online: true })
  await reportLamp()
})
afterAll(() => plant.server.stop())

it('a passed test counts with its done flag, and a failed one with its reason', async () => {
  expect(await runTest(0, [0x0c, 0, 90])).toMatchObject({ result: 'passed', reason: null, measured_s: 10_800 })
  expect(await runTest(0, [0x04, 0x82, 40])).toMatchObject({
    result: 'failed',
    reason: 'battery_duration',
    measured_s: 4_800,
  })
})

it('a result of an earlier test is not taken for a new one', async () => {
  expect(await runTest(0, [0x08, 0, 90])).toMatchObject({
    result: 'notExecuted',
    reason: 'no_result',
    measured_s: null,
  })
  expect(await runTest(0, [0x24, 0, 90])).toMatchObject({ result: 'notExecuted', measured_s: null })
  expect(await runTest(2, null)).toMatchObject({ result: 'notExecuted', reason: 'battery_charging' })
})

it('a passed test that measured less than rated stays passed, its time not reported', async () => {
  expect(await runTest(0, [0x04, 0, 60])).toMatchObject({ result: 'passed', measured_s: null, rated_min: 180 })
})

it('a battery that failed within 2 min need not have lasted less than 30 s', async () => {
  expect(await runTest(0, [0x04, 0x80, 0])).toMatchObject({
    result: 'failed',
    measured_s: 0,
    measured_bound: { is: 'under', seconds: 120 },
  })
  expect((await readLamp()).errors).not.toContain('battery_duration_under_30s')
  const { rows } = await plant.client.call('getGlobalReports', { plantId: plant.plantId, period: 'lastTest' })
  expect(rows[0]?.autonomy).toMatchObject({ measured_bound: { is: 'under', seconds: 120 } })
  await runTest(0, [0x0c, 0, 90])
})

it('a pending or overdue test is no fault', async () => {
  const gear = {
    shortAddress: 0,
    pairedWith: null,
    gtin: null,
    identification: null,
    recognisable: false,
    edition: 1,
    deviceTypes: [1],
    pending: { functional: null, autonomy: 'charging' },
    ownTests: null,
    readAt: null,
  }
  await reportLamp({ status: 0x20, failure: 0x20 }, [{ addr: 1, gear }])
  expect(await readLamp()).toMatchObject({ mode: 'normal', errors: [], condition: 'ok' })
  const { detail } = await plant.client.call('getLamp', { plantId: plant.plantId, topic, addr: 1 })
  expect(detail?.gear).toMatchObject({ pending: { autonomy: 'charging' }, recognisable: false })
  const listedPending = async () =>
    (await plant.client.call('getLamps', { plantId: plant.plantId })).lamps[0]?.pending_tests
  expect(await listedPending()).toEqual({ functional: null, autonomy: 'charging' })
  await reportLamp({}, [{ addr: 1, gear: { ...gear, pending: { functional: null, autonomy: null } } }])
  expect(await listedPending()).toBeUndefined()
})

it('a lamp on a line without bus power does not report, and has no fault', async () => {
  await reportLamp({ mode: 0, status: 0 })
  expect(await readLamp()).toMatchObject({ mode: 'unreachable', errors: [], condition: 'offline' })
  const [unit] = (await plant.client.call('getUnitsDetails', { plantId: plant.plantId })).units.filter(
    ({ cu_type }) => cu_type === 'dali',
  )
  expect(unit).toMatchObject({ on_battery: false, errors: [], warnings: [] })
})
