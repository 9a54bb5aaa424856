import { randomUUID } from 'node:crypto'
import { maxRegistersPerInspectorLink } from '@vigilux/contract/features/reports/report.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller, User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { createSharedFileFinder } from '../compliance/index.ts'
import { grantPro } from '../plants/index.ts'
import { reportWorker } from './report-worker.ts'

type Work = (job: { data: unknown; signal: AbortSignal }) => Promise<void>

let server: TestServer
let installer: User
let owner: User
let plantId: string
let inspector: Caller
let addresses = 0
/** Continues from another address, because calls of an address are limited. */
const changeAddress = () => {
  addresses += 1
  inspector = { kind: 'anonymous', address: `10.0.0.${addresses}` }
}
const workers: Work[] = []
/** The input of the typesetter: data, and the files attached for programs. */
const typeset: string[] = []

beforeAll(async () => {
  server = await createTestServer()
  server.ports.settings.filesQuotaMb = 1
  ;[installer, owner] = [await server.create.user(), await server.create.user({ usertype: 'client' })]
  const jobs = { ...server.ports.jobs, work: async (_name: string, work: Work) => void workers.push(work) }
  const typesetter = {
    printable: (text: string) => text,
    typeset: async ({ data, attachments }: { data: object; attachments: object }) => {
      typeset.push(JSON.stringify({ data, attachments }))
      return Buffer.from('%PDF-1.7')
    },
  }
  const { database, inTransaction, ports } = server
  const parts = { ports: { ...ports, jobs }, db: database.db, inTransaction, deliver: () => undefined, typesetter }
  await reportWorker(parts as never)
})
beforeEach(async () => {
  changeAddress()
  const members = { installerAdministrator: installer.userId, clientOwner: owner.userId }
  plantId = await server.create.plant({ name: 'Hotel Bellavista', members })
  server.jobs.splice(0)
})
afterAll(() => server.stop())

const openPage = async () => (await server.as(installer).call('createInspectorLink', { plantId })).secret ?? ''
const order = (secret: string) => server.as(inspector).call('createInspectorRegister', { secret, language: 'it' })
const refusalOf = (secret: string) =>
  server.as(inspector).refusal('createInspectorRegister', { secret, language: 'it' })
const read = (secret: string, reportId: string) =>
  server.as(inspector).call('getInspectorRegister', { secret, reportId })
const doJobs = async () => {
  for (const { data } of server.jobs.splice(0))
    await Promise.all(workers.map((work) => work({ data, signal: new AbortController().signal })))
}
const openFile = (path: string) => {
  const findFile = createSharedFileFinder({ ports: server.ports, db: server.database.db })
  return findFile(path.replace('/files/shared/', '')).then(
    async (file) => String(await file.open(null)),
    ({ code }: { code: string }) => code,
  )
}

describe("the register of an inspector's page", () => {
  it('is ordered with the secret alone, and its file is served until the page is closed', async () => {
    const { secret, link } = await server.as(installer).call('createInspectorLink', { plantId })
    if (secret === null) throw new Error('no secret')
    const { report } = await order(secret)
    expect(await read(secret, report.id)).toMatchObject({ report: { state: 'queued', language: 'it' }, file: null })
    await doJobs()
    const { file } = await read(secret, report.id)
    expect(file?.name).toMatch(/Hotel Bellavista.*\.pdf$/)
    expect(await openFile(file?.url ?? '')).toBe('%PDF-1.7')
    await server.as(owner).call('revokeInspectorLink', { plantId, linkId: link.id })
    expect(await openFile(file?.url ?? '')).toBe('INSPECTOR_LINK_NOT_FOUND')
    expect(await openFile('/files/shared/altered')).toBe('INSPECTOR_LINK_NOT_FOUND')
  })

  it('names nobody but the responsible person', async () => {
    const unit = await server.create.unit(plantId, 'logica', '0D1E2F')
    await insertLamps(server, plantId, [{ addr: 1, serial: 'A1B2C1' }], unit)
    const named = JSON.stringify({ name: 'Ugo Bianchi', email: 'ugo@bianchi.test', phone: '0471 55', piva: '' })
    await server.database.pool.query('update plant set owner = $2 where id = $1', [plantId, named])
    const entry = { plantId, at: server.clock.now().toISOString(), text: '' }
    await server
      .as(installer)
      .call('addLogbookEntry', { ...entry, kind: 'responsiblePerson', responsible: 'Marta Rinaldi' })
    await order(await openPage())
    typeset.length = 0
    await doJobs()
    const [document = ''] = typeset
    expect(document).toContain('Hotel Bellavista')
    expect(document).toContain('Marta Rinaldi')
    for (const secretOf of ['Bianchi', 'bianchi', '0471', installer.name, installer.email, owner.name, owner.email])
      expect(document).not.toContain(secretOf)
  })

  it('covers the last test of a Basic plant, and the last year of a Pro plant', async () => {
    const members = { installerAdministrator: installer.userId }
    plantId = await server.create.plant({ pro: false, members })
    expect((await order(await openPage())).report.period).toBe('lastTest')
    await grantPro(server.database.db, plantId, new Date(server.clock.now().getTime() + 86_400_000))
    expect((await order(await openPage())).report.period).toBe('lastYear')
  })

  it('is made one at a time and a bounded number of times by a page, also at once', async () => {
    const secret = await openPage()
    const both = await Promise.all([order(secret), order(secret)])
    expect(new Set(both.map(({ report }) => report.id)).size).toBe(1)
    await doJobs()
    for (let n = 1; n < maxRegistersPerInspectorLink; n++) {
      changeAddress()
      await order(secret)
      await doJobs()
    }
    expect(await refusalOf(secret)).toBe('INSPECTOR_REGISTER_LIMIT')
    expect(await refusalOf(await openPage())).toBeNull()
  })

  it('of another page is not found, and other secrets get the answer of an unknown page', async () => {
    const { report } = await order(await openPage())
    const other = await openPage()
    const registerOf = (secret: string, reportId: string) =>
      server.as(inspector).refusal('getInspectorRegister', { secret, reportId })
    expect(await registerOf(other, report.id)).toBe('REPORT_NOT_FOUND')
    expect(await registerOf(other, randomUUID())).toBe('REPORT_NOT_FOUND')
    expect([await registerOf('unknown', report.id), await refusalOf('unknown')]).toEqual([
      'INSPECTOR_LINK_NOT_FOUND',
      'INSPECTOR_LINK_NOT_FOUND',
    ])
  })

  it('is refused while the plant has no room for files', async () => {
    const secret = await openPage()
    server.ports.settings.filesQuotaMb = 0
    expect(await refusalOf(secret)).toBe('FILE_QUOTA_EXCEEDED')
    server.ports.settings.filesQuotaMb = 1
  })

  it('is listed for those who open such pages, and audited in the plant', async () => {
    const { secret, link } = await server.as(installer).call('createInspectorLink', { plantId })
    await order(secret ?? '')
    const listed = await server.as(owner).call('getInspectorRegisters', { plantId })
    expect(listed.registers).toEqual([{ linkId: link.id, at: server.clock.now().toISOString(), language: 'it' }])
    const otherPlantId = await server.create.plant({ members: { clientOwner: owner.userId } })
    expect(await server.as(owner).call('getInspectorRegisters', { plantId: otherPlantId })).toEqual({ registers: [] })
    const { rows } = await server.database.pool.query(
      `select plant_id, user_name from audit where action = 'createInspectorRegister' and result = 'ok'`,
    )
    expect(rows).toContainEqual({ plant_id: plantId, user_name: '' })
  })
})
