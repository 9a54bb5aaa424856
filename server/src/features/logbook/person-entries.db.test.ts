import type { ActionInput } from '@vigilux/contract/actions.ts'
import {
  type EntryKind,
  entryKinds,
  type PersonKind,
  personKinds,
} from '@vigilux/contract/features/logbook/entry-kinds.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lampTable } from '../../tables/lamps.schema.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addEntries, type EntryDraft } from './index.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let plantId: string
type Caller = Awaited<ReturnType<typeof plant.server.create.user>>
const people = new Map<PlantRole | 'admin' | 'nobody', Caller>()
const roles = ['installerAdministrator', 'installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'] as const

beforeAll(async () => {
  plant = await openPlantWithUnit()
  for (const role of [...roles, 'nobody' as const]) people.set(role, await plant.server.create.user())
  people.set('admin', await plant.server.create.user({ usertype: 'admin', scope: 'nto' }))
})
beforeEach(async () => {
  const members = Object.fromEntries(roles.map((role) => [role, people.get(role)?.userId ?? '']))
  plantId = await plant.server.create.plant({ members })
})
afterAll(() => plant.server.stop())

const clientOf = (role: PlantRole | 'admin' | 'nobody') => {
  const caller = people.get(role)
  if (!caller) throw new Error(`nobody is ${role}`)
  return plant.server.as(caller)
}
type Given = Omit<ActionInput<'addLogbookEntry'>, 'plantId'>
const entry = (overrides: Partial<Given> = {}) => ({
  plantId,
  kind: 'service' as const,
  text: 'Lamps cleaned',
  at: '2026-03-01T09:00:00Z',
  ...overrides,
})
const installer = () => clientOf('installerAdministrator')
const add = (overrides: Partial<Given> = {}) => installer().call('addLogbookEntry', entry(overrides))
const page = (overrides: Partial<ActionInput<'getLogbookDetails'>> = {}) =>
  installer().call('getLogbookDetails', { plantId, ...overrides })
const kinds = async (overrides: Partial<ActionInput<'getLogbookDetails'>> = {}) =>
  (await page(overrides)).entries.map(({ kind }) => kind)

