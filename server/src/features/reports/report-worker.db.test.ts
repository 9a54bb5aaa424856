import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayIn } from '../../kernel/zoned.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { reportWorker } from './report-worker.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
type Work = (job: { data: unknown; signal: AbortSignal }) => Promise<void>
const workers: Work[] = []
let pdf: Buffer | null

beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { server } = plant
  const jobs = { ...server.ports.jobs, work: async (_name: string, work: Work) => void workers.push(work) }
  const typeset = async () => {
    if (pdf === null) throw new Error('the typesetter fell over')
    return pdf
  }
  server.ports.settings.filesQuotaMb = 1
  await reportWorker({
    ports: { ...server.ports, jobs },
    db: server.database.db,
    inTransaction: server.inTransaction,
    deliver: () => undefined,
    typesetter: { printable: (text: string) => text, typeset },
  } as never)
})
afterAll(() => plant.server.stop())

/** Runs the job of a report; returns its end and the broadcast state. */
const doJob = async (data: { plantId: string; reportId: string }) => {
  const ended = await Promise.all(workers.map((work) => work({ data, signal: new AbortController().signal }))).then(
    () => 'done',
    () => 'tried again',
  )
  const { plantId, reportId } = data
  const { state, error } = (await plant.client.call('getReport', { plantId, reportId })).report
  return { ended, state, error }
}
/** Creates a bill with this PDF. */
const renderBill = async (bytes: Buffer | null) => {
  pdf = bytes
  const { plantId } = plant
  const { report } = await plant.client.call('createBillReport', { plantId, language: 'en' })
  return doJob({ plantId, reportId: report.id })
}
const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2 ** 20)])

it('a PDF beyond the quota fails without a retry', async () => {
  expect(await renderBill(large)).toEqual({ ended: 'done', state: 'failed', error: 'FILE_QUOTA_EXCEEDED' })
})

it('a temporary failure is retried', async () => {
  expect(await renderBill(null)).toEqual({ ended: 'tried again', state: 'failed', error: null })
  expect(await renderBill(Buffer.from('%PDF-1.7'))).toEqual({ ended: 'done', state: 'ready', error: null })
})

it('a report of removed content fails without a retry', async () => {
  const { client, plantId, server } = plant
  const { handoverId } = await client.call('beginHandover', { plantId, kind: 'initial' })
  await client.call('createHandoverReport', { plantId, handoverId, language: 'en' })
  await client.call('discardHandover', { plantId, handoverId })
  const ended = await doJob(server.jobs.at(-1)?.data as { plantId: string; reportId: string })
  expect(ended).toEqual({ ended: 'done', state: 'failed', error: 'HANDOVER_NOT_FOUND' })
})

it('an energy report of a removed zone fails without a retry', async () => {
  const { client, plantId, server } = plant
  const { zone } = await client.call('createMonitoringZone', { plantId, name: 'Cellar' })
  await client.call('createEnergyReport', { plantId, zoneId: zone.id, period: 'day', language: 'en' })
  await client.call('deleteMonitoringZone', { plantId, zoneId: zone.id })
  const ended = await doJob(server.jobs.at(-1)?.data as { plantId: string; reportId: string })
  expect(ended).toEqual({ ended: 'done', state: 'failed', error: 'ZONE_NOT_FOUND' })
})

it('the file name contains kind, date and plant in its language', async () => {
  pdf = Buffer.from('%PDF-1.7')
  const { client, plantId, server } = plant
  const { plant: before } = await client.call('getPlantDetails', { plantId })
  const { positionBy: _, ...address } = before.address
  // The date is already the next day in Kiritimati, or still the day before in Niue.
  const zones = ['Pacific/Kiritimati', 'Pacific/Niue']
  const dayOf = (zone: string) => dayIn(server.clock.now(), zone)
  const timezone = zones.find((zone) => dayOf(zone) !== dayOf('UTC')) ?? ''
  const { plantname, plant_type, version } = before
  await client.call('updatePlant', { plantId, version, plant: { plantname, plant_type, timezone, address } })
  const { report } = await client.call('createBillReport', { plantId, language: 'de' })
  expect(await doJob({ plantId, reportId: report.id })).toMatchObject({ state: 'ready' })
  const { name } = await client.call('downloadReport', { plantId, reportId: report.id })
  expect(name).toBe(`Stückliste ${dayOf(timezone)} – ${plantname}.pdf`)
})
