import type { RecentEvent } from '@vigilux/contract/features/overview/recent-event.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { rowsRead } from '../../testing/rows-read.ts'
import { addMember } from '../members/index.ts'
import { listRecentEvents } from './recent-events.store.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let seq = 1

beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant?.server.stop())

const advanceClock = (minutes = 1) => {
  const { clock } = plant.server
  clock.time = new Date(clock.time.getTime() + minutes * 60_000)
  return clock.now().toISOString()
}
const record = (kind: string, body: unknown) =>
  plant.sendMessage('record', { boot: 1, seq: seq++, at: advanceClock(), kind, body })
const readRecent = async (client = plant.client) =>
  (await client.call('getRecentEvents', { plantId: plant.plantId })).events
const kindsOf = (events: readonly RecentEvent[]) => events.map(({ kind }) => kind)

describe('recent events of a plant', () => {
  it('show unit reports and actions, newest first, with their place', async () => {
    await record('mains', { on: 0 })
    await record('mains', { on: 1 })
    advanceClock()
    await plant.client.call('identifyLamp', { ...plant.unit, addr: 1, seconds: 12 })
    advanceClock(30)
    const { test } = await plant.client.call('ftest', { ...plant.unit, addr: [1] })
    await plant.obey()
    await record('test.start', { t: test.id, k: 'F', by: 0, a: [1] })
    await record('test.end', { t: test.id, o: 0 })
    const events = await readRecent()
    expect(kindsOf(events).slice(0, 5)).toEqual(['test', 'command', 'command', 'mains', 'mains'])
    expect(events[0]).toMatchObject({ kind: 'test', test: 'functional', state: 'finished', test_id: test.id })
    expect(events[2]).toMatchObject({ command: 'identify', by: plant.installer.name, cu: 'logica_0A1B2C', count: 1 })
    expect(events.slice(3, 5)).toMatchObject([{ failed: false }, { failed: true }])
    expect(kindsOf(events)).toContain('connection')
    const times = events.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('include changes only for audit readers', async () => {
    const { server, plantId } = plant
    advanceClock()
    const room = { level: 'building', parentId: null, name: 'West wing', kind: null, areaM2: null } as const
    await plant.client.call('saveRoom', { plantId, room })
    expect((await readRecent())[0]).toMatchObject({
      kind: 'change',
      action: 'saveRoom',
      by: plant.installer.name,
      thing: { kind: 'room', name: 'West wing' },
    })
    for (const role of ['installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'] as const) {
      const member = await server.create.user()
      await addMember(server.database.db, {
        plantId,
        role,
        userId: member.userId,
        invitedBy: null,
        since: new Date(),
      })
      const events = await readRecent(server.as(member))
      expect(kindsOf(events)).not.toContain('change')
      expect(JSON.stringify(events)).not.toContain('West wing')
      expect(kindsOf(events)).toContain('command')
    }
  })

  it('show a unit command once and no refused change', async () => {
    advanceClock(30)
    await plant.client.refusal('updatePlant', { plantId: plant.plantId, plant: {} as never, version: 1 })
    await plant.client.call('identifyLamp', { ...plant.unit, addr: 2, seconds: 12 })
    const [first, second] = await readRecent()
    expect([first?.kind, second?.kind === 'change' && second.action]).toEqual(['command', 'saveRoom'])
  })

  it('merge the same fault of several lamps', async () => {
    advanceClock(30)
    for (const [lamp, serial] of [
      [3, 'A1B2C3'],
      [1, 'A1B2C1'],
    ] as const)
      await record('lamp.fault', [lamp, serial, 3, 0])
    await record('lamp.fault', [1, 'A1B2C1', 3, 1])
    expect((await readRecent()).slice(0, 2)).toMatchObject([
      { kind: 'lampFault', error: 'lamp_failure', cleared: true, lamps: [1], total: 1 },
      { kind: 'lampFault', error: 'lamp_failure', cleared: false, lamps: [1, 3], total: 2 },
    ])
  })

  it('are limited to the plant', async () => {
    const { server, installer } = plant
    const other = await server.create.plant({ members: { installerAdministrator: installer.userId } })
    expect((await plant.client.call('getRecentEvents', { plantId: other })).events).toEqual([])
  })

  it('respect the history limit of a Basic plant', async () => {
    const { server, plantId } = plant
    const read = (since: Date | null) =>
      server.inTransaction(({ tx }) => listRecentEvents(tx, plantId, { since, withChanges: true }))
    const now = server.clock.now()
    expect((await read(null)).length).toBeGreaterThan(5)
    expect(await read(new Date(now.getTime() + 60_000))).toEqual([])
    const basic = await server.create.plant({ pro: false, members: { installerAdministrator: plant.installer.userId } })
    await givenRecords(basic, 3, new Date(now.getTime() - 40 * 86_400_000))
    expect((await plant.client.call('getRecentEvents', { plantId: basic })).events).toEqual([])
    await givenRecords(basic, 3, now, 100)
    expect((await plant.client.call('getRecentEvents', { plantId: basic })).events).toHaveLength(3)
  })
})

const givenRecords = (plantId: string, rows: number, at: Date, from = 0) =>
  plant.server.database.pool.query(
    `insert into unit_record (unit, boot, seq, kind, body, at, received_at, plant_id, event)
     select 'logica_0A1B2C', 9, $3::int + n, 'mains', '{}', $4::timestamptz - n * interval '1 second', now(), $1::uuid,
       case when n % 100 = 1 or $2 < 10 then '{"kind":"mainsFailed"}'::jsonb end
     from generate_series(1, $2::int) as n`,
    [plantId, rows, from, at],
  )

it('recent events cost the same for any history', async () => {
  const { server, plantId } = plant
  await givenRecords(plantId, 20_000, server.clock.now(), 1000)
  await server.database.pool.query('analyze unit_record')
  const read = await server.inTransaction(({ tx }) =>
    rowsRead(tx, 'unit_record', () => listRecentEvents(tx, plantId, { since: null, withChanges: true })),
  )
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(100)
})