describe('entries of people', () => {
  it('require the fields of their kind, and a retry adds nothing', async () => {
    const inspection = entry({ kind: 'inspectionMonthly', result: 'failed', text: '' })
    const [first, secondAnswer] = [
      await installer().call('addLogbookEntry', inspection, 'press'),
      await installer().call('addLogbookEntry', inspection, 'press'),
    ]
    expect(secondAnswer).toEqual(first)
    const { entries, total, head } = await page()
    expect(entries).toMatchObject([
      { no: 1, id: first.entryId, result: 'failed', by: people.get('installerAdministrator')?.name },
    ])
    expect(entries[0]).toMatchObject({ at: '2026-03-01T09:00:00.000Z', recordedAt: '2026-03-02T09:00:00.000Z' })
    expect({ total, head }).toEqual({ total: 1, head: { no: 1, hash: entries[0]?.hash } })
    const lackingParts = [{ text: '' }, { lamp: 3 }, { kind: 'drawings' as const }, { kind: 'certificate' as const }]
    for (const missingPart of lackingParts)
      expect(await installer().refusal('addLogbookEntry', entry(missingPart))).toBe('INVALID_INPUT')
    expect(await installer().refusal('addLogbookEntry', entry({ at: '2026-03-02T09:02:00Z' }))).toBe(
      'LOGBOOK_ENTRY_IN_FUTURE',
    )
    const unknownUnit = { topic: 'logica_00FFFF' }
    expect(await installer().refusal('addLogbookEntry', entry(unknownUnit))).toBe('UNIT_NOT_FOUND')
  })

  it('correct others once, and all versions stay readable', async () => {
    await add({ kind: 'defect', text: 'Lamp dark' })
    await add({ kind: 'remedy', text: 'LED changed', about: 1 })
    await add({ kind: 'defect', text: 'Lamp dark, room 4', corrects: 1 })
    const listedEntries = (await page()).entries
    expect(listedEntries.map(({ no, corrects, about, correctedBy }) => [no, corrects, about, correctedBy])).toEqual([
      [3, 1, null, null],
      [2, null, 1, null],
      [1, null, null, 3],
    ])
    const { entry: read, related, notes } = await installer().call('getLogbookEntry', { plantId, no: 2 })
    expect([read.text, related.map(({ no }) => no), notes]).toEqual(['LED changed', [1, 3], []])
    expect(await installer().refusal('addLogbookEntry', entry({ corrects: 1 }))).toBe('LOGBOOK_ENTRY_CORRECTED')
    expect(await installer().refusal('addLogbookEntry', entry({ corrects: 9 }))).toBe('LOGBOOK_ENTRY_NOT_FOUND')
    expect(await installer().refusal('getLogbookEntry', { plantId, no: 9 })).toBe('LOGBOOK_ENTRY_NOT_FOUND')
  })

  it('can be annotated with permission, and earlier notes stay', async () => {
    await add()
    const note = (text: string) => ({ plantId, no: 1, note: text })
    const first = note('Seen')
    await clientOf('installerStaff').call('aggiornaNoteLogbook', first, 'press')
    await clientOf('installerStaff').call('aggiornaNoteLogbook', first, 'press')
    await installer().call('aggiornaNoteLogbook', note('Seen, too'))
    const { entry: notedEntry, notes } = await clientOf('clientStaff').call('getLogbookEntry', { plantId, no: 1 })
    expect([notedEntry.notes, notedEntry.text]).toEqual([2, 'Lamps cleaned'])
    expect(notes.map(({ text, by }) => [text, by])).toEqual([
      ['Seen', people.get('installerStaff')?.name],
      ['Seen, too', people.get('installerAdministrator')?.name],
    ])
    expect(await installer().refusal('aggiornaNoteLogbook', { ...note('x'), no: 99 })).toBe('LOGBOOK_ENTRY_NOT_FOUND')
    for (const role of ['installerReadOnly', 'clientOwner', 'clientStaff'] as const) {
      expect(await clientOf(role).refusal('aggiornaNoteLogbook', note('No'))).toBe('NOT_ALLOWED')
      expect(await clientOf(role).refusal('addLogbookEntry', entry())).toBe('NOT_ALLOWED')
    }
    expect(await clientOf('nobody').refusal('aggiornaNoteLogbook', note('No'))).toBe('PLANT_NOT_FOUND')
  })

  it('keep the names of removed units and members, and can be corrected', async () => {
    const { db } = plant.server.database
    await plant.server.create.unit(plantId, 'logica', '0AAA01')
    const topic = 'logica_0AAA01'
    const lamps = [3, 4].map((addr) => ({ addr, serial: `A1B2C${addr}` }))
    await insertLamps(plant.server, plantId, lamps, topic)
    await clientOf('installerStaff').call('addLogbookEntry', entry({ topic, lamp: 3 }))
    await db.execute(sql`update central_unit set removed_at = now(), acquired = false where unit = ${topic}`)
    await db.execute(sql`delete from plant_member where user_id = ${people.get('installerStaff')?.userId}`)
    const [storedEntry] = (await page()).entries
    expect(storedEntry).toMatchObject({ cu: topic, lamp: 3, by: people.get('installerStaff')?.name })
    await add({ topic, lamp: 4, corrects: storedEntry?.no ?? 0 })
    expect((await page()).entries[0]).toMatchObject({ cu: topic, lamp: 4, corrects: storedEntry?.no })
    expect(await installer().refusal('addLogbookEntry', entry({ topic }))).toBe('UNIT_NOT_FOUND')
  })

  it('name a lamp that the unit has or had', async () => {
    const topic = 'logica_0AAA02'
    await plant.server.create.unit(plantId, 'logica', '0AAA02')
    const lamps = [1, 2, 5, 6].map((addr) => ({ addr, serial: `B1B2C${addr}` }))
    await insertLamps(plant.server, plantId, lamps, topic)
    const expectRefusal = (lamp: number, existing: number[]) =>
      expect(add({ topic, lamp })).rejects.toMatchObject({
        code: 'LOGBOOK_LAMP_UNKNOWN',
        details: { lamp, lamps: existing },
      })
    await expectRefusal(7, [1, 2, 5, 6])
    await add({ topic, lamp: 6 })
    await plant.server.database.db.execute(sql`
      with gone as (delete from lamp where addr in (5, 6) and serial like 'B1B2C%' returning *)
      insert into lamp_change (central_unit_id, addr, at, serial, errors, condition)
      select central_unit_id, addr, now(), serial, '{}', 'ok' from gone where addr = 5`)
    await add({ topic, lamp: 5 })
    // An entry typed before lamps were checked proves nothing, but can be corrected.
    await expectRefusal(6, [1, 2])
    const typed = (await page()).entries.find(({ lamp }) => lamp === 6)
    await add({ topic, lamp: 6, corrects: typed?.no ?? 0 })
  })
})

