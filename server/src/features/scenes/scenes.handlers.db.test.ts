import { randomUUID } from 'node:crypto'
import { maxScenesPerPlant, type SceneActivation, type SceneDraft } from '@vigilux/contract/features/scenes/scene.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { insertLamps, lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit } from '../central-units/index.ts'
import { sceneTable } from './scenes.schema.ts'
import { insertScene, moveInputs } from './scenes.store.ts'

let server: TestServer
let staff: User
let owner: User
let plantId: string
let topic: string
let hallId: string
let stairs: string
let units = 0
const nextUnit = () => server.create.unit(plantId, 'logica', (0xf1_00_00 + units++).toString(16).toUpperCase())
const collection = async (name: string, groups: number[]) =>
  (await server.as(staff).call('saveCollection', { plantId, collection: { name, topic, groups } })).collection.id
beforeAll(async () => {
  server = await createTestServer()
  staff = await server.create.user()
  owner = await server.create.user()
})
const nextPlant = async () => {
  plantId = await server.create.plant({ members: { installerStaff: staff.userId, clientOwner: owner.userId } })
  topic = await nextUnit()
  hallId = await collection('Hall', [3])
  stairs = await collection('Stairs', [5])
}
beforeEach(async () => {
  server.clock.time = new Date('2026-11-20T14:24:00Z')
  await nextPlant()
  await moveTo(45.67, 12.24)
  server.broadcasts.length = 0
})
afterAll(() => server.stop())

const moveTo = (lat: number | null, long: number | null, timezone = 'Europe/Rome') =>
  server.database.db.update(plantTable).set({ lat, long, timezone, country: 'IT' }).where(eq(plantTable.id, plantId))

const allWeekdays = [1, 2, 3, 4, 5, 6, 7]
const calendar = (changes: object = {}) =>
  ({
    mode: 'calendar',
    weekdays: allWeekdays,
    time: { kind: 'exact', at: '05:30' },
    period: null,
    skipHolidays: false,
    ...changes,
  }) as Extract<SceneActivation, { mode: 'calendar' }>
const draft = (name = 'Night', changes: Partial<SceneDraft> = {}): SceneDraft => ({
  name,
  ramp: false,
  enabled: true,
  activation: { mode: 'manual' },
  collections: [{ id: hallId, level: 20 }],
  ...changes,
})
const save = async (name?: string, changes?: Partial<SceneDraft>) =>
  (await server.as(staff).call('saveScene', { plantId, scene: draft(name, changes) })).scene
const saveRefused = (name?: string, changes?: object) =>
  server.as(staff).refusal('saveScene', { plantId, scene: draft(name, changes) })
const update = (sceneId: string, version: number, scene = draft()) =>
  server.as(staff).refusal('updateScene', { plantId, sceneId, version, scene })
const list = async () => (await server.as(owner).call('getScenes', { plantId })).scenes
const preview = (
  activation: SceneActivation,
  overrides: Partial<SceneDraft> & { from?: string; sceneId?: string } = {},
) => {
  const { from = null, sceneId = null, ...changes } = overrides
  const scene = draft('', { activation, ...changes })
  return server.as(owner).call('previewSceneRuns', { plantId, scene, from, sceneId })
}
const previewRuns = async (activation: SceneActivation) =>
  (await preview(activation)).runs.map(({ day, time, none }) => `${day} ${time ?? none}`)

