import { randomUUID } from 'node:crypto'
import type { LampTextRow } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditTable } from '../../kernel/audit.schema.ts'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit, removeUnit } from '../central-units/index.ts'
import { saveLampNotes } from '../lamps/index.ts'
import { lampTextPartTable } from './lamp-labels.schema.ts'

let server: TestServer
let staff: User
let owner: User
let plantId: string
let topic: string
/** A new unit per plant: a serial can be enrolled only once. */
let units = 0
const nextUnit = () => server.create.unit(plantId, 'logica', (0xc0_00_00 + units++).toString(16).toUpperCase())
beforeAll(async () => {
  server = await createTestServer()
  staff = await server.create.user()
  owner = await server.create.user()
})
beforeEach(async () => {
  plantId = await server.create.plant({ members: { installerStaff: staff.userId, clientOwner: owner.userId } })
  topic = await nextUnit()
  const lamps = [1, 2, 3].map((addr) => ({ addr, serial: `A1B2C${addr}` }))
  await insertLamps(server, plantId, lamps, topic)
  server.broadcasts.length = 0
})
afterAll(() => server.stop())

const row = (addr: number, texts: Partial<LampTextRow>): LampTextRow => ({ topic, addr, ...texts })
const save = async (rows: LampTextRow[], batch: { workId?: string; parts?: number } = {}) =>
  (await server.as(staff).call('saveLampTexts', createTextsInput(rows, batch))).revision
const createTextsInput = (rows: LampTextRow[], batch: { workId?: string; parts?: number } = {}) => ({
  plantId,
  workId: randomUUID(),
  kind: 'typed' as const,
  rows,
  ...batch,
})
const texts = async () => {
  const { lamps } = await server.as(owner).call('getLamps', { plantId })
  return Object.fromEntries(lamps.map(({ id, description, location }) => [id, [description, location]]))
}
const undoTexts = (revisionId: string) => server.as(staff).call('undoLampTexts', { plantId, revisionId })
const undoRefused = (revisionId: string) => server.as(staff).refusal('undoLampTexts', { plantId, revisionId })

