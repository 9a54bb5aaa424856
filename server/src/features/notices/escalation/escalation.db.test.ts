import { randomUUID } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { profileTable } from '../../../tables/accounts.schema.ts'
import { openPlantWithEscalation, type PlantWithEscalation } from '../../../testing/plant-with-escalation.ts'
import { escalationRunTable } from '../escalations.schema.ts'

let plant: PlantWithEscalation
beforeEach(async () => {
  plant = await openPlantWithEscalation()
})
afterEach(() => plant.server.stop())

const receiversOf = (mails: { to: string }[]) => mails.map(({ to }) => to)
const readOpenRuns = () =>
  plant.server.database.db.select().from(escalationRunTable).where(isNull(escalationRunTable.endedAt))

describe('escalation', () => {
  it('notifies the first person at once and the others one by one', async () => {
    await plant.save()
    const [first] = await plant.failLamp()
    expect(first).toMatchObject({ to: 'Ada', values: { kind: 'Escalation: Fault', before: '' } })
    expect(first?.values.head).toBe('Escalation, 1 of 3. Open since 2 March 2026 at 10:00.')
    expect(first?.values.next).toContain('the next person is notified (2 March 2026 at 10:10)')
    expect(first?.values).not.toHaveProperty('unsubscribeUrl')
    expect(await plant.waitForMails(9.99)).toEqual([])
    const [second] = await plant.waitForMails(0.01)
    expect(second).toMatchObject({
      to: 'Bruno',
      values: { before: expect.stringContaining('Ada (2 March 2026 at 10:00') },
    })
    expect(await plant.waitForMails(9.99)).toEqual([])
    const [third] = await plant.waitForMails(0.01)
    expect(third).toMatchObject({ to: 'Carla', values: { next: 'You are the last person to be notified.' } })
    expect(third?.values.before).toMatch(/Ada \(.+\), Bruno \(/)
    expect(third?.values.openUrl).toMatch(/#\/attention\?tab=notices$/)
    expect(await readOpenRuns()).toHaveLength(1)
    expect(await plant.waitForMails(10)).toEqual([])
    expect(await readOpenRuns()).toEqual([])
  })

  it('appears in the history with its steps, and the first notice is sent once', async () => {
    await plant.save()
    await plant.failLamp()
    await plant.waitForMails(10)
    const { deliveries } = await plant.client.call('getNoticeHistory', { plantId: plant.plantId })
    const escalationsOf = (user: typeof plant.ada) =>
      deliveries.filter(({ person }) => person.userid === user.userId).map(({ escalation }) => escalation)
    expect(escalationsOf(plant.ada)).toEqual([{ step: 1, of: 3 }])
    expect(escalationsOf(plant.bruno)).toEqual([{ step: 2, of: 3 }, null])
    expect(escalationsOf(plant.carla)).toEqual([null])
    expect(deliveries[0]).toMatchObject({ at: '2026-03-02T09:10:20.000Z', person: { name: 'Bruno' } })
    expect(await plant.readOpenNotices(plant.bruno)).toHaveLength(1)
  })

  it('covers causes gathered together, and later ones have their own', async () => {
    await plant.save()
    await plant.report(plant.lamp(2, 8))
    expect(receiversOf(await plant.failLamp(1))).toEqual(['Ada'])
    expect(receiversOf(await plant.failLamp(3))).toEqual(['Ada'])
    expect(await readOpenRuns()).toHaveLength(2)
    expect(receiversOf(await plant.waitForMails(10))).toEqual(['Bruno', 'Bruno'])
  })

  it('does not start for other kinds or causes that do not last', async () => {
    await plant.save({ kinds: ['mainsFailure'] })
    expect(await plant.failLamp()).toEqual([])
    await plant.reportUnit(0)
    await plant.reportUnit(0, true)
    expect(receiversOf(await plant.waitForMails(1))).toEqual(['Ada'])
    await plant.acknowledge(plant.ada)
    await plant.reportUnit(0)
    expect(await plant.waitForMails(11)).toEqual([])
    expect(await readOpenRuns()).toEqual([])
  })

  it('is limited to a hundred per plant', async () => {
    await plant.save()
    const escalationDefaults = {
      plantId: plant.plantId,
      kind: 'functionError' as const,
      causeIds: [],
      since: plant.server.clock.now(),
    }
    const nextAt = new Date('2027-01-01')
    const manyEscalations = Array.from({ length: 100 }, () => ({
      ...escalationDefaults,
      causeId: randomUUID(),
      nextAt,
    }))
    await plant.server.database.db.insert(escalationRunTable).values(manyEscalations)
    expect(await plant.failLamp()).toEqual([])
    expect(await readOpenRuns()).toHaveLength(100)
  })
})

describe('stopping an escalation', () => {
  beforeEach(() => plant.save())

  it('works for any listed person', async () => {
    await plant.failLamp()
    await plant.acknowledge(plant.carla)
    expect(await plant.waitForMails(10)).toEqual([])
    expect(await readOpenRuns()).toEqual([])
    expect(await plant.readOpenNotices(plant.ada)).toHaveLength(1)
  })

  it('is not possible for other members', async () => {
    const dino = await plant.memberOf('Dino')
    await plant.failLamp()
    await plant.acknowledge(plant.installer)
    await plant.acknowledge(dino)
    expect(receiversOf(await plant.waitForMails(10))).toEqual(['Bruno'])
  })

  it('is not possible by snoozing, and the next person gets it', async () => {
    await plant.failLamp()
    const backAt = new Date(plant.server.clock.now().getTime() + 3_600_000).toISOString()
    for (const user of [plant.ada, plant.bruno]) {
      const noticeId = (await plant.readOpenNotices(user))[0]?.id ?? ''
      await plant.server.as(user).call('snoozeNotice', { plantId: plant.plantId, noticeId, backAt })
    }
    expect(receiversOf(await plant.waitForMails(10))).toEqual(['Bruno'])
    expect(await plant.readOpenNotices(plant.bruno)).toMatchObject([{ snoozedUntil: null }])
    expect(await plant.readOpenNotices(plant.ada)).toMatchObject([{ snoozedUntil: backAt }])
  })

  it('happens when all causes have ended', async () => {
    await plant.report(plant.lamp(2, 8))
    await plant.failLamp()
    await plant.report(plant.lamp(1, 0))
    expect(receiversOf(await plant.waitForMails(10))).toEqual(['Bruno'])
    await plant.report(plant.lamp(2, 0))
    expect(await plant.waitForMails(10)).toEqual([])
    expect(await readOpenRuns()).toEqual([])
  })

  it.each(['the plant tells nobody', 'escalation is off', 'the kind does not escalate any more'])(
    'happens when %s',
    async (memberState) => {
      await plant.failLamp()
      if (memberState === 'escalation is off') await plant.save({ on: false })
      else if (memberState === 'the plant tells nobody') await plant.server.create.plantNotices(plant.plantId, false)
      else await plant.save({ kinds: [] })
      expect(await plant.waitForMails(10)).toEqual([])
      expect(await readOpenRuns()).toEqual([])
    },
  )

  it('happens when the plant is archived', async () => {
    await plant.failLamp()
    await plant.client.call('archivePlant', { plantId: plant.plantId })
    expect(await plant.waitForMails(10)).toEqual([])
    expect(await readOpenRuns()).toEqual([])
  })
})

describe('unreachable person', () => {
  const remove = (user: typeof plant.ada) =>
    plant.client.call('rimuoviCollab', { plantId: plant.plantId, userId: user.userId })

  it.each(['removed', 'suspended', 'past the end date'])('is skipped at once if %s', async (memberState) => {
    await plant.save({ afterMinutes: 1_440 })
    const [first] = await plant.failLamp()
    expect(first?.values.head).toContain('1 of 3')
    const { plantId, server } = plant
    const { userId } = plant.bruno
    if (memberState === 'removed') await remove(plant.bruno)
    else if (memberState === 'past the end date')
      await plant.client.call('setMembershipEnd', { plantId, userId, endsOn: '2026-03-02' })
    else
      await server.database.db
        .update(profileTable)
        .set({ validation: 'suspended' })
        .where(eq(profileTable.userId, userId))
    const [mail] = await plant.waitForMails(1_440)
    expect(mail).toMatchObject({ to: 'Carla', values: { head: expect.stringContaining('2 of 2') } })
    expect(receiversOf(await plant.waitForMails(1_440))).toEqual([])
  })

  it('is listed as having left until the list is saved again', async () => {
    await plant.save()
    await remove(plant.ada)
    const { escalation } = await plant.client.call('getEscalation', { plantId: plant.plantId })
    expect(escalation.people.map(({ name, isMember }) => [name, isMember])).toEqual([
      ['Ada', false],
      ['Bruno', true],
      ['Carla', true],
    ])
    expect(receiversOf(await plant.failLamp())).toEqual(['Bruno'])
  })

  it('is skipped if removed before the mail is sent', async () => {
    await plant.save()
    await plant.report(plant.lamp(1, 8))
    plant.advanceClock(20_000)
    const { ports } = plant.server
    const { send } = ports.mail
    ports.mail.send = async () => {
      throw new Error('killed')
    }
    await plant.processCauses()
    ports.mail.send = send
    await remove(plant.ada)
    expect(await plant.waitForMails(0)).toEqual([])
    expect(receiversOf(await plant.waitForMails(0))).toEqual(['Bruno'])
    expect(receiversOf(await plant.waitForMails(9))).toEqual([])
    expect(receiversOf(await plant.waitForMails(1))).toEqual(['Carla'])
  })

  it('ends the escalation if no other remains', async () => {
    await plant.save()
    for (const user of [plant.ada, plant.bruno, plant.carla]) await remove(user)
    expect(await plant.failLamp()).toEqual([])
    expect(await readOpenRuns()).toEqual([])
  })
})

describe('listed person', () => {
  const saveSettings = (change: object) =>
    plant.server.as(plant.ada).call('saveNotificationsOnProfile', { plantId: plant.plantId, ...change })

  it.each([
    ['the kind', { kinds: [{ kind: 'functionError', mail: false, push: false }] }],
    ['everything', { on: false }],
  ])('gets a mail even with %s off', async (_, change) => {
    await plant.save()
    await saveSettings(change)
    expect(receiversOf(await plant.failLamp())).toEqual(['Ada'])
    expect(await plant.readOpenNotices(plant.ada)).toHaveLength(1)
  })

  it('gets a mail in quiet hours and no second one in the digest', async () => {
    await plant.save()
    await saveSettings({ rhythm: 'daily', quiet: { begins: '00:00', ends: '23:59' } })
    expect(receiversOf(await plant.failLamp())).toEqual(['Ada'])
    await saveSettings({ rhythm: 'weekly' })
    plant.advanceClock(8 * 86_400_000)
    await plant.processCauses()
    expect(plant.server.mails.filter(({ to }) => to === plant.ada.email)).toEqual([])
  })
})

describe('changed escalation list', () => {
  it('applies at once without notifying a person twice', async () => {
    const dino = await plant.memberOf('Dino')
    await plant.save()
    await plant.failLamp()
    const people = [dino, plant.carla, plant.ada].map(({ userId }) => userId)
    await plant.save({ people, afterMinutes: 5 })
    expect(await plant.waitForMails(4.9)).toEqual([])
    const [second] = await plant.waitForMails(0.1)
    expect(second).toMatchObject({ to: dino.email, values: { head: expect.stringContaining('2 of 3') } })
    expect(receiversOf(await plant.waitForMails(5))).toEqual(['Carla'])
    expect(await plant.waitForMails(5)).toEqual([])
  })

  it('still lets a former person stop it', async () => {
    await plant.save()
    await plant.failLamp()
    await plant.save({ people: [plant.bruno.userId] })
    await plant.acknowledge(plant.ada)
    expect(await plant.waitForMails(10)).toEqual([])
  })
})

describe('several nodes', () => {
  it('notify the first and the next person once', async () => {
    await plant.save()
    const processTwice = async () => {
      await Promise.all([plant.processCauses(), plant.processCauses(), plant.processCauses(), plant.processCauses()])
      return receiversOf(plant.drainEscalated())
    }
    await plant.report(plant.lamp(1, 8))
    plant.advanceClock(20_000)
    expect(await processTwice()).toEqual(['Ada'])
    plant.advanceClock(600_000)
    expect(await processTwice()).toEqual(['Bruno'])
  })
})
