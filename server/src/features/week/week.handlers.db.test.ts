import { randomUUID } from 'node:crypto'
import { type PlantRole, plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { failedTestTable, lampChangeTable, lampTable } from '../../tables/lamps.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { insertLamps, lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addEntries } from '../logbook/index.ts'
import { addMember } from '../members/index.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const members = new Map<PlantRole, User>()
const topic = 'logica_0A1B2C'
/** Monday morning in Rome; the fault limit of 30 days ends today for faults of 31 January. */
const monday = new Date('2026-03-02T09:00:00Z')
const dueToday = new Date('2026-01-31T09:00:00Z')

const weekFor = (role: PlantRole, input: { plantId?: string } = { plantId: plant.plantId }) =>
  plant.server.as(members.get(role) ?? plant.installer).call('getWeek', input)
const kindsFor = async (role: PlantRole) => (await weekFor(role)).totals.map(({ kind }) => kind)

beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { server, plantId } = plant
  const since = server.clock.now()
  for (const role of plantRoles) {
    const isInstaller = role === 'installerAdministrator'
    const user = isInstaller ? plant.installer : await server.create.user()
    members.set(role, user)
    if (!isInstaller)
      await addMember(server.database.db, { plantId, userId: user.userId, role, invitedBy: null, since })
  }
  const { db } = server.database
  const [unit] = await db
    .update(centralUnitTable)
    .set({ addedAt: new Date('2025-01-01T12:00:00Z'), errors: ['charger'] })
    .returning()
  if (!unit) throw new Error('the plant has no unit')
  const faulty = { errors: ['battery_short' as const], condition: 'error' as const }
  await insertLamps(server, plantId, [
    { addr: 5, serial: 'B5', productCode: 'ST-24', faultsSince: dueToday, ...faulty },
    { addr: 6, serial: 'B6', productCode: 'ST-24', faultsSince: new Date('2026-01-20T23:30:00Z'), ...faulty },
    { addr: 7, serial: 'B7', found: ['functional_test_failed'], errors: ['functional_test_failed'] },
    // Its fault is not one of emergency lighting.
    { addr: 8, serial: 'B8', productCode: 'ST-24', faultsSince: dueToday, ...faulty, type: 'lighting' },
  ])
  const failure = { at: dueToday, since: dueToday, testId: randomUUID(), ofFormerLamp: false }
  await db
    .insert(failedTestTable)
    .values({ centralUnitId: unit.id, addr: 7, kind: 'functional', serial: 'B7', ...failure })
  await server.inTransaction(async (work) =>
    addEntries(work, [{ plantId, kind: 'unitFault', unit: topic, at: dueToday, facts: { error: 'charger' } }] as never),
  )
  await lampDetailFixture(server, topic, {
    functional: { next: '2026-03-08T22:30:00.000Z', period: '4w', deferred: false },
    autonomy: { next: '2026-03-08T23:30:00.000Z', period: '12m', deferred: false },
  })
  const invited = { plantId, email: 'waiting@demo.vigilux.test' }
  await plant.client.call('invitaDelegato', invited)
})
afterAll(() => plant.server.stop())
beforeEach(() => {
  plant.server.clock.time = monday
})

