import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../../kernel/caller.ts'
import { openPlantWithUnit } from '../../../testing/plant-with-unit.ts'
import { plantMemberTable } from '../../members/members.schema.ts'
import { grantPro } from '../../plants/index.ts'
import { collectPlantReport } from '../collect/collect-plant-report.ts'
import { reportWorker } from '../report-worker.ts'
import { findReport } from '../reports.store.ts'
import { mailReport, orderDueReports, withdrawReport } from './mail-reports.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let delegate: User
beforeEach(async () => {
  await plant?.server.stop()
  plant = await openPlantWithUnit()
  const { server, plantId } = plant
  delegate = await server.create.user({ usertype: 'basic' })
  const since = server.clock.now()
  const member = { plantId, userId: delegate.userId, role: 'clientStaff' as const, invitedBy: null, since }
  await server.database.db.insert(plantMemberTable).values(member)
})
afterAll(() => plant.server.stop())

const { Monday, before } = { Monday: '2026-03-09T06:00:00.000Z', before: '2026-03-09T05:59:59.000Z' }
const asDelegate = () => plant.server.as(delegate)
const weekly = (period: 'lastTest' | 'last3Months' = 'last3Months') =>
  asDelegate().call('saveReportMail', { plantId: plant.plantId, rhythm: 'weekly', period })
const orderAt = async (at: string, nodes = 1) => {
  const { server } = plant
  server.clock.time = new Date(at)
  server.jobs.splice(0)
  await Promise.all(Array.from({ length: nodes }, () => orderDueReports({ ...server })))
  return server.jobs.map(({ data }) => data as { plantId: string; reportId: string })
}
const readReportMail = async () => (await asDelegate().call('getReportMail', { plantId: plant.plantId })).mail

it('each person can order, change and end their report mail', async () => {
  expect(await readReportMail()).toBeNull()
  expect(await weekly()).toEqual({ mail: { rhythm: 'weekly', period: 'last3Months', nextAt: Monday } })
  expect((await plant.client.call('getReportMail', { plantId: plant.plantId })).mail).toBeNull()
  await asDelegate().call('saveReportMail', { plantId: plant.plantId, rhythm: 'monthly', period: 'lastYear' })
  expect(await readReportMail()).toEqual({ rhythm: 'monthly', period: 'lastYear', nextAt: '2026-04-01T05:00:00.000Z' })
  await asDelegate().call('saveReportMail', { plantId: plant.plantId, rhythm: null })
  expect(await readReportMail()).toBeNull()
})

it('a due report is made once across nodes and again a week later', async () => {
  await weekly()
  expect(await orderAt(before)).toEqual([])
  const [order, ...others] = await orderAt(Monday, 8)
  expect(others).toEqual([])
  const row = await findReport(plant.server.database.db, plant.plantId, order?.reportId ?? '')
  expect(row).toMatchObject({ kind: 'plant', requestedBy: delegate.userId, request: { byMail: true } })
  expect(await readReportMail()).toMatchObject({ nextAt: '2026-03-16T06:00:00.000Z' })
  expect(await orderAt('2026-03-15T20:00:00Z')).toEqual([])
  // Three missed weeks lead to one report.
  expect(await orderAt('2026-04-07T12:00:00Z')).toHaveLength(1)
  expect(await readReportMail()).toMatchObject({ nextAt: '2026-04-13T05:00:00.000Z' })
})

it('a report mail ends with the membership, even while being made', async () => {
  const { server, plantId } = plant
  await weekly()
  const [order] = await orderAt(Monday)
  const row = await findReport(server.database.db, plantId, order?.reportId ?? '')
  if (row?.kind !== 'plant') throw new Error('no report was asked for')
  const content = await collectPlantReport(server.database.db, server.ports, row, server.clock.now())
  const send = () => server.inTransaction((work) => mailReport(work, row, content, row.id))
  server.mails.splice(0)
  await send()
  expect(server.mails).toMatchObject([
    { to: delegate.email, template: 'plantReport', attachment: row.id, values: { plant: content.plantname } },
  ])
  expect(server.mails[0]?.values.url).toContain(plantId)
  await server.database.db.execute(sql`delete from plant_member where user_id = ${delegate.userId}`)
  server.mails.splice(0)
  await send()
  expect(server.mails).toEqual([])
  expect(await orderAt('2026-03-16T06:00:00.000Z')).toEqual([])
  const { rows } = await server.database.db.execute(sql`select 1 from report_mail`)
  expect(rows).toEqual([])
})

