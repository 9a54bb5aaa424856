import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ActionName } from '@vigilux/contract/actions.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../adapters/database/open-database.ts'
import { openJobs } from '../../adapters/jobs/open-jobs.ts'
import { typstTypesetter } from '../../adapters/typesetting/typst-typesetter.ts'
import { productQueues } from '../../composition/queues.ts'
import type { ProductJobs } from '../../ports/ports.ts'
import { openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { configOf } from '../../testing/test-database.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { type ReportKind, reportKinds } from './report-kinds.ts'
import { reportWorker } from './report-worker.ts'
import { findReport } from './reports.store.ts'

/** Reports of every kind, on a real queue and with the real typesetter, before and after a restart. */
let server: TestServer
let plant: Awaited<ReturnType<typeof openPlantWithPlans>>
const ids = { test: randomUUID(), handover: '', plan: '' }

beforeAll(async () => {
  server = await createTestServer()
  server.ports.settings.filesQuotaMb = 100
  plant = await openPlantWithPlans(server)
  ids.plan = (await plant.createPlan()).id
  const { plantId, staff } = plant
  ids.handover = (await server.as(staff).call('beginHandover', { plantId, kind: 'initial' })).handoverId
  const at = server.clock.now().toISOString()
  await server.database.db.execute(sql`
    insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, started_at, ended_at, lamps)
    select ${ids.test}, plant_id, id, unit, 'functional', 'automatic', 'finished', ${at}, ${at}, ${at}, '{1}' from central_unit`)
})
afterAll(() => server.stop())

/** One node: its connections, its queue, and a report worker if any. */
const openNode = async ({ hasMaker }: { hasMaker: boolean }) => {
  const { log, inTransaction } = server
  const recordedJobs = server.ports.jobs
  const database = await openDatabase({ log, ...configOf(server.database) })
  const jobs = await openJobs<ProductJobs>({ database, log, queues: productQueues, pollSeconds: 0.5 })
  server.ports.jobs = jobs
  const ports = { ...server.ports, jobs }
  const typesetter = typstTypesetter()
  if (hasMaker)
    await reportWorker({ ports, db: database.db, inTransaction, typesetter, deliver: () => undefined } as never)
  return {
    stop: async () => {
      await jobs.stop()
      server.ports.jobs = recordedJobs
      await database.close()
    },
  }
}

/** Orders a report of each kind, none of them with an empty request. */
const orderAll = async (): Promise<Record<ReportKind, string>> => {
  const order = async (action: ActionName, input: object) => {
    const reportInput = { plantId: plant.plantId, language: 'de', ...input } as never
    const answer = (await server.as(plant.staff).call(action, reportInput)) as { report: { id: string } }
    return answer.report.id
  }
  return {
    test: await order('createReport', { testId: ids.test, devicesType: 'emergency', result: 'failed' }),
    plant: await order('createGlobalReport', { period: 'lastYear', outcome: 'notTested', search: 'A1B2C' }),
    billOfMaterials: await order('createBillReport', { of: 'bluetooth' }),
    handover: await order('createHandoverReport', { handoverId: ids.handover }),
    logbook: await order('createLogbookReport', { from: '2026-03-01', of: 'inspections', search: 'e' }),
    energy: await order('createEnergyReport', { period: 'week', date: '2026-02-03' }),
    floorPlan: await order('createFloorPlanReport', { planId: ids.plan, paper: 'a3' }),
  }
}

const rowOf = async (reportId: string) => {
  const row = await findReport(server.database.db, plant.plantId, reportId)
  if (!row) throw new Error('no such report')
  return row
}
const pdfsOf = async (reports: Record<ReportKind, string>) => {
  const states = () => Promise.all(Object.values(reports).map(async (id) => (await rowOf(id)).state))
  await expect.poll(states, { timeout: 60_000 }).toEqual(reportKinds.map(() => 'ready'))
  const pdfOf = async (kind: ReportKind) => {
    const content = await server.ports.files.get((await rowOf(reports[kind])).fileId ?? '')
    return content && buffer(content)
  }
  return new Map(await Promise.all(reportKinds.map(async (kind) => [kind, await pdfOf(kind)] as const)))
}

it('every report kind is made from its row alone, unchanged after a restart', { timeout: 180_000 }, async () => {
  const before = await openNode({ hasMaker: true })
  const pdfs = await pdfsOf(await orderAll())
  await before.stop()
  const withoutMaker = await openNode({ hasMaker: false })
  const reports = await orderAll()
  await withoutMaker.stop()
  const { rows } = await server.database.pool.query(
    "select data from pgboss.job where name = 'report.make' and state = 'created'",
  )
  const jobData = rows.map(({ data }) => JSON.stringify(data)).sort()
  const { plantId } = plant
  expect(jobData).toEqual(
    Object.values(reports)
      .map((reportId) => JSON.stringify({ plantId, reportId }))
      .sort(),
  )
  for (const kind of reportKinds) expect((await rowOf(reports[kind])).kind).toBe(kind)
  const after = await openNode({ hasMaker: true })
  const secondPdfs = await pdfsOf(reports)
  await after.stop()
  for (const kind of reportKinds) {
    expect(pdfs.get(kind)?.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdfs.get(kind)?.equals(secondPdfs.get(kind) ?? Buffer.of()), kind).toBe(true)
  }
})

it.each([
  sql`update report set test_id = null where kind = 'test'`,
  sql`update report set kind = 'logbook' where kind = 'test'`,
  sql`update report set test_id = ${ids.test} where kind = 'handover'`,
])('the database requires a test exactly for the test kind', async (change) => {
  const refusal = { cause: { constraint: 'report_test_by_kind' } }
  await expect(server.database.db.execute(change)).rejects.toMatchObject(refusal)
})

it('a request that does not match its kind is refused', async () => {
  const reports = await orderAll()
  await server.database.db.execute(sql`update report set request = '{"search": ""}' where id = ${reports.energy}`)
  await expect(rowOf(reports.energy)).rejects.toThrow('period')
})