describe('the week of a plant', () => {
  it.each<[PlantRole, string[]]>([
    ['installerAdministrator', ['repair', 'test', 'battery', 'invitation']],
    ['installerStaff', ['repair', 'test', 'battery']],
    ['installerReadOnly', ['repair', 'test', 'battery']],
    // Only the sender may send the invitation again.
    ['clientOwner', ['repair', 'test']],
    ['clientStaff', ['test']],
  ])('shows the duties of %s', async (role, kinds) => {
    expect(await kindsFor(role)).toEqual(kinds)
  })

  it('has the faults of rule R11, with its days', async () => {
    const { rules } = await plant.client.call('getCompliance', { plantId: plant.plantId })
    const r11 = rules.find(({ rule }) => rule === 'R11')
    const { duties, totals } = await weekFor('installerStaff')
    const repairs = duties.filter(({ kind }) => kind === 'repair')
    expect(repairs).toMatchObject([
      { day: '2026-02-20', overdue: true, count: 1, allowed: true },
      { day: '2026-03-02', overdue: false, count: 3 },
    ])
    expect(totals[0]).toMatchObject({ kind: 'repair', count: 4, overdue: 1, plants: 1, plantId: plant.plantId })
    expect(r11).toMatchObject({ state: 'notMet', since: '2026-02-21', count: 4 })
  })

  it('has the tests of the next six days, and the first one after them', async () => {
    const { duties, next } = await weekFor('clientStaff')
    expect(duties).toMatchObject([
      { kind: 'test', day: '2026-03-08', allowed: true, test: { kind: 'functional', at: '2026-03-08T22:30:00.000Z' } },
    ])
    expect(next).toMatchObject({ day: '2026-03-09', test: { kind: 'autonomy' } })
  })

  it('has the signature of rule R14 until it is given, even if lamps appeared later than their unit', async () => {
    const { server, plantId, client } = plant
    const { centralUnitId, addr, serial } = lampTable
    const lamps = await server.database.db.select({ centralUnitId, addr, serial }).from(lampTable)
    const appeared = { at: new Date('2026-03-03T09:00:00Z'), errors: [], condition: 'ok' as const }
    await server.database.db.insert(lampChangeTable).values(lamps.map((lamp) => ({ ...lamp, ...appeared })))
    server.clock.time = new Date('2026-03-10T09:00:00Z')
    expect((await weekFor('clientOwner')).duties).toContainEqual(
      expect.objectContaining({ kind: 'signature', month: '2026-02', day: '2026-03-14', overdue: false }),
    )
    const { rules } = await client.call('getCompliance', { plantId })
    expect(rules.find(({ rule }) => rule === 'R14')).toMatchObject({ due: '2026-03-14' })
    const { no } = (await client.call('getLogbookState', { plantId })).head ?? { no: 0 }
    const signed = { plantId, kind: 'signature', at: server.clock.now(), facts: { month: '2026-02', upTo: no } }
    await server.inTransaction(async (work) => addEntries(work, [signed] as never))
    expect(await kindsFor('clientOwner')).not.toContain('signature')
    const doneFor = async (role: PlantRole) =>
      (await server.as(members.get(role) ?? plant.installer).call('getWeekDone', {})).done
    const signature = { kind: 'signature', day: '2026-03-10', count: 1, test: null, month: '2026-02' }
    expect(await doneFor('clientOwner')).toMatchObject([signature])
    expect(await doneFor('clientStaff')).toEqual([])
    server.clock.time = new Date('2026-03-17T09:00:01Z')
    expect(await doneFor('clientOwner')).toEqual([])
  })

  it('has as many batteries as the outlook needs now', async () => {
    const { needed } = await plant.client.call('getBatteryOutlook', { plantId: plant.plantId })
    const pieces = needed.reduce((sum, one) => sum + one.pieces, 0)
    expect(pieces).toBe(2)
    expect((await weekFor('installerStaff')).totals).toContainEqual(
      expect.objectContaining({ kind: 'battery', count: pieces, day: null }),
    )
  })

  it('does not exist for others, and has no duties in an archived plant', async () => {
    const { server, plantId } = plant
    const nothing = { duties: [], totals: [], next: null, plants: 0 }
    const nonMember = await server.create.user()
    expect(await server.as(nonMember).refusal('getWeek', { plantId })).toBe('PLANT_NOT_FOUND')
    expect(await server.as(nonMember).call('getWeek', {})).toEqual(nothing)
    const setArchived = (archivedAt: Date | null) =>
      server.database.db.update(plantTable).set({ archivedAt }).where(eq(plantTable.id, plantId))
    await setArchived(monday)
    expect([await weekFor('installerStaff'), await weekFor('installerStaff', {})]).toEqual([nothing, nothing])
    await setArchived(null)
  })
})

