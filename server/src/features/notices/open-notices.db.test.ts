import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithNotices, type PlantWithNotices } from '../../testing/plant-with-notices.ts'
import { removeUnit } from '../central-units/index.ts'
import { addMember } from '../members/index.ts'

let plant: PlantWithNotices
let colleague: Awaited<ReturnType<typeof plant.server.create.user>>
beforeEach(async () => {
  plant = await openPlantWithNotices()
  const { server, plantId } = plant
  colleague = await server.create.user()
  const since = server.clock.now()
  await addMember(server.database.db, {
    plantId,
    userId: colleague.userId,
    role: 'clientStaff',
    invitedBy: null,
    since,
  })
})
afterEach(() => plant.server.stop())

const open = async (user = plant.installer) => (await plant.server.as(user).call('getOpenNotices', {})).notices
const failed = async (...addrs: number[]) => {
  await plant.report(...addrs.map((addr) => plant.lamp(addr, 8)))
  return plant.drainNotices()
}
const inHours = (hours: number) => new Date(plant.server.clock.now().getTime() + hours * 3_600_000).toISOString()

describe('open notices', () => {
  it('are those of lasting causes, link to them and end with them', async () => {
    const { plantId } = plant
    await failed(1, 2)
    const [notice, ...others] = await open()
    expect(others).toEqual([])
    expect(notice).toMatchObject({ kind: 'functionError', causes: 2, unit: '0A1B2C', snoozedUntil: null })
    expect(notice?.path).toBe(`/plantcentralunits/${plantId}?unit=logica_0A1B2C`)
    await plant.report(plant.lamp(1, 0))
    expect(await open()).toHaveLength(1)
    await plant.report(plant.lamp(2, 0))
    expect(await open()).toEqual([])
  })

  it('exclude notices about the end of a cause', async () => {
    await plant.reportUnit(0)
    await plant.reportUnit(0, true)
    await plant.drainNotices()
    expect(await open()).toMatchObject([{ kind: 'mainsFailure', path: `/remotepanel/${plant.plantId}` }])
    await plant.reportUnit(0)
    expect(await plant.drainNotices()).toHaveLength(2)
    expect(await open()).toEqual([])
  })

  it('end when their unit is removed', async () => {
    const { plantId, server } = plant
    await failed(1)
    expect(await open()).toHaveLength(1)
    await server.inTransaction((work) =>
      removeUnit(work, plantId, 'logica_0A1B2C', { at: server.clock.now(), by: null }),
    )
    expect(await open()).toEqual([])
  })

  it('end with the membership', async () => {
    await failed(1)
    expect(await open(colleague)).toHaveLength(1)
    await plant.client.call('rimuoviDelegato', { plantId: plant.plantId, userId: colleague.userId })
    expect(await open(colleague)).toEqual([])
    expect(await open()).toHaveLength(1)
  })
})

describe('acknowledging and snoozing', () => {
  it('affect only the own notice', async () => {
    const { plantId } = plant
    await failed(1)
    const [ownNotice] = await open()
    plant.server.broadcasts.length = 0
    await plant.client.call('acknowledgeNotice', { plantId, noticeId: ownNotice?.id ?? '' })
    await plant.client.call('acknowledgeNotice', { plantId, noticeId: ownNotice?.id ?? '' })
    expect(plant.server.broadcasts[0]).toMatchObject({ audience: { user: plant.installer.userId }, event: 'notices' })
    expect(await open()).toEqual([])
    expect(await open(colleague)).toHaveLength(1)
  })

  it('mark a snoozed notice until its time', async () => {
    const { plantId } = plant
    await failed(1)
    const [ownNotice] = await open(colleague)
    const noticeInput = { plantId, noticeId: ownNotice?.id ?? '' }
    const colleagueClient = plant.server.as(colleague)
    const backAt = inHours(4)
    await colleagueClient.call('snoozeNotice', { ...noticeInput, backAt })
    expect(await open(colleague)).toMatchObject([{ snoozedUntil: backAt }])
    expect(await open()).toMatchObject([{ snoozedUntil: null }])
    plant.advanceClock(4 * 3_600_000)
    expect(await open(colleague)).toMatchObject([{ snoozedUntil: null }])
    await colleagueClient.call('snoozeNotice', { ...noticeInput, backAt: inHours(1) })
    await colleagueClient.call('snoozeNotice', { ...noticeInput, backAt: null })
    expect(await open(colleague)).toMatchObject([{ snoozedUntil: null }])
    for (const hours of [0, -1, 91 * 24])
      expect(await colleagueClient.refusal('snoozeNotice', { ...noticeInput, backAt: inHours(hours) })).toBe(
        'SNOOZE_TIME',
      )
  })

  it('fail for the notice of another person', async () => {
    const { plantId } = plant
    await failed(1)
    const [colleagueNotice] = await open(colleague)
    for (const noticeId of [colleagueNotice?.id ?? '', randomUUID()]) {
      expect(await plant.client.refusal('acknowledgeNotice', { plantId, noticeId })).toBe('NOT_FOUND')
      expect(await plant.client.refusal('snoozeNotice', { plantId, noticeId, backAt: null })).toBe('NOT_FOUND')
    }
    expect(await open(colleague)).toHaveLength(1)
  })
})