describe('texts of many lamps', () => {
  it('are saved at once, keep omitted texts and send one broadcast', async () => {
    await save([row(1, { description: 'Door', location: 'Hall' })])
    server.broadcasts.length = 0
    const revision = await save([row(1, { description: 'Gate' }), row(2, { location: 'Stairs' })])
    expect(revision).toMatchObject({ kind: 'typed', lamps: 2, by: staff.name, undone_at: null })
    expect(await texts()).toEqual({ 1: ['Gate', 'Hall'], 2: ['', 'Stairs'], 3: ['', ''] })
    const [broadcast] = server.broadcasts
    expect(server.broadcasts).toHaveLength(1)
    expect(broadcast).toMatchObject({ event: 'saveLampTexts', data: { plant_id: plantId, revision_id: revision.id } })
    const lamps = broadcast?.event === 'saveLampTexts' ? broadcast.data.lamps : null
    expect(new Map(lamps?.map(({ id, description }) => [id, description]))).toEqual(
      new Map([
        [1, 'Gate'],
        [2, ''],
      ]),
    )
  })

  it('are not broadcast lamp by lamp', async () => {
    const manyLamps = Array.from({ length: 100 }, (_, at) => ({ addr: at + 10, serial: `B${at + 10}` }))
    await insertLamps(server, plantId, manyLamps, topic)
    await save(manyLamps.map(({ addr }) => row(addr, { description: `Lamp ${addr}` })))
    expect(server.broadcasts).toMatchObject([{ event: 'saveLampTexts', data: { lamps: null } }])
  })

  it('are all unchanged if one row is refused, which is listed', async () => {
    const pendingCall = server
      .as(staff)
      .call('saveLampTexts', createTextsInput([row(1, { description: 'Door' }), row(9, {})]))
    const rows = [{ row: 2, topic, addr: 9, reason: 'unknownNumber' }]
    await expect(pendingCall).rejects.toMatchObject({ code: 'LAMP_TEXTS_FAULTY', details: { rows, count: 1 } })
    expect(await server.as(staff).refusal('saveLampTexts', createTextsInput([row(1, {}), row(1, {})]))).toBe(
      'LAMP_TEXTS_FAULTY',
    )
    expect(await texts()).toEqual({ 1: ['', ''], 2: ['', ''], 3: ['', ''] })
    expect(server.broadcasts).toEqual([])
  })

  it('are refused over newer texts, with both shown', async () => {
    await save([row(2, { description: 'Theirs' })])
    const ownRows = [row(1, { description: 'Mine', version: 0 }), row(2, { description: 'Mine', version: 0 })]
    const rows = [{ row: 2, topic, addr: 2, now: { description: 'Theirs', location: '', version: 1 } }]
    const pendingCall = server.as(staff).call('saveLampTexts', createTextsInput(ownRows))
    await expect(pendingCall).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE', details: { rows, count: 1 } })
    expect(await texts()).toEqual({ 1: ['', ''], 2: ['Theirs', ''], 3: ['', ''] })
    await save([row(1, { description: 'Mine', version: 0 }), row(2, { description: 'Mine', version: 1 })])
    expect(await texts()).toEqual({ 1: ['Mine', ''], 2: ['Mine', ''], 3: ['', ''] })
  })

  it('from two simultaneous saves are those of one', async () => {
    const versioned = (description: string) =>
      createTextsInput([1, 2, 3].map((addr) => row(addr, { description, version: 0 })))
    const noteInput = { plantId, lampDescInfo: { topic, addr: 2, description: 'Single', location: '' }, version: 0 }
    const outcomes = await Promise.all([
      server.as(staff).refusal('saveLampTexts', versioned('First')),
      server.as(staff).refusal('saveLampTexts', versioned('Second')),
      server.as(staff).refusal('saveLampDescription', noteInput),
    ])
    expect(outcomes.filter((code) => code === null)).toHaveLength(1)
    expect(outcomes.filter((code) => code === 'CHANGED_MEANWHILE')).toHaveLength(2)
    const descriptions = Object.values(await texts()).map(([description]) => description)
    expect([
      ['First', 'First', 'First'],
      ['Second', 'Second', 'Second'],
      ['', 'Single', ''],
    ]).toContainEqual(descriptions)
  })

  it('written between reading and writing remain', async () => {
    await save([row(1, { description: 'Theirs' }), row(2, { description: 'Theirs' })])
    const { id: centralUnitId } = (await findUnit(server.database.db, plantId, { topic })) ?? { id: '' }
    const ownNote = { centralUnitId, description: 'Mine', location: '' }
    const versions = [0, 1, 0]
    const notes = versions.map((version, at) => ({ ...ownNote, serial: `A1B2C${at + 1}`, version }))
    const savedNotes = await saveLampNotes(server.database.db, notes)
    expect(savedNotes.map(({ serial }) => serial).sort()).toEqual(['A1B2C2', 'A1B2C3'])
    expect(await texts()).toEqual({ 1: ['Theirs', ''], 2: ['Mine', ''], 3: ['Mine', ''] })
  })

  it('sent again under the same key are saved once', async () => {
    const draft = createTextsInput([row(1, { description: 'Door' })])
    const [first, secondAnswer] = [
      await server.as(staff).call('saveLampTexts', draft),
      await server.as(staff).call('saveLampTexts', draft),
    ]
    expect(secondAnswer).toEqual(first)
    expect((await server.as(owner).call('getLamps', { plantId })).lamps[0]?.version).toBe(1)
  })

  it('are audited with the revision, or with old and new texts', async () => {
    const { id } = await save([row(1, { description: 'Door' })])
    const lampNotes = await server.database.db
      .select()
      .from(auditTable)
      .where(and(eq(auditTable.plantId, plantId), eq(auditTable.action, 'saveLampTexts')))
    expect(lampNotes).toMatchObject([
      {
        things: [{ kind: 'lamp', id: `${topic}/1` }],
        changes: [
          { field: 'description', before: null, after: 'Door' },
          { field: 'revision', before: null, after: id },
          { field: 'lamps', before: null, after: 1 },
        ],
      },
    ])
  })

  it('of another plant are not found', async () => {
    const ownRow = row(1, { description: 'Door' })
    const { id } = await save([ownRow])
    plantId = await server.create.plant({ members: { installerStaff: staff.userId } })
    expect(await server.as(staff).refusal('saveLampTexts', createTextsInput([ownRow]))).toBe('LAMP_TEXTS_FAULTY')
    expect(await undoRefused(id)).toBe('REVISION_NOT_FOUND')
  })
})