describe('correction', () => {
  /** Adds an entry as the platform does, or as people could before corrections were validated. */
  const storeEntry = (draft: object) =>
    plant.server.inTransaction(async (work) =>
      addEntries(work, [{ plantId, at: plant.server.clock.now(), by: null, ...draft } as EntryDraft]),
    )
  const owner = () => ({
    userId: people.get('clientOwner')?.userId ?? null,
    name: people.get('clientOwner')?.name ?? '',
  })
  const state = () => clientOf('clientStaff').call('getLogbookState', { plantId })
  const readEntry = async (no: number) => (await page()).entries.find((one) => one.no === no)

  const entryDrafts: Partial<Record<PersonKind, Partial<Given>>> = {
    certificate: { of: 'commissioning' },
    drawings: { dated: '2026-01-01' },
    responsiblePerson: { responsible: 'Paolo Zanatta' },
  }
  const isWritten = (kind: EntryKind): boolean => (personKinds as readonly string[]).includes(kind)

  it('must have the kind of the corrected entry', async () => {
    for (const [at, kind] of personKinds.entries()) {
      await add({ kind, ...entryDrafts[kind], text: 'As seen' })
      const other = entry({ kind: kind === 'service' ? 'drill' : 'service', corrects: at + 1 })
      for (const role of ['installerStaff', 'installerAdministrator'] as const)
        expect([kind, await clientOf(role).refusal('addLogbookEntry', other)]).toEqual([
          kind,
          'LOGBOOK_CORRECTION_OF_KIND',
        ])
      expect(await readEntry(at + 1)).toMatchObject({ correctable: true, correctedBy: null })
    }
  })

  it.each([
    ...entryKinds.filter((kind) => !isWritten(kind)).map((kind) => ({ kind, facts: {}, wholeUntil: new Date(0) })),
    { kind: 'remedy', facts: { error: 'battery', proof: 'test' }, once: 'remedy 1' },
    { kind: 'certificate', facts: { of: 'commissioning' }, once: 'handover 1 certificate' },
  ])('of a platform, signature or unit entry is refused: $kind', async (draft) => {
    await storeEntry(draft)
    const { no } = (await page()).head
    for (const kind of ['service', 'remedy', 'certificate'] as const) {
      const correction = entry({ kind, ...(kind === 'certificate' && { of: 'periodic' }), corrects: no })
      expect(await installer().refusal('addLogbookEntry', correction)).toBe('LOGBOOK_ENTRY_NOT_CORRECTABLE')
    }
    expect(await readEntry(no)).toMatchObject({ correctable: false, correctedBy: null })
    await installer().call('aggiornaNoteLogbook', { plantId, no, note: 'Seen' })
    await add({ about: no })
  })

  it('from before this rule is shown but has no effect', async () => {
    await add({ kind: 'responsiblePerson', responsible: 'Paolo Zanatta', text: '' })
    await add({ kind: 'certificate', of: 'commissioning' })
    await storeEntry({ kind: 'testEnded', facts: {}, result: 'failed', once: 'test 1' })
    await clientOf('clientOwner').call('signLogbook', { plantId, month: '2026-03', upTo: 3 })
    const before = await state()
    for (const corrects of [1, 2, 3, 4]) await storeEntry({ kind: 'service', text: 'Void', corrects, by: owner() })
    // A correction of one of these is void as well.
    await storeEntry({ kind: 'service', text: 'Void too', corrects: 5, by: owner() })
    const after = await state()
    expect({ ...after, head: null }).toEqual({ ...before, head: null })
    for (const no of [1, 2, 3, 4]) expect(await readEntry(no)).toMatchObject({ correctedBy: null, ignored: false })
    for (const no of [5, 6, 7, 8, 9]) expect(await readEntry(no)).toMatchObject({ ignored: true, correctable: false })
    await add({ kind: 'responsiblePerson', responsible: 'Anna Verdi', text: '', corrects: 1 })
    expect(await state()).toMatchObject({ responsible: 'Anna Verdi' })
    expect(await readEntry(1)).toMatchObject({ correctedBy: 10 })
  })
})