it('a Basic plant gets a report of the last test only', async () => {
  const { server, plantId } = plant
  await weekly()
  await server.database.db.execute(sql`update plant set ever_pro = false, pro_expiry = null where id = ${plantId}`)
  expect(await asDelegate().refusal('saveReportMail', { plantId, rhythm: 'weekly', period: 'lastYear' })).toBe(
    'REPORT_LIMIT_BASIC',
  )
  const [order] = await orderAt(Monday)
  expect(await findReport(server.database.db, plantId, order?.reportId ?? '')).toMatchObject({
    request: { period: 'lastTest' },
  })
  await grantPro(server.database.db, plantId, new Date('2027-03-09T06:00:00Z'))
})

it('a report beyond the quota is skipped and tried the next time', async () => {
  await weekly()
  plant.server.ports.settings.filesQuotaMb = 0
  expect(await orderAt(Monday)).toEqual([])
  expect(await readReportMail()).toMatchObject({ nextAt: '2026-03-16T06:00:00.000Z' })
  plant.server.ports.settings.filesQuotaMb = 2
  expect(await orderAt('2026-03-16T06:00:00.000Z')).toHaveLength(1)
})

it('a finished PDF is sent once and not to removed members', async () => {
  const { server, plantId } = plant
  await weekly()
  const [data] = await orderAt(Monday)
  if (!data) throw new Error('no report was asked for')
  type Work = (job: { data: unknown; signal: AbortSignal }) => Promise<void>
  const workers: Work[] = []
  const jobs = { ...server.ports.jobs, work: async (_name: string, work: Work) => void workers.push(work) }
  const typesetter = { printable: (text: string) => text, typeset: async () => Buffer.from('%PDF-1.7') }
  await reportWorker({
    ports: { ...server.ports, jobs },
    db: server.database.db,
    inTransaction: server.inTransaction,
    deliver: () => undefined,
    typesetter,
  } as never)
  server.mails.splice(0)
  for (const _ of [1, 2]) for (const work of workers) await work({ data, signal: new AbortController().signal })
  const report = await findReport(server.database.db, plantId, data.reportId)
  expect(report).toMatchObject({ state: 'ready', bytes: 8 })
  expect(server.mails).toMatchObject([{ to: delegate.email, attachment: report?.fileId }])
  // As during an outage of the mail server: the last check before sending.
  const withdrawn: string[][] = []
  const mail = {
    ...server.ports.mail,
    withdraw: async (_: unknown, ids: string[]) => withdrawn[withdrawn.push(ids) - 1] ?? [],
  }
  const withdraw = (attachment: string | null) =>
    withdrawReport({ ...server, ports: { ...server.ports, mail } }, { id: 'the mail', attachment })
  for (const attachment of [report?.fileId ?? '', null, crypto.randomUUID()]) await withdraw(attachment)
  expect(withdrawn).toEqual([])
  await server.database.db.execute(sql`delete from plant_member where user_id = ${delegate.userId}`)
  await withdraw(report?.fileId ?? '')
  expect(withdrawn).toEqual([['the mail']])
})

it('a failing plant report does not block others of the person', async () => {
  const { server, plantId } = plant
  const other = await server.create.plant({ members: { clientStaff: delegate.userId } })
  // The failing order is due first.
  for (const [reportPlantId, at] of [
    [plantId, '2026-05-01T06:00:00.000Z'],
    [other, '2026-05-20T06:00:00.000Z'],
  ] as const) {
    server.clock.time = new Date(at)
    await asDelegate().call('saveReportMail', { plantId: reportPlantId, rhythm: 'weekly', period: 'last3Months' })
  }
  server.clock.time = new Date('2026-06-01T06:00:00.000Z')
  const { jobs } = server.ports
  const enqueue: typeof jobs.enqueue = async (tx, name, data, ...extraArgs) => {
    if ((data as { plantId: string }).plantId === plantId) throw new Error('is poisoned')
    return jobs.enqueue(tx, name, data, ...extraArgs)
  }
  server.jobs.splice(0)
  const ports = { ...server.ports, jobs: { ...jobs, enqueue } }
  await orderDueReports({
    ...server,
    inTransaction: (run) => server.inTransaction((work) => run({ ...work, ports })),
  })
  expect(server.jobs.map(({ data }) => (data as { plantId: string }).plantId)).toEqual([other])
})