describe('row parts', () => {
  const savePart = (workId: string, part: number, rows: LampTextRow[]) =>
    server.as(staff).call('uploadLampTexts', { plantId, workId, part, rows })

  it('are saved together with continuous numbers', async () => {
    const workId = randomUUID()
    await savePart(workId, 2, [row(2, { description: 'B' })])
    await savePart(workId, 1, [row(1, { description: 'A' })])
    expect(await texts()).toMatchObject({ 1: ['', ''], 2: ['', ''] })
    expect(await save([row(3, { description: 'C' })], { workId, parts: 2 })).toMatchObject({ lamps: 3 })
    expect(await texts()).toEqual({ 1: ['A', ''], 2: ['B', ''], 3: ['C', ''] })
    expect(await server.database.db.select().from(lampTextPartTable)).toEqual([])
  })

  it('are not saved while one is missing, and a new start drops them', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await savePart(first, 1, [row(1, { description: 'A' })])
    const refuseLastPart = (workId: string, parts: number) =>
      server.as(staff).refusal('saveLampTexts', createTextsInput([row(3, {})], { workId, parts }))
    expect(await refuseLastPart(first, 2)).toBe('LAMP_TEXTS_INCOMPLETE')
    await savePart(second, 1, [row(2, { description: 'B' })])
    expect(await refuseLastPart(first, 1)).toBe('LAMP_TEXTS_INCOMPLETE')
    expect(await refuseLastPart(second, 1)).toBeNull()
    expect(await texts()).toMatchObject({ 1: ['', ''], 2: ['B', ''] })
  })

  it('are limited', async () => {
    const workId = randomUUID()
    await savePart(workId, 1, [row(1, {})])
    await server.database.db.update(lampTextPartTable).set({ count: 40_000 })
    const secondPart = { plantId, workId, part: 2, rows: [row(2, {})] }
    expect(await server.as(staff).refusal('uploadLampTexts', secondPart)).toBe('LAMP_TEXTS_LIMIT')
    const manyRows = Array.from({ length: 40_000 }, () => row(1, {}))
    await server.database.db.update(lampTextPartTable).set({ rows: manyRows })
    const all = createTextsInput([row(3, {})], { workId, parts: 1 })
    expect(await server.as(staff).refusal('saveLampTexts', all)).toBe('LAMP_TEXTS_LIMIT')
  })
})