describe('the outlook of a plant', () => {
  it('has the verdict, the present state and the first test of its own pages', async () => {
    const { client, plantId } = plant
    const { verdict, untested, now, rules } = await client.call('getCompliance', { plantId })
    const { test } = await client.call('getFirstTest', { plantId })
    const days = rules.flatMap(({ state, since }) => (state === 'notMet' && since ? [since] : [])).toSorted()
    const [dueRule] = rules
      .filter(({ state, due }) => state === 'met' && due !== undefined)
      .toSorted((a, b) => (a.due ?? '').localeCompare(b.due ?? ''))
    const { outlooks } = await client.call('getPlantOutlooks', { plantIds: [plantId] })
    expect(outlooks).toMatchObject([
      {
        plant_id: plantId,
        verdict,
        untested,
        now,
        notMetSince: days[0],
        due: dueRule?.due ?? null,
        dueRemedy: dueRule?.remedy ?? null,
        test: { kind: test?.kind, at: test?.at },
      },
    ])
    expect(days[0]).toMatch(/^2025-/)
  })

  it('is absent for those who may not see the plant, and for an archived plant', async () => {
    const { server, plantId } = plant
    const listed = async (user: User) =>
      (await server.as(user).call('getPlantOutlooks', { plantIds: [randomUUID(), plantId] })).outlooks.length
    const reader = members.get('clientStaff') ?? plant.installer
    expect([await listed(await server.create.user()), await listed(reader)]).toEqual([0, 1])
    const setArchived = (archivedAt: Date | null) =>
      server.database.db.update(plantTable).set({ archivedAt }).where(eq(plantTable.id, plantId))
    await setArchived(monday)
    expect(await listed(reader)).toBe(0)
    await setArchived(null)
  })
})

it('each plant changes the day at its own midnight', async () => {
  const { server, installer } = plant
  const other = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  await server.database.db.update(plantTable).set({ timezone: 'America/New_York' }).where(eq(plantTable.id, other))
  await server.create.unit(other, 'logica', '0A1B2D')
  const faulty = { errors: ['charger' as const], condition: 'error' as const, faultsSince: dueToday }
  await insertLamps(server, other, [{ addr: 1, serial: 'C1', ...faulty }], 'logica_0A1B2D')
  const overdueCounts = async (at: string) => {
    server.clock.time = new Date(at)
    const { duties, totals } = await weekFor('installerAdministrator', {})
    expect(totals.find(({ kind }) => kind === 'repair')).toMatchObject({ count: 5, plants: 2 })
    const repairs = duties.filter(({ kind, overdue }) => kind === 'repair' && overdue)
    const overdueIn = (plantId: string) => repairs.find((one) => one.plant?.id === plantId)?.count ?? 0
    return [overdueIn(plant.plantId), overdueIn(other)]
  }
  expect(await overdueCounts('2026-03-02T22:59:59Z')).toEqual([1, 0])
  expect(await overdueCounts('2026-03-02T23:00:00Z')).toEqual([4, 0])
  expect(await overdueCounts('2026-03-03T04:59:59Z')).toEqual([4, 0])
  expect(await overdueCounts('2026-03-03T05:00:00Z')).toEqual([4, 1])
})

it('the national office sees the accounts that wait, and the duties of a plant that it opens', async () => {
  const { server, plantId } = plant
  const office = await server.create.user({ usertype: 'admin', scope: 'nto' })
  await server.create.user({ suspended: true })
  const pending = (await server.as(office).call('getOfficeFigures', {})).users?.pending
  expect(pending).toBeGreaterThan(0)
  expect(await server.as(office).call('getWeek', {})).toMatchObject({
    duties: [{ kind: 'account', plant: null, count: pending }],
    totals: [{ kind: 'account', count: pending }],
  })
  const opened = await server.as(office).call('getWeek', { plantId })
  expect(opened.totals.map(({ kind }) => kind)).toEqual(['repair', 'test', 'battery', 'invitation'])
})

it('a lamp whose fault ends leaves the week', async () => {
  const { db } = plant.server.database
  const repaired = { errors: [], found: [], faultsSince: null }
  await db.update(lampTable).set(repaired).where(eq(lampTable.serial, 'B6'))
  const { totals } = await weekFor('installerStaff')
  expect(totals).toContainEqual(expect.objectContaining({ kind: 'repair', count: 3, overdue: 0 }))
  expect(totals).toContainEqual(expect.objectContaining({ kind: 'battery', count: 1 }))
})