describe('scenes', () => {
  it('set levels of aggregations, are visible to members and broadcast', async () => {
    const levels = [
      { id: stairs, level: null },
      { id: hallId, level: 100 },
    ]
    const night = await save(' Night ', { collections: levels, ramp: true, activation: calendar() })
    const bar = await save('bar')
    expect(night).toMatchObject({ name: 'Night', ramp: true, enabled: true, version: 1, activation: calendar() })
    expect(night.collections).toEqual(levels.toReversed())
    expect(await list()).toEqual([bar, night])
    const data = { plant_id: plantId, scene: night }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plantId }, event: 'saveScene', data })
    expect(await server.as(owner).refusal('saveScene', { plantId, scene: draft('Mine') })).toBe('NOT_ALLOWED')
  })

  it('need a name, an aggregation, levels from 0 to 100 and a weekday', async () => {
    for (const [name, wrongFields] of [
      ['', {}],
      ['  ', {}],
      ['x'.repeat(61), {}],
      ['a', { collections: [] }],
      ['a', { collections: [{ id: hallId, level: -1 }] }],
      ['a', { collections: [{ id: hallId, level: 101 }] }],
      ['a', { collections: [{ id: hallId, level: 0.5 }] }],
      ['a', { collections: [{ id: hallId, level: '50' }] }],
      [
        'a',
        {
          collections: [
            { id: hallId, level: 1 },
            { id: hallId, level: 2 },
          ],
        },
      ],
      ['a', { activation: calendar({ weekdays: [] }) }],
      ['a', { activation: calendar({ weekdays: [8] }) }],
      ['a', { activation: calendar({ time: { kind: 'exact', at: '24:00' } }) }],
      ['a', { activation: calendar({ time: { kind: 'sunset', offset: 181 } }) }],
      ['a', { activation: calendar({ period: { from: '2026-12-02', to: '2026-12-01', yearly: false } }) }],
      ['a', { activation: calendar({ period: { from: '2026-12-02', to: '2027-12-02', yearly: true } }) }],
      ['a', { activation: { mode: 'input', topic, input: 9 } }],
      ['a', { activation: { mode: 'input', input: 1 } }],
    ] as const)
      expect(await saveRefused(name, wrongFields), JSON.stringify(wrongFields)).toBe('INVALID_INPUT')
    expect(await list()).toEqual([])
    for (const level of [0, 100, null])
      expect(await saveRefused(`L ${level}`, { collections: [{ id: hallId, level }] })).toBeNull()
    for (const weekdays of [[7], allWeekdays])
      expect(await saveRefused(`W ${weekdays.length}`, { activation: calendar({ weekdays }) })).toBeNull()
  })

  it('have unique names in a plant, ignoring case', async () => {
    await save('Außen Ärzte')
    expect(await saveRefused('AUßEN ÄRZTE')).toBe('SCENE_NAME_TAKEN')
    const outcomes = await Promise.all(['Hall', 'hall', 'HALL'].map((name) => saveRefused(name)))
    expect(outcomes.toSorted()).toEqual(['SCENE_NAME_TAKEN', 'SCENE_NAME_TAKEN', null])
    const fields = { draft: draft('Bar'), inputUnitId: null, savedAt: server.clock.now() }
    const due = { dueAt: null, dueIsRun: false, dueFor: null }
    // Bypasses the plant lock of writes: the index holds alone.
    const inserted = await Promise.all(
      ['Bar', 'BAR'].map((name) =>
        server.inTransaction(({ tx }) => insertScene(tx, plantId, { ...fields, due, draft: draft(name) })),
      ),
    )
    expect(inserted.filter((id) => id !== undefined)).toHaveLength(1)
  })

  it('are saved over the opened version', async () => {
    const { id } = await save('Night')
    await save('Bar')
    expect(await update(id, 1, draft('night', { collections: [{ id: stairs, level: 5 }] }))).toBeNull()
    expect((await list())[1]).toMatchObject({ id, name: 'night', collections: [{ id: stairs, level: 5 }], version: 2 })
    expect(await update(id, 1)).toBe('CHANGED_MEANWHILE')
    expect(await update(id, 2, draft('BAR'))).toBe('SCENE_NAME_TAKEN')
    expect(await update(id, 2, draft('a', { collections: [{ id: randomUUID(), level: 5 }] }))).toBe(
      'COLLECTION_NOT_FOUND',
    )
    expect(await update(id, 2, draft('a', { activation: { mode: 'input', topic: 'logica_0FFFFF', input: 1 } }))).toBe(
      'UNIT_NOT_FOUND',
    )
    expect(await update(randomUUID(), 1)).toBe('SCENE_NOT_FOUND')
    await moveTo(null, null)
    const activation = calendar({ time: { kind: 'dawn', offset: 0 } })
    expect(await update(id, 2, draft('a', { activation }))).toBe('PLANT_WITHOUT_POSITION')
  })

  it('are removed with a broadcast, and a second removal finds none', async () => {
    const { id } = await save()
    expect(await server.as(staff).call('removeScene', { plantId, sceneId: id })).toEqual({})
    const data = { plant_id: plantId, scene_id: id }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plantId }, event: 'removeScene', data })
    expect(await server.as(staff).refusal('removeScene', { plantId, sceneId: id })).toBe('SCENE_NOT_FOUND')
  })

  it('are limited in number', async () => {
    const rows = Array.from({ length: maxScenesPerPlant }, (_, n) => ({
      plantId,
      name: `S ${n}`,
      enabled: true,
      ramp: false,
      savedAt: server.clock.now(),
      mode: 'manual' as const,
    }))
    await server.database.db.insert(sceneTable).values(rows)
    expect(await saveRefused('One more')).toBe('SCENE_LIMIT')
  })

  it('count as uses of their aggregations and belong to their zones', async () => {
    const { id } = await save('Night', { collections: [{ id: hallId, level: 1 }] })
    const zone = { zoneName: 'Ground floor', collections: [hallId, stairs] }
    expect((await server.as(staff).call('saveZone', { plantId, zone })).zone.scenes).toEqual([id])
    const removal = { plantId, collectionId: hallId }
    expect(await server.as(staff).refusal('removeCollection', removal)).toBe('COLLECTION_IN_USE')
    await server.as(staff).call('removeCollection', { ...removal, confirmed: true })
    expect(await list()).toMatchObject([{ id, collections: [] }])
    expect((await server.as(owner).call('getZones', { plantId })).zones[0]?.scenes).toEqual([])
    expect(await saveRefused('On what is gone')).toBe('COLLECTION_NOT_FOUND')
  })

  it('follow a unit input, and that of a replacement unit', async () => {
    const activation = { mode: 'input', topic, input: 2 } as const
    expect(await saveRefused('Door', { activation: { ...activation, topic: 'logica_0FFFFF' } })).toBe('UNIT_NOT_FOUND')
    await save('Door', { activation })
    const next = await nextUnit()
    const idOf = async (unitTopic: string) =>
      (await findUnit(server.database.db, plantId, { topic: unitTopic }))?.id ?? ''
    await moveInputs(server.database.db, await idOf(topic), await idOf(next))
    expect((await list())[0]?.activation).toEqual({ ...activation, topic: next })
  })

  describe('with missing parts', () => {
    const reportInputs = (inputs: number[], unitTopic = topic) =>
      lampDetailFixture(server, unitTopic, { inputs: inputs.map((number) => ({ number, on: false })) })
    const listStops = async () => (await list()).map(({ name, enabled, stopped }) => [name, enabled, stopped])
    const remove = (id: string) =>
      server.as(staff).call('removeCollection', { plantId, collectionId: id, confirmed: true })
    const byInput = (input: number) => ({ activation: { mode: 'input', topic, input } as const })

    it('are refused for an unknown input, with the existing ones listed', async () => {
      await reportInputs([1, 4])
      const wrongInput = { plantId, scene: draft('Door', byInput(3)) }
      await expect(server.as(staff).call('saveScene', wrongInput)).rejects.toMatchObject({
        code: 'SCENE_INPUT_NOT_FOUND',
        details: { inputs: '1, 4' },
      })
      const { id, version } = await save('Door', byInput(4))
      expect(await update(id, version, draft('Door', byInput(2)))).toBe('SCENE_INPUT_NOT_FOUND')
      const gateway = await server.create.unit(plantId, 'gateway', '0AAA02')
      await reportInputs([1], gateway)
      const refusal = await saveRefused('Door', { activation: { mode: 'input', topic: gateway, input: 1 } })
      expect(refusal).toBe('UNIT_WITHOUT_INPUTS')
      await reportInputs([])
      expect(await update(id, version, draft('Door', byInput(4)))).toBe('UNIT_WITHOUT_INPUTS')
      expect(await listStops()).toEqual([['Door', false, 'inputGone']])
      await reportInputs([1, 2, 3, 4])
      expect(await listStops()).toEqual([['Door', true, null]])
    })

    it('are disabled and show the missing part', async () => {
      await save('Both', {
        activation: calendar(),
        collections: [
          { id: hallId, level: 5 },
          { id: stairs, level: null },
        ],
      })
      await save('Door', byInput(1))
      await save('Off', { enabled: false, activation: calendar() })
      await save('Sun', { activation: calendar({ time: { kind: 'dawn', offset: 0 } }) })
      await insertLamps(server, plantId, [{ addr: 1, serial: 'A1B2C1', groups: [3] }], topic)
      expect((await listStops()).map(([, , stopped]) => stopped)).toEqual([null, null, null, null])
      await moveTo(null, null)
      expect((await listStops())[3]).toEqual(['Sun', false, 'noPosition'])
      await moveTo(45.67, 12.24)
      await server.database.db.update(lampTable).set({ groups: [7] })
      expect(await listStops()).toEqual([
        ['Both', false, 'noLamp'],
        ['Door', false, 'noLamp'],
        ['Off', false, null],
        ['Sun', false, 'noLamp'],
      ])
      await remove(hallId)
      expect(await listStops()).toEqual([
        ['Both', false, 'noLevel'],
        ['Door', false, 'noCollection'],
        ['Off', false, null],
        ['Sun', false, 'noCollection'],
      ])
      const { next } = await server
        .as(owner)
        .call('previewSceneRuns', { plantId, scene: null, from: null, sceneId: null })
      expect(next.every(({ run }) => run === null)).toBe(true)
      await server.database.db
        .update(centralUnitTable)
        .set({ removedAt: new Date() })
        .where(eq(centralUnitTable.unit, topic))
      expect((await list())[1]).toMatchObject({ stopped: 'unitGone', activation: { mode: 'input', topic } })
    })
  })

  it('of another plant are not found', async () => {
    const { id } = await save()
    await nextPlant()
    expect(await server.as(staff).refusal('removeScene', { plantId, sceneId: id })).toBe('SCENE_NOT_FOUND')
    expect(await update(id, 1)).toBe('SCENE_NOT_FOUND')
    expect((await server.as(owner).call('getSceneRuns', { plantId })).runs).toEqual([])
  })
})

