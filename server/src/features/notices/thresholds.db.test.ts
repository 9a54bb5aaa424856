import { defaultThresholds, thresholdBounds } from '@vigilux/contract/features/notices/thresholds.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unitLinkTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { openPlantWithNotices, type PlantWithNotices } from '../../testing/plant-with-notices.ts'
import { grantPro } from '../plants/index.ts'
import { noticeDeliveryTable } from './notices.schema.ts'

let plant: PlantWithNotices
beforeEach(async () => {
  plant = await openPlantWithNotices()
})
afterEach(() => plant.server.stop())

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
let version = 0
beforeEach(() => {
  version = 0
})
const set = async (change: Partial<typeof defaultThresholds>) => {
  const { plantId } = plant
  const { thresholds } = await plant.client.call('saveNoticeThresholds', {
    plantId,
    ...defaultThresholds,
    ...change,
    version,
  })
  version = thresholds.version
  return thresholds
}
/** The notices after this time, by kind. */
const after = async (ms: number) => {
  plant.advanceClock(ms)
  await plant.processCauses()
  return (await plant.drainNotices()).map(({ kind }) => kind)
}
const roles = ['installerAdministrator', 'installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'] as const

describe('plant thresholds', () => {
  it('are set by installer administrators, visible, broadcast and audited', async () => {
    const { server } = plant
    const users = await Promise.all(roles.map(() => server.create.user()))
    const members = Object.fromEntries(roles.map((role, at) => [role, users[at]?.userId ?? '']))
    const plantId = await server.create.plant({ members })
    const clientOf = (role: PlantRole) => server.as(users[roles.indexOf(role)] ?? plant.installer)
    const input = { plantId, ...defaultThresholds, silentAfterH: 12, urgent: ['testErrors' as const] }
    for (const role of roles.slice(1)) {
      expect(await clientOf(role).refusal('saveNoticeThresholds', input)).toBe('NOT_ALLOWED')
      expect((await clientOf(role).call('getNoticeThresholds', { plantId })).thresholds).toEqual(defaultThresholds)
    }
    server.broadcasts.length = 0
    await clientOf('installerAdministrator').call('saveNoticeThresholds', input)
    expect(server.broadcasts).toContainEqual({
      audience: { plant: plantId },
      event: 'noticeSettings',
      data: { plant_id: plantId },
    })
    expect((await clientOf('clientStaff').call('getNoticeThresholds', { plantId })).thresholds).toEqual({
      ...defaultThresholds,
      silentAfterH: 12,
      urgent: ['testErrors'],
      version: 1,
    })
    const nonMember = server.as(await server.create.user())
    expect(await nonMember.refusal('getNoticeThresholds', { plantId })).toBe('PLANT_NOT_FOUND')
    expect(await nonMember.refusal('saveNoticeThresholds', { ...input, version: 1 })).toBe('PLANT_NOT_FOUND')
    const { entries } = await clientOf('installerAdministrator').call('getAudit', { plantId })
    const saveEntries = entries.filter(({ action, result }) => action === 'saveNoticeThresholds' && result === 'ok')
    expect(saveEntries.map(({ changes }) => changes)).toEqual([
      expect.arrayContaining([
        { field: 'silentAfterH', before: 24, after: 12 },
        { field: 'urgent', before: null, after: 'testErrors' },
      ]),
    ])
    expect(saveEntries[0]?.changes).toHaveLength(2)
  })

  it('are saved once over the version seen', async () => {
    const { plantId, client } = plant
    for (const version of [0, 1]) {
      const saveOutcomes = Array.from({ length: 4 }, (_, at) =>
        client.refusal('saveNoticeThresholds', { plantId, ...defaultThresholds, faultLamps: at + 2, version }),
      )
      expect((await Promise.all(saveOutcomes)).toSorted()).toEqual([...Array(3).fill('CHANGED_MEANWHILE'), null])
    }
  })

  it('have limits', async () => {
    const { plantId, client } = plant
    for (const [name, { min, max }] of Object.entries(thresholdBounds)) {
      for (const wrongValue of [min - 1, max + 1, min + 0.5])
        expect(
          await client.refusal('saveNoticeThresholds', { plantId, ...defaultThresholds, [name]: wrongValue }),
        ).toBe('INVALID_INPUT')
      for (const allowedValue of [min, max]) await set({ [name]: allowedValue })
    }
    for (const wrongFields of [{ proDays: 14 }, { urgent: ['mainsFailure'] }, { urgent: ['noOwner', 'noOwner'] }])
      expect(
        await client.refusal('saveNoticeThresholds', {
          plantId,
          ...defaultThresholds,
          ...(wrongFields as object),
          version,
        }),
      ).toBe('INVALID_INPUT')
    for (const proDays of [60, 30, 7, 1] as const) await set({ proDays })
  })
})

describe('silent unit threshold', () => {
  const stopUnits = async () => {
    const { db } = plant.server.database
    const seenAt = plant.server.clock.now()
    await db
      .update(unitLinkTable)
      .set({ online: false, lastSeen: seenAt })
      .where(eq(unitLinkTable.unit, plant.unit.topic))
  }
  it('makes one notice after the configured hours', async () => {
    await set({ silentAfterH: 12 })
    await stopUnits()
    expect(await after(12 * hourMs - minuteMs)).toEqual([])
    expect(await after(minuteMs)).toEqual(['No communication'])
    expect(await after(13 * hourMs)).toEqual([])
  })

  it('makes a notice at once when lowered and none again when raised', async () => {
    await stopUnits()
    expect(await after(18 * hourMs)).toEqual([])
    await set({ silentAfterH: 12 })
    expect(await after(0)).toEqual(['No communication'])
    await set({ silentAfterH: 24 })
    await set({ silentAfterH: 20 })
    expect(await after(40 * hourMs)).toEqual([])
  })

  it('makes a later notice when raised', async () => {
    await stopUnits()
    await set({ silentAfterH: 48 })
    expect(await after(47 * hourMs)).toEqual([])
    expect(await after(hourMs)).toEqual(['No communication'])
  })
})

