import { randomUUID } from 'node:crypto'
import type { ActionInput } from '@vigilux/contract/actions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit, removeUnit } from '../central-units/index.ts'
import { aggregationTable } from './aggregations.schema.ts'
import { insertAggregation, moveAggregations } from './aggregations.store.ts'

let server: TestServer
let staff: User
let owner: User
let plantId: string
let topic: string
/** A new unit per plant: a serial can be enrolled only once. */
let units = 0
const nextUnit = () => server.create.unit(plantId, 'logica', (0xe0_00_00 + units++).toString(16).toUpperCase())
beforeAll(async () => {
  server = await createTestServer()
  staff = await server.create.user()
  owner = await server.create.user()
})
beforeEach(async () => {
  plantId = await server.create.plant({ members: { installerStaff: staff.userId, clientOwner: owner.userId } })
  topic = await nextUnit()
  server.broadcasts.length = 0
})
afterAll(() => server.stop())

type AggregationDraft = ActionInput<'saveCollection'>['collection']
const draft = (name: string, groups = [1], overrides: Partial<AggregationDraft> = {}) => ({
  name,
  topic,
  groups,
  ...overrides,
})
const save = async (...args: Parameters<typeof draft>) =>
  (await server.as(staff).call('saveCollection', { plantId, collection: draft(...args) })).collection
const saveRefused = (...args: Parameters<typeof draft>) =>
  server.as(staff).refusal('saveCollection', { plantId, collection: draft(...args) })
const update = (collectionId: string, version: number, collection: AggregationDraft) =>
  server.as(staff).refusal('updateCollection', { plantId, collectionId, version, collection })
const list = async () => (await server.as(owner).call('getCollections', { plantId })).collections
const idOf = async (unitTopic: string) => (await findUnit(server.database.db, plantId, { topic: unitTopic }))?.id ?? ''

describe('aggregations', () => {
  it('are named groups of one unit, visible to members and broadcast', async () => {
    const stairs = await save('Stairs', [16, 3, 3])
    const bar = await save('bar', [1])
    expect(await list()).toEqual([bar, stairs])
    expect(stairs).toMatchObject({ name: 'Stairs', cu: topic, groups: [3, 16], version: 1 })
    const data = { plant_id: plantId, collection: stairs }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plantId }, event: 'saveCollection', data })
    expect(await server.as(owner).refusal('saveCollection', { plantId, collection: draft('Mine') })).toBe('NOT_ALLOWED')
  })

  it('need a name and at least one group from 1 to 16', async () => {
    for (const wrongDraft of [draft('  '), draft('x'.repeat(61)), draft('a', []), draft('a', [0]), draft('a', [17])])
      expect(await server.as(staff).refusal('saveCollection', { plantId, collection: wrongDraft })).toBe(
        'INVALID_INPUT',
      )
    expect(await saveRefused('a', [1], { topic: 'logica_0FFFFF' })).toBe('UNIT_NOT_FOUND')
    expect(await list()).toEqual([])
  })

  it('have unique names in a plant, ignoring case', async () => {
    await save('Außen Ärzte')
    expect(await saveRefused('AUßEN ÄRZTE')).toBe('COLLECTION_NAME_TAKEN')
    const names = ['Hall', 'hall', 'HALL', 'hAll']
    const outcomes = await Promise.all(names.map((name) => saveRefused(name)))
    expect(outcomes.filter((code) => code === null)).toHaveLength(1)
    expect(outcomes.filter((code) => code === 'COLLECTION_NAME_TAKEN')).toHaveLength(3)
    const centralUnitId = await idOf(topic)
    // Bypasses the plant lock of writes: the index holds alone.
    const inserted = await Promise.all(
      ['Bar', 'BAR'].map((name) =>
        server.inTransaction(({ tx }) => insertAggregation(tx, plantId, { centralUnitId, name, groups: [1] })),
      ),
    )
    expect(inserted.filter((id) => id !== undefined)).toHaveLength(1)
    plantId = await server.create.plant({ members: { installerStaff: staff.userId, clientOwner: owner.userId } })
    topic = await nextUnit()
    expect(await saveRefused('Hall')).toBeNull()
  })

  it('are saved only over the opened version', async () => {
    const { id } = await save('Stairs', [3])
    const { id: bar } = await save('Bar')
    const other = await nextUnit()
    expect(await update(id, 1, draft('stairs', [2, 5], { topic: other }))).toBeNull()
    expect(await list()).toMatchObject([{ id: bar }, { id, name: 'stairs', cu: other, groups: [2, 5], version: 2 }])
    expect(await update(id, 1, draft('Late'))).toBe('CHANGED_MEANWHILE')
    expect(await update(id, 2, draft('BAR'))).toBe('COLLECTION_NAME_TAKEN')
    expect(await update(id, 2, draft('Stairs', [1], { topic: 'logica_0FFFFF' }))).toBe('UNIT_NOT_FOUND')
    expect(await update(randomUUID(), 1, draft('New'))).toBe('COLLECTION_NOT_FOUND')
    expect((await list())[1]).toMatchObject({ name: 'stairs', version: 2 })
  })

  it('are removed with a broadcast, and a second removal finds none', async () => {
    const { id } = await save('Stairs')
    const removal = { plantId, collectionId: id }
    expect(await server.as(staff).call('removeCollection', removal)).toEqual({})
    const data = { plant_id: plantId, collection_id: id }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plantId }, event: 'removeCollection', data })
    expect(await server.as(staff).refusal('removeCollection', removal)).toBe('COLLECTION_NOT_FOUND')
    expect(await list()).toEqual([])
  })

  it('are limited in number', async () => {
    const centralUnitId = await idOf(topic)
    const rows = Array.from({ length: 500 }, (_, n) => ({ plantId, centralUnitId, name: `A ${n}`, groups: [1] }))
    await server.database.db.insert(aggregationTable).values(rows)
    expect(await saveRefused('One more')).toBe('COLLECTION_LIMIT')
  })
})

describe('leaving unit', () => {
  it('removes its aggregations and frees their names', async () => {
    const { id } = await save('Stairs')
    await server.inTransaction((work) => removeUnit(work, plantId, topic, { at: work.now, by: null }))
    expect(await list()).toEqual([])
    topic = await nextUnit()
    expect(await update(id, 1, draft('Stairs'))).toBe('COLLECTION_NOT_FOUND')
    expect(await saveRefused('stairs')).toBeNull()
  })

  it('passes its aggregations to its replacement', async () => {
    const { id } = await save('Stairs', [3])
    const next = await nextUnit()
    await moveAggregations(server.database.db, await idOf(topic), await idOf(next))
    await server.inTransaction((work) => removeUnit(work, plantId, topic, { at: work.now, by: null }))
    expect(await list()).toMatchObject([{ id, name: 'Stairs', cu: next, groups: [3] }])
  })
})

it('aggregations of another plant are not found', async () => {
  const { id } = await save('Stairs')
  plantId = await server.create.plant({ members: { installerStaff: staff.userId } })
  topic = await nextUnit()
  expect(await server.as(staff).refusal('removeCollection', { plantId, collectionId: id })).toBe('COLLECTION_NOT_FOUND')
  expect(await update(id, 1, draft('Mine'))).toBe('COLLECTION_NOT_FOUND')
})