describe('remedy of a defect', () => {
  const isMissing = async () => {
    const { items } = await clientOf('clientStaff').call('getLogbookState', { plantId })
    return items.find(({ item }) => item === 'defects')?.missing !== null
  }
  const defect = (overrides: Partial<Given> = {}) => add({ kind: 'defect', text: 'Lamp dark', ...overrides })
  const remedy = (overrides: Partial<Given> = {}) => add({ kind: 'remedy', text: 'LED changed', ...overrides })

  it('stays linked over any corrections of both', async () => {
    await defect()
    expect(await isMissing()).toBe(true)
    await remedy({ about: 1 })
    expect(await isMissing()).toBe(false)
    await defect({ corrects: 1 })
    await defect({ corrects: 3 })
    expect(await isMissing()).toBe(false)
    await remedy({ corrects: 2 })
    await remedy({ corrects: 5 })
    expect(await isMissing()).toBe(false)
    await defect({ text: 'Another' })
    expect(await isMissing()).toBe(true)
    // The remedy belonged to the other defect: the former one has none now.
    await remedy({ corrects: 6, about: 7 })
    expect(await isMissing()).toBe(true)
    await remedy({ about: 3 })
    expect(await isMissing()).toBe(false)
  })

  it('is missing while a lamp has an open fault', async () => {
    const { db } = plant.server.database
    const missing = async () => {
      const { items } = await plant.client.call('getLogbookState', { plantId: plant.plantId })
      return items.find(({ item }) => item === 'defects')?.missing
    }
    expect(await missing()).toBeNull()
    await db
      .update(lampTable)
      .set({ condition: 'error', errors: ['charger'], faultsSince: new Date() })
      .where(eq(lampTable.addr, 2))
    expect(await missing()).toBe('remedies')
    await db.update(lampTable).set({ condition: 'ok', errors: [], faultsSince: null }).where(eq(lampTable.addr, 2))
  })
})