describe('scene preview', () => {
  it('shows ten runs in plant time with local sunrise and sunset', async () => {
    const sunset = calendar({ time: { kind: 'sunset', offset: 15 } })
    const runs = await previewRuns(sunset)
    expect(runs).toHaveLength(10)
    expect(runs.slice(0, 2)).toEqual(['2026-11-20 16:51', '2026-11-21 16:50'])
    expect((await previewRuns(calendar({ time: { kind: 'dawn', offset: 0 }, weekdays: [6, 7] })))[0]).toBe(
      '2026-11-21 07:19',
    )
  })

  it('at sunrise and sunset matches the sun times of the week', async () => {
    for (const kind of ['dawn', 'sunset'] as const) {
      const { week } = await preview(calendar({ time: { kind, offset: 0 } }), { from: '2026-11-20' })
      const sunTimes = week.map(({ sun }) => (kind === 'dawn' ? sun?.dawnTime : sun?.sunsetTime))
      expect(week.map(({ runs }) => runs[0]?.time)).toEqual(sunTimes)
    }
  })

  it('needs the position of the plant for the sun', async () => {
    await moveTo(null, null)
    const activation = calendar({ time: { kind: 'dawn', offset: 0 } })
    expect(await saveRefused('Day', { activation })).toBe('PLANT_WITHOUT_POSITION')
    const { hasPosition, runs, week } = await preview(activation)
    expect({ hasPosition, at: runs.filter(({ at }) => at), suns: week.map(({ sun }) => sun) }).toEqual({
      hasPosition: false,
      at: [],
      suns: Array(7).fill(null),
    })
  })

  it('skips days without a sunset and shows the reason', async () => {
    server.clock.time = new Date('2026-07-24T10:00:00Z')
    await moveTo(69.5, 19, 'Europe/Oslo')
    const runs = await previewRuns(calendar({ time: { kind: 'sunset', offset: 0 } }))
    expect(runs[0]).toBe('2026-07-24 sun_does_not_set')
    expect(runs.filter((run) => run.includes(':'))).toHaveLength(10)
    await moveTo(90, 0, 'UTC')
    const { week } = await preview(calendar({ time: { kind: 'dawn', offset: 0 } }))
    expect(week[0]).toMatchObject({ sun: { stays: 'up' }, runs: [{ at: null, none: 'sun_does_not_set' }] })
  })

  it('covers the period inclusively, and each year if yearly', async () => {
    const period = { from: '2026-12-30', to: '2027-01-02', yearly: false }
    const days = ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'].map((day) => `${day} 05:30`)
    expect(await previewRuns(calendar({ period }))).toEqual(days)
    const yearlyPreview = await previewRuns(calendar({ period: { ...period, yearly: true } }))
    expect([yearlyPreview.slice(0, 4), yearlyPreview[4]]).toEqual([days, '2027-12-30 05:30'])
    expect((await previewRuns(calendar({ period, skipHolidays: true }))).at(2)).toBe('2027-01-01 holiday')
    expect((await preview(calendar({ period: { from: '2026-01-01', to: '2026-11-19', yearly: false } }))).over).toBe(
      true,
    )
    expect((await preview(calendar({ period: { from: '2026-01-01', to: '2026-11-20', yearly: false } }))).over).toBe(
      false,
    )
  })

  it('shows one run on a day with a clock change', async () => {
    const activation = calendar({ time: { kind: 'exact', at: '02:30' } })
    const at = async (from: string) => (await preview(activation, { from })).week[0]
    expect(await at('2027-03-28')).toMatchObject({
      hours: 23,
      runs: [{ time: '03:30', at: '2027-03-28T01:30:00.000Z' }],
    })
    expect(await at('2027-10-31')).toMatchObject({
      hours: 25,
      runs: [{ time: '02:30', at: '2027-10-31T00:30:00.000Z' }],
    })
  })

  it('shows clashes with other scenes before saving', async () => {
    const { id } = await save('Cleaning', {
      activation: calendar({ weekdays: [3] }),
      collections: [{ id: hallId, level: 60 }],
    })
    const clash = {
      day: '2026-11-25',
      time: '05:30',
      at: '2026-11-25T04:30:00.000Z',
      scenes: [
        { scene_id: id, name: 'Cleaning' },
        { scene_id: null, name: '' },
      ],
      collections: [{ id: hallId, level: 20 }],
    }
    expect((await preview(calendar())).clashes[0]).toEqual(clash)
    expect((await preview(calendar(), { sceneId: id })).clashes).toEqual([])
    expect((await preview(calendar(), { collections: [{ id: stairs, level: 20 }] })).clashes).toEqual([])
    expect((await preview(calendar(), { collections: [{ id: hallId, level: null }] })).clashes).toEqual([])
    expect((await preview(calendar({ time: { kind: 'exact', at: '05:31' } }))).clashes).toEqual([])
    expect((await preview(calendar(), { enabled: false })).clashes).toEqual([])
  })

  it('begins with the last run of each scene before the week', async () => {
    const activation = calendar({ weekdays: [3, 5] })
    const before = async (from: string) => (await preview(activation, { from })).before.map(({ day }) => day)
    expect(await before('2026-11-25')).toEqual(['2026-11-20'])
    expect(await before('2026-11-26')).toEqual(['2026-11-25'])
    expect((await preview(calendar(), { enabled: false })).before).toEqual([])
  })

  it('works at both ends of the valid years', async () => {
    const { week } = await preview(calendar(), { from: '2999-12-29' })
    expect(week.map(({ day }) => day).slice(2, 4)).toEqual(['2999-12-31', '3000-01-01'])
    const { before } = await preview(calendar(), { from: '1900-01-01' })
    expect(before).toMatchObject([{ day: '1899-12-31' }])
  })

  it('covers all scenes together with the next run of each', async () => {
    const night = await save('Night', { activation: calendar() })
    const disabledScene = await save('Off', { activation: calendar(), enabled: false })
    const answer = await server.as(owner).call('previewSceneRuns', { plantId, scene: null })
    expect(answer.runs).toHaveLength(10)
    expect(answer.week.flatMap(({ runs }) => runs)).toHaveLength(7)
    expect(answer.next).toMatchObject([
      { scene_id: night.id, run: { day: '2026-11-21', time: '05:30' }, over: false },
      { scene_id: disabledScene.id, run: null },
    ])
  })
})
