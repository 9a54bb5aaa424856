import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { createFileFinder, storeFile } from '../files/index.ts'
import { reportFiles } from './report-limit.ts'
import { findReport, updateReport } from './reports.store.ts'

let server: TestServer
let installer: User
let client: User
let plantId: string
beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  client = await server.create.user()
  plantId = await server.create.plant({
    members: { installerAdministrator: installer.userId, clientOwner: client.userId },
  })
})
afterAll(() => server.stop())

/** An ordered bill, as the report worker completes it. */
const madeBy = async (person: User) => {
  const { report } = await server.as(person).call('createBillReport', { plantId, language: 'de' })
  expect(server.jobs.at(-1)).toEqual({ name: 'report.make', data: { plantId, reportId: report.id } })
  const { ports, inTransaction, clock, database } = server
  const file = await storeFile(
    { files: ports.files, inTransaction, quotaMb: 2 },
    {
      plantId,
      ownerKind: 'report',
      name: 'bill.pdf',
      types: ['application/pdf'],
      bytes: 9,
      at: clock.now(),
      createdBy: person.userId,
      expiresAt: null,
    },
    Readable.from([Buffer.from('%PDF-1.7\n')]),
    new AbortController().signal,
  )
  await updateReport(database.db, report.id, { state: 'ready', fileId: file.id })
  return report.id
}
const show = (shownToClients: boolean, version: number) =>
  server.as(installer).call('savePriceSettings', { plantId, currency: 'EUR', shownToClients, version })
const download = (person: User, reportId: string) => server.as(person).call('downloadReport', { plantId, reportId })

it('a priced bill is available only to people who see prices', async () => {
  const pricedReport = await madeBy(installer)
  expect(await server.as(client).refusal('downloadReport', { plantId, reportId: pricedReport })).toBe(
    'REPORT_NOT_FOUND',
  )
  expect((await download(installer, pricedReport)).name).toBe('bill.pdf')
  await show(true, 0)
  const { url } = await download(client, pricedReport)
  const find = createFileFinder({ ports: server.ports, db: server.database.db, guards: reportFiles })
  const token = url.slice(url.lastIndexOf('/') + 1)
  expect((await find(client, token)).name).toBe('bill.pdf')
  await show(false, 1)
  await expect(find(client, token)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
})

it('a bill made by a client has no hidden prices', async () => {
  const clientReport = await madeBy(client)
  expect((await download(client, clientReport)).name).toBe('bill.pdf')
  const { report } = await server.as(client).call('getReport', { plantId, reportId: clientReport })
  expect(report.testId).toBeNull()
  const row = await findReport(server.database.db, plantId, clientReport)
  expect(row).toMatchObject({ kind: 'billOfMaterials', request: { of: 'wired', withPrices: false } })
})

it('a bill respects the file quota', async () => {
  server.ports.settings.filesQuotaMb = 0
  const refusal = await server.as(installer).refusal('createBillReport', { plantId, language: 'en' })
  expect(refusal).toBe('FILE_QUOTA_EXCEEDED')
  server.ports.settings.filesQuotaMb = 2
  const nonMember = server.as(await server.create.user())
  expect(await nonMember.refusal('createBillReport', { plantId, language: 'en' })).toBe('PLANT_NOT_FOUND')
  expect(await server.as(installer).refusal('getReport', { plantId, reportId: randomUUID() })).toBe('REPORT_NOT_FOUND')
})
