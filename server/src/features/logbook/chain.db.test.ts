import { createHash } from 'node:crypto'
import { genesisInput, sealInput } from '@vigilux/contract/features/logbook/chain.rules.ts'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addEntries, type EntryDraft, readLogbookFacts } from './index.ts'
import { logbookEntryTable, logbookHeadTable } from './logbook.schema.ts'
import { toSealed } from './logbook.store.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let plantId: string
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
beforeEach(async () => {
  plantId = await plant.server.create.plant({ members: { installerAdministrator: plant.installer.userId } })
})
afterAll(() => plant.server.stop())

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 3, 9, minute))
const marta = { userId: '00000000-0000-4000-8000-00000000000a', name: 'Marta' }
const service = (minute: number, overrides: Partial<EntryDraft> = {}): EntryDraft =>
  ({ plantId, kind: 'service', at: at(minute), by: marta, text: `Nº ${minute}`, ...overrides }) as EntryDraft

const add = (...drafts: EntryDraft[]) => plant.server.inTransaction(async (work) => addEntries(work, drafts))
const rowsOf = (id = plantId) =>
  plant.server.database.db
    .select()
    .from(logbookEntryTable)
    .where(eq(logbookEntryTable.plantId, id))
    .orderBy(asc(logbookEntryTable.no))
const texts = async () => (await rowsOf()).map(({ text }) => text)

/** The entries, after a check of their numbers, seals and head. */
const verifyChain = async (id = plantId) => {
  const rows = await rowsOf(id)
  let before = sha256(genesisInput(id))
  for (const [at, row] of rows.entries()) {
    expect(row.no).toBe(at + 1)
    expect(row.hash).toBe(sha256(sealInput(before, toSealed(row))))
    before = row.hash
  }
  const [head] = await plant.server.database.db.select().from(logbookHeadTable).where(eq(logbookHeadTable.plantId, id))
  expect(head).toMatchObject({ no: rows.length, hash: before })
  return rows
}

describe('chain of entries', () => {
  it('has no gaps with simultaneous writers in several plants', async () => {
    const other = await plant.server.create.plant()
    const entriesAt = (n: number) => [service(n), service(n, { plantId: other }), service(n + 30)]
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => add(...(n % 2 === 0 ? entriesAt(n) : entriesAt(n).toReversed()))),
    )
    expect(await verifyChain()).toHaveLength(40)
    expect(await verifyChain(other)).toHaveLength(20)
    expect(new Set((await rowsOf()).map(({ by }) => by)).size).toBe(1)
  })

  it('has no entries or gaps from a rollback', async () => {
    await add(service(1))
    const failingTransaction = plant.server.inTransaction(async (work) => {
      addEntries(work, [service(2)])
      throw new Error('not today')
    })
    await expect(failingTransaction).rejects.toThrow('not today')
    await add(service(3))
    expect((await verifyChain()).map(({ text }) => text)).toEqual(['Nº 1', 'Nº 3'])
  })

  it('has one entry per key, and sorts one transaction by time', async () => {
    await plant.server.inTransaction(async (work) => {
      addEntries(work, [service(5, { once: 'a' }), service(4)])
      addEntries(work, [service(3, { once: 'a' })])
    })
    await Promise.all([1, 2, 3].map((minute) => add(service(minute, { once: 'a' }), service(minute, { once: 'b' }))))
    const rows = await verifyChain()
    expect(rows.slice(0, 2).map(({ text }) => text)).toEqual(['Nº 3', 'Nº 4'])
    expect(rows).toHaveLength(3)
  })

  it('is protected by the database against changes and removal', async () => {
    await add(service(1))
    for (const statement of [
      "update logbook_entry set text = ''",
      'delete from logbook_entry',
      'truncate logbook_entry',
    ])
      await expect(plant.server.database.pool.query(statement)).rejects.toThrow('only ever added')
  })
})

it('the logbook facts at a time count only uncorrected entries', async () => {
  const facts = (moment = at(59)) => plant.server.inTransaction(({ tx }) => readLogbookFacts(tx, plantId, moment))
  expect(await facts()).toEqual({
    latest: {},
    commissionedAt: null,
    alterationCertifiedAt: null,
    drawings: null,
    responsible: null,
    signed: null,
    signedMonths: [],
    lastTestAt: null,
    openDefects: [],
    alterations: [],
    installationChanges: [],
  })
  await add(
    service(1),
    { plantId, kind: 'certificate', facts: { of: 'commissioning' }, at: at(2), by: marta },
    { plantId, kind: 'drawings', facts: { dated: '2026-03-01' }, at: at(3), by: marta },
    { plantId, kind: 'defect', at: at(4), by: marta },
    { plantId, kind: 'signature', facts: { month: '2026-02', upTo: 4 }, at: at(5), by: marta },
  )
  await add(service(0, { recordedAt: at(6), corrects: 1 }))
  await add(service(7, { kind: 'remedy', about: 4 }))
  expect(await texts()).toHaveLength(7)
  expect(await facts(at(5))).toMatchObject({
    latest: { service: at(1).toISOString() },
    openDefects: [at(4).toISOString()],
  })
  expect(await facts()).toMatchObject({
    latest: { service: at(0).toISOString(), remedy: at(7).toISOString() },
    commissionedAt: at(2).toISOString(),
    drawings: { dated: '2026-03-01', enteredAt: at(3).toISOString() },
    openDefects: [],
    signed: { month: '2026-02', upTo: 4, at: at(5).toISOString(), by: 'Marta' },
    signedMonths: ['2026-02'],
  })
})