describe('undo', () => {
  it('restores former texts once, by any editor', async () => {
    await save([row(1, { description: 'Old', location: 'Hall' })])
    const { id } = await save([row(1, { description: 'New' }), row(2, { description: 'New' })])
    const colleague = await server.create.user()
    const press = (caller: User) => server.as(caller).refusal('undoLampTexts', { plantId, revisionId: id })
    expect(await press(colleague)).toBe('PLANT_NOT_FOUND')
    expect(await press(owner)).toBe('NOT_ALLOWED')
    expect((await Promise.all([press(staff), press(staff)])).sort()).toEqual(['REVISION_UNDONE', null].sort())
    expect(await texts()).toEqual({ 1: ['Old', 'Hall'], 2: ['', ''], 3: ['', ''] })
    const { revisions } = await server.as(owner).call('getLampTextRevisions', { plantId })
    expect(revisions.find((one) => one.id === id)).toMatchObject({ undone_by: staff.name, lamps: 2 })
  })

  it('is refused after a day, and the revision disappears', async () => {
    const { id } = await save([row(1, { description: 'Door' })])
    const { time } = server.clock
    server.clock.time = new Date(time.getTime() + 24 * 3_600_000 - 1)
    expect((await server.as(staff).call('getLampTextRevisions', { plantId })).revisions).toHaveLength(1)
    server.clock.time = new Date(time.getTime() + 24 * 3_600_000)
    expect(await undoRefused(id)).toBe('REVISION_TOO_OLD')
    expect((await server.as(staff).call('getLampTextRevisions', { plantId })).revisions).toEqual([])
    server.clock.time = time
    expect(await undoRefused(id)).toBeNull()
  })

  it('is refused if one lamp changed since, which is listed', async () => {
    const { id } = await save([row(1, { description: 'A' }), row(2, { description: 'B' })])
    await save([row(2, { description: 'C' })])
    const rows = [{ row: 1, topic, addr: 2, now: { description: 'C', location: '', version: 2 } }]
    await expect(undoTexts(id)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE', details: { rows, count: 1 } })
    expect(await texts()).toMatchObject({ 1: ['A', ''], 2: ['C', ''] })
  })

  it('is refused where the unit has left the plant', async () => {
    const { id } = await save([row(1, { description: 'A' })])
    await server.inTransaction((work) => removeUnit(work, plantId, topic, { at: work.now, by: null }))
    expect(await undoRefused(id)).toBe('CHANGED_MEANWHILE')
  })
})

describe('rows of a file', () => {
  const preview = (rows: object[]) =>
    server.as(staff).call('previewLampImport', { plantId, rows: rows.map((one, at) => ({ line: at + 2, ...one })) })
  const cuId = () => topic.slice('logica_'.length)

  it('identify lamps by serial or by unit and number, with preview', async () => {
    await save([row(3, { description: 'Door' })])
    const found = await preview([
      { serial: ' a1b2c1 ', description: 'Ent\u00ADrance\u200B' },
      { unit: cuId().toLowerCase(), number: '0002', location: 'Hall' },
      { unit: topic, number: '3', description: 'Door' },
    ])
    expect(found.changed).toMatchObject([
      { line: 2, topic, addr: 1, before: { description: '', version: 0 }, after: { description: 'Entrance' } },
      { line: 3, topic, addr: 2, after: { description: '', location: 'Hall' } },
    ])
    expect([found.unchanged, found.faulty]).toEqual([[4], []])
  })

  it('without the leading zeros of a serial change no lamp', async () => {
    const unit = await nextUnit()
    await insertLamps(
      server,
      plantId,
      ['00123456', '123456', '0012AB34', '001234', '567890'].map((serial, at) => ({ addr: at + 1, serial })),
      unit,
    )
    const { faulty, changed } = await preview([
      { serial: '123456', description: 'a' },
      { serial: '00123456', description: 'b' },
      { serial: '1234', description: 'c' },
      { serial: '12AB34', description: 'd' },
      { serial: '567890', description: 'e' },
    ])
    expect(faulty.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'zeroLost'],
      [4, 'zeroLost'],
      [5, 'unknownSerial'],
    ])
    expect(changed.map(({ serial }) => serial)).toEqual(['00123456', '567890'])
  })

  it('with faults are listed by line and reason, without new lamps', async () => {
    const other = await nextUnit()
    await insertLamps(server, plantId, [{ addr: 1, serial: 'A1B2C1' }], other)
    const faults: [object, string][] = [
      [{ serial: 'FFFFFF', description: 'a' }, 'unknownSerial'],
      [{ serial: 'A1B2C1', description: 'a' }, 'severalLamps'],
      [{ unit: '0FFFFF', number: '1', description: 'a' }, 'unknownUnit'],
      [{ unit: topic, number: '99', description: 'a' }, 'unknownNumber'],
      [{ unit: topic, number: 'x', description: 'a' }, 'number'],
      [{ description: 'a' }, 'noLamp'],
      [{ serial: 'A1B2C2' }, 'noText'],
      [{ serial: 'A1B2C2', description: 'x'.repeat(81) }, 'descriptionTooLong'],
      [{ serial: 'A1B2C2', location: 'x'.repeat(121) }, 'locationTooLong'],
    ]
    const { faulty, changed } = await preview([
      ...faults.map(([one]) => one),
      { serial: 'A1B2C3', description: 'first' },
      { unit: topic, number: '3', description: 'again' },
      { serial: 'A1B2C1', unit: topic, description: 'the one of this unit' },
    ])
    expect(faulty.map(({ reason }) => reason)).toEqual([...faults.map(([, reason]) => reason), 'twice'])
    expect(faulty.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 12])
    expect(changed).toMatchObject([
      { line: 11, after: { description: 'first' } },
      { topic, addr: 1 },
    ])
    expect((await server.as(staff).call('getLamps', { plantId })).lamps).toHaveLength(4)
  })

  it('are imported all or none, and a dry run writes nothing', async () => {
    const rows = [{ line: 2, serial: 'A1B2C1', description: 'Entrance' }]
    const input = (extraRows: object[] = [], dryRun = false) => ({ plantId, rows: [...rows, ...extraRows], dryRun })
    const staffClient = server.as(staff)
    const dryOutcome = await staffClient.call('importLampDescription', { plantId, rows, dryRun: true })
    expect([dryOutcome.preview.changed.length, dryOutcome.revision]).toEqual([1, null])
    expect(await texts()).toMatchObject({ 1: ['', ''] })
    const faulty = { line: 3, serial: 'FFFFFF', description: 'Exit' }
    expect(await staffClient.refusal('importLampDescription', input([faulty]))).toBe('LAMP_TEXTS_FAULTY')
    expect(await staffClient.refusal('importLampDescription', input([faulty], true))).toBeNull()
    expect(await texts()).toMatchObject({ 1: ['', ''] })
    const { revision } = await staffClient.call('importLampDescription', { plantId, rows })
    expect([revision?.kind, revision?.lamps]).toEqual(['import', 1])
    expect(await texts()).toMatchObject({ 1: ['Entrance', ''] })
    await undoTexts(revision?.id ?? '')
    expect(await texts()).toMatchObject({ 1: ['', ''] })
  })

  it('are refused over texts written after the preview', async () => {
    const row = { line: 2, serial: 'A1B2C1', description: 'Entrance', version: 0 }
    await save([{ topic, addr: 1, description: 'Theirs' }])
    const rows = (version: number) => [{ ...row, version }]
    const client = server.as(staff)
    expect(await client.refusal('importLampDescription', { plantId, rows: rows(0) })).toBe('CHANGED_MEANWHILE')
    expect(await client.refusal('importLampDescription', { plantId, rows: rows(1) })).toBeNull()
    expect(await texts()).toMatchObject({ 1: ['Entrance', ''] })
  })
})