describe('signature', () => {
  const sign = (upTo: number, month = '2026-03') => ({ plantId, month, upTo })
  it('shows person, time and last entry, and cannot be repeated', async () => {
    for (const text of ['a', 'b', 'c']) await add({ text })
    for (const role of ['installerStaff', 'installerReadOnly', 'clientStaff'] as const)
      expect(await clientOf(role).refusal('signLogbook', sign(1))).toBe('NOT_ALLOWED')
    const signature = await clientOf('clientOwner').call('signLogbook', sign(2))
    expect(await clientOf('clientOwner').call('signLogbook', sign(2))).toEqual(signature)
    expect(await clientOf('clientOwner').refusal('signLogbook', sign(1))).toBe('LOGBOOK_NOTHING_TO_SIGN')
    expect(await installer().refusal('signLogbook', sign(9))).toBe('LOGBOOK_ENTRY_NOT_FOUND')
    expect(await installer().refusal('signLogbook', sign(4, '2026-04'))).toBe('LOGBOOK_ENTRY_IN_FUTURE')
    await clientOf('admin').call('signLogbook', sign(4))
    const { signed: signedMonth } = await clientOf('clientStaff').call('getLogbookState', { plantId })
    expect(signedMonth).toMatchObject({ month: '2026-03', upTo: 4, by: people.get('admin')?.name })
    const [last, first] = (await page({ of: 'signatures' })).entries
    expect([first?.facts, first?.by, last?.no]).toEqual([
      { month: '2026-03', upTo: 2 },
      people.get('clientOwner')?.name,
      5,
    ])
  })

  it('of one person does not block another person', async () => {
    await add({ text: 'a' })
    const owners = await clientOf('clientOwner').call('signLogbook', sign(1))
    const installers = await installer().call('signLogbook', sign(1))
    expect(installers).not.toEqual(owners)
    const { entries } = await page({ of: 'signatures' })
    expect(entries.map(({ by }) => by)).toEqual([
      people.get('installerAdministrator')?.name,
      people.get('clientOwner')?.name,
    ])
    expect(entries.map(({ facts }) => facts)).toEqual(Array(2).fill({ month: '2026-03', upTo: 1 }))
  })

  it('of a month does not block another month', async () => {
    for (const at of ['2026-01-20T09:00:00.000Z', '2026-02-10T09:00:00.000Z']) await add({ at })
    await clientOf('clientOwner').call('signLogbook', sign(2, '2026-02'))
    await clientOf('clientOwner').call('signLogbook', sign(2, '2026-01'))
    expect(await clientOf('clientOwner').refusal('signLogbook', sign(1, '2026-01'))).toBe('LOGBOOK_NOTHING_TO_SIGN')
    expect((await page({ of: 'signatures' })).total).toBe(2)
  })

  it('must cover an entry of its month', async () => {
    for (const at of ['2026-01-20T09:00:00.000Z', '2026-02-10T09:00:00.000Z']) await add({ at })
    const refusal = (upTo: number, month: string) => clientOf('clientOwner').refusal('signLogbook', sign(upTo, month))
    expect(await refusal(1, '2026-02')).toBe('LOGBOOK_NOTHING_TO_SIGN')
    for (const month of ['2025-12', '1980-01']) expect(await refusal(2, month)).toBe('LOGBOOK_NOTHING_TO_SIGN')
    // A month without entries of its own can be signed.
    await clientOf('clientOwner').call('signLogbook', sign(2, '2026-03'))
  })

  it('of an older month does not affect later ones', async () => {
    for (const at of ['2026-01-20T09:00:00.000Z', '2026-02-10T09:00:00.000Z']) await add({ at })
    await clientOf('clientOwner').call('signLogbook', sign(2, '2026-02'))
    await add({ at: '2026-01-21T09:00:00.000Z' })
    await clientOf('clientOwner').call('signLogbook', sign(4, '2026-01'))
    const { signed: signedMonth } = await clientOf('clientStaff').call('getLogbookState', { plantId })
    expect(signedMonth).toMatchObject({ month: '2026-02', upTo: 2 })
  })

  it('marks later entries of its month, in the plant zone', async () => {
    for (const at of ['2026-01-20T09:00:00.000Z', '2026-02-10T09:00:00.000Z']) await add({ at })
    await clientOf('clientOwner').call('signLogbook', sign(2, '2026-02'))
    const lateTimes = ['2026-02-28T22:30:00.000Z', '2026-02-01T09:00:00.000Z']
    // Nobody signed January, and in the plant March has begun.
    const otherMonths = ['2026-01-15T09:00:00.000Z', '2026-02-28T23:30:00.000Z', '2026-03-02T09:00:00.000Z']
    for (const at of [...lateTimes, ...otherMonths]) await add({ at })
    const marked = async () => (await page()).entries.filter((one) => one.afterSignature).map((one) => one.at)
    expect(await marked()).toEqual(lateTimes.toReversed())
    await clientOf('clientOwner').call('signLogbook', sign(8, '2026-03'))
    expect(await marked()).toEqual(lateTimes.toReversed())
  })
})

it.each([
  { kind: 'service', entryFields: { result: 'passed' } },
  { kind: 'inspectionMonthly', entryFields: { of: 'commissioning' } },
  { kind: 'certificate', entryFields: { of: 'commissioning', dated: '2026-03-01' } },
  { kind: 'drawings', entryFields: { dated: '2026-03-01', responsible: 'Ada Bianchi' } },
  { kind: 'responsiblePerson', entryFields: { responsible: 'Ada Bianchi', result: 'failed' } },
] as const)('$entryFields is refused for an entry of kind $kind', async ({ kind, entryFields }) => {
  expect(await installer().refusal('addLogbookEntry', entry({ kind, ...entryFields }))).toBe('INVALID_INPUT')
  expect((await page()).total).toBe(0)
})

it('drawings dated after today in the plant zone are refused', async () => {
  const drawings = (dated: string) => entry({ kind: 'drawings', dated, text: '' })
  expect(await installer().refusal('addLogbookEntry', drawings('2026-03-03'))).toBe('LOGBOOK_ENTRY_IN_FUTURE')
  await installer().call('addLogbookEntry', drawings('2026-03-02'))
})