describe('waiting notices', () => {
  const save = (change: object) =>
    plant.client.call('saveNotificationsOnProfile', { plantId: plant.plantId, ...change })
  const installerMails = (mails: Awaited<ReturnType<typeof plant.drainNotices>>) =>
    mails.filter(({ to }) => to === plant.installer.email)
  const at = async (time: string) => {
    plant.server.clock.time = new Date(time)
    await plant.processCauses()
    return installerMails(plant.mails())
  }

  it('of a day make one digest, or none', async () => {
    await save({ rhythm: 'daily' })
    expect(installerMails(await failed(1))).toEqual([])
    await plant.report(plant.lamp(1, 0))
    plant.advanceClock(3_600_000)
    expect(installerMails(await failed(2))).toEqual([])
    expect(await at('2026-03-03T05:59:59Z')).toEqual([])
    const [mail, ...others] = await at('2026-03-03T06:00:00Z')
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      kind: 'Daily summary',
      subject: expect.stringMatching(/^Daily summary: Fault \(2\) – ./),
      lines: [expect.stringContaining('lamp 0001'), expect.stringContaining('lamp 0002')],
    })
    expect(await at('2026-03-04T06:00:00Z')).toEqual([])
  })

  it('follow quiet hours, except a mains failure', async () => {
    await save({ quiet: { begins: '22:00', ends: '06:30' } })
    plant.server.clock.time = new Date('2026-03-02T21:30:00Z')
    await plant.reportUnit(0)
    expect(installerMails(await failed(1))).toEqual([])
    await plant.reportUnit(0, true)
    expect(installerMails(await plant.drainNotices())).toMatchObject([{ kind: 'On battery' }])
    expect(installerMails(await failed(2))).toEqual([])
    expect(await at('2026-03-03T05:29:59Z')).toEqual([])
    expect(await at('2026-03-03T05:30:00Z')).toMatchObject([
      { kind: 'What happened during your quiet hours', lines: [expect.anything(), expect.anything()] },
    ])
    expect(installerMails(await failed(3))).toHaveLength(1)
  })

  it('follow a changed rhythm and quiet hours', async () => {
    await save({ rhythm: 'weekly', quiet: { begins: '20:00', ends: '08:00' } })
    expect(await plant.client.call('getNoticeSettings', { plantId: plant.plantId })).toMatchObject({
      settings: { rhythm: 'weekly', quiet: { begins: '20:00', ends: '08:00' } },
    })
    expect(installerMails(await failed(1))).toEqual([])
    await save({ rhythm: 'each' })
    await plant.processCauses()
    expect(installerMails(plant.mails())).toHaveLength(1)
    await save({ quiet: null })
    expect(
      await plant.client.refusal('saveNotificationsOnProfile', {
        plantId: plant.plantId,
        quiet: { begins: '25:00', ends: '08:00' },
      }),
    ).toBe('INVALID_INPUT')
    expect(
      await plant.client.refusal('saveNotificationsOnProfile', {
        plantId: plant.plantId,
        quiet: { begins: '08:00', ends: '08:00' },
      }),
    ).toBe('INVALID_INPUT')
  })

  it('of removed members and disabled kinds are withdrawn', async () => {
    const { plantId } = plant
    await plant.server.as(colleague).call('saveNotificationsOnProfile', { plantId, rhythm: 'daily' })
    await save({ rhythm: 'daily' })
    await failed(1)
    await plant.client.call('rimuoviDelegato', { plantId, userId: colleague.userId })
    await save({ kinds: [{ kind: 'functionError', mail: false }] })
    plant.server.clock.time = new Date('2026-03-03T06:00:00Z')
    await plant.processCauses()
    expect(plant.mails()).toEqual([])
    const { deliveries } = await plant.client.call('getNoticeHistory', { plantId })
    expect(deliveries.map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn'])
  })
})