it('the end of Pro is announced from the configured day on', async () => {
  const { server, plantId } = plant
  await set({ proDays: 7 })
  await grantPro(server.database.db, plantId, new Date(server.clock.now().getTime() + 61 * dayMs))
  const notifiedDays: number[] = []
  for (const days of [60, 30, 7, 1]) {
    const [row] = await server.database.db
      .select({ end: plantTable.proExpiry })
      .from(plantTable)
      .where(eq(plantTable.id, plantId))
    plant.advanceClock((row?.end?.getTime() ?? 0) - days * dayMs - server.clock.now().getTime())
    await plant.processCauses()
    if ((await plant.drainNotices()).some(({ kind }) => kind === 'Pro is about to end')) notifiedDays.push(days)
  }
  expect(notifiedDays).toEqual([7, 1])
})

describe('overdue test', () => {
  it('is found although a unit reports an impossible year', async () => {
    await set({ overdueAfterDays: 7 })
    for (const next of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
      const detail = { functional: { next, period: null, deferred: false } }
      const body = { v: ['2.4', '5.12', '1.3', null], c: ['LGC-128-EU', 'VLX4128'], tz: 60, cfg: 4, net: [2, 4, 4] }
      await plant.sendMessage('shadow', {
        boot: 3,
        seq: next.length,
        at: plant.server.clock.now().toISOString(),
        body,
        detail,
      })
      expect((await after(dayMs)).filter((kind) => kind === 'Test overdue')).toEqual([])
      await set({ overdueAfterDays: 1 })
      await set({ overdueAfterDays: 7 })
    }
  })

  const planned = async (at: Date) =>
    lampDetailFixture(plant.server, plant.unit.topic, { functional: { next: at.toISOString() } } as object)

  it('is announced after the configured days, or at once when lowered', async () => {
    await planned(plant.server.clock.now())
    expect(await after(2 * dayMs)).toEqual([])
    await set({ overdueAfterDays: 1 })
    expect(await after(0)).toEqual(['Test overdue'])
    await set({ overdueAfterDays: 3 })
    expect(await after(2 * dayMs)).toEqual([])
    await planned(plant.server.clock.now())
    await set({ overdueAfterDays: 7 })
    expect(await after(6 * dayMs)).toEqual([])
    expect(await after(dayMs + 10 * minuteMs)).toEqual(['Test overdue'])
  })
})

describe('urgent notice', () => {
  const subscribeUrgent = async () =>
    plant.client.call('saveNotificationsOnProfile', {
      plantId: plant.plantId,
      rhythm: 'weekly',
      quiet: { begins: '08:00', ends: '20:00' },
    })
  const rows = () =>
    plant.server.database.db
      .select({ urgent: noticeDeliveryTable.urgent, gathered: noticeDeliveryTable.gathered })
      .from(noticeDeliveryTable)
      .where(eq(noticeDeliveryTable.channel, 'mail'))

  it('is sent at once in quiet hours and marked in the history', async () => {
    await subscribeUrgent()
    await plant.report(plant.lamp(1, 8))
    expect(await after(0)).toEqual([])
    await set({ urgent: ['functionError'] })
    await plant.report(plant.lamp(2, 8))
    expect(await after(0)).toEqual(['Fault'])
    expect(await rows()).toEqual(
      expect.arrayContaining([
        { urgent: false, gathered: true },
        { urgent: true, gathered: false },
      ]),
    )
    const { deliveries } = await plant.client.call('getNoticeHistory', { plantId: plant.plantId })
    expect(deliveries.map(({ urgent }) => urgent)).toEqual([true, false])
  })

  it('starts from the configured number of lamps', async () => {
    await subscribeUrgent()
    await set({ urgent: ['functionError'], faultLamps: 3 })
    await plant.report(plant.lamp(1, 8), plant.lamp(2, 8))
    expect(await after(0)).toEqual([])
    await plant.report(plant.lamp(1, 0), plant.lamp(2, 0), plant.lamp(3, 0))
    await plant.report(plant.lamp(1, 8), plant.lamp(2, 8), plant.lamp(3, 8))
    expect(await after(0)).toEqual(['Fault'])
  })

  it('includes any fault of a whole unit', async () => {
    await subscribeUrgent()
    await set({ urgent: ['functionError'], faultLamps: 1_000 })
    await plant.reportUnit(0)
    await plant.reportUnit(3)
    expect(await after(0)).toEqual(['Fault'])
  })

  it('remains urgent after a change of quiet hours', async () => {
    await set({ urgent: ['functionError'] })
    await plant.report(plant.lamp(1, 8))
    const { db } = plant.server.database
    await after(0)
    await db.update(noticeDeliveryTable).set({ state: 'waiting' })
    await subscribeUrgent()
    await plant.processCauses()
    expect(await plant.mails()).toHaveLength(1)
  })

  it('is not sent to members with the kind off', async () => {
    await plant.client.call('saveNotificationsOnProfile', {
      plantId: plant.plantId,
      kinds: [{ kind: 'functionError', mail: false }],
    })
    await set({ urgent: ['functionError'] })
    await plant.report(plant.lamp(1, 8))
    expect(await after(0)).toEqual([])
  })
})