it('the state lists missing items and the responsible person', async () => {
  const missing = async () => {
    const { items, responsible } = await clientOf('clientStaff').call('getLogbookState', { plantId })
    return [items.filter((one) => one.missing !== null).map(({ item }) => item), responsible]
  }
  expect(await missing()).toEqual([['certificates', 'tests', 'services', 'alterations', 'automaticTester'], null])
  await add({ kind: 'certificate', of: 'commissioning' })
  await add({ kind: 'drawings', dated: '2026-02-01' })
  await add({ kind: 'inspectionMonthly', text: '' })
  await add({ kind: 'responsiblePerson', responsible: 'Ing. Paolo Zanatta', text: '' })
  expect(await missing()).toEqual([['automaticTester'], 'Ing. Paolo Zanatta'])
  expect((await page({ search: 'zanatta' })).entries).toEqual([])
})

it('filters by day, unit, heading, result and search combine with paging', async () => {
  const { topic } = plant.unit
  await plant.server.inTransaction(async (work) =>
    addEntries(
      work,
      Array.from({ length: 60 }, (_, n) => ({
        plantId,
        kind: 'lampFault' as const,
        facts: { error: 'battery' },
        by: null,
        lamp: n + 1,
        unit: topic,
        at: new Date(Date.UTC(2026, 1, 1, 22, 58 + n)),
      })),
    ),
  )
  await add({ kind: 'inspectionYearly', result: 'passed', text: 'Attic' })
  const first = await page()
  expect([first.entries.length, first.total, first.entries[0]?.no]).toEqual([25, 61, 61])
  const last = await page({ page: 3 })
  expect([last.entries.length, last.entries.at(-1)?.no]).toEqual([11, 1])
  // The plant is an hour ahead of UTC: its day began at 23:00.
  expect((await page({ to: '2026-02-01' })).total).toBe(2)
  expect((await page({ from: '2026-02-02', of: 'faults', topic })).total).toBe(58)
  expect(await kinds({ result: 'passed' })).toEqual(['inspectionYearly'])
  expect(await kinds({ search: 'attic' })).toEqual(['inspectionYearly'])
  expect((await page({ search: people.get('installerAdministrator')?.name ?? '' })).total).toBe(1)
  expect((await page({ search: '0007', of: 'faults' })).entries).toMatchObject([{ lamp: 7 }])
  expect((await page({ search: '100%' })).total).toBe(0)
})

it('a Basic plant shows thirty days and the number of older entries', async () => {
  await add({ at: '2026-01-15T09:00:00Z', text: 'Old' })
  await add({ text: 'New' })
  await plant.server.database.db.execute(
    sql`update plant set ever_pro = false, pro_expiry = null where id = ${plantId}`,
  )
  expect(await page()).toMatchObject({ entries: [{ text: 'New' }], total: 1, hidden: 1, head: { no: 2 } })
  expect(await installer().refusal('getLogbookEntry', { plantId, no: 1 })).toBe('LOGBOOK_ENTRY_NOT_FOUND')
  expect(await installer().call('getLogbooksDetails', { plantId })).toMatchObject({ entries: [{ no: 2 }], hidden: 1 })
  for (const reference of [{ corrects: 1 }, { about: 1 }])
    expect(await installer().refusal('addLogbookEntry', entry(reference))).toBe('LOGBOOK_ENTRY_NOT_FOUND')
  const note = { plantId, no: 1, note: 'Seen' }
  expect(await installer().refusal('aggiornaNoteLogbook', note)).toBe('LOGBOOK_ENTRY_NOT_FOUND')
  const photo = { plantId, no: 1, bytes: 10 }
  expect(await installer().refusal('uploadEntryPhoto', photo)).toBe('LOGBOOK_ENTRY_NOT_FOUND')
})

it('a long logbook answers with the export address', async () => {
  const readLogbook = () => installer().call('getLogbooksDetails', { plantId })
  await add()
  expect(await readLogbook()).toMatchObject({ entries: [{ no: 1 }], hidden: 0 })
  await plant.server.inTransaction(async (work) =>
    addEntries(
      work,
      Array.from({ length: 500 }, () => ({ plantId, kind: 'drill' as const, at: plant.server.clock.now(), by: null })),
    ),
  )
  expect(await readLogbook()).toMatch(new RegExp(`^/files/made/logbook_${plantId}_`))
})
