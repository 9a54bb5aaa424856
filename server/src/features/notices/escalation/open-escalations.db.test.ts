import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithEscalation, type PlantWithEscalation } from '../../../testing/plant-with-escalation.ts'

let plant: PlantWithEscalation
beforeEach(async () => {
  plant = await openPlantWithEscalation()
  await plant.save()
})
afterEach(() => plant.server.stop())

const readEscalationsOf = async (user: typeof plant.ada) =>
  (await plant.server.as(user).call('getOpenEscalations', { plantId: plant.plantId })).escalations
const at = (time: string) => `2026-03-02T${time}.000Z`

describe('open escalations', () => {
  it('show start, notified people, next person and time to members', async () => {
    const dino = await plant.memberOf('Dino')
    expect(await readEscalationsOf(dino)).toEqual([])
    await plant.failLamp()
    const [first] = await readEscalationsOf(dino)
    expect(first).toMatchObject({
      kind: 'functionError',
      causes: 1,
      unit: '0A1B2C',
      addr: 1,
      since: at('09:00:00'),
      acknowledged: null,
      notified: [{ name: 'Ada', at: at('09:00:20') }],
      next: { userid: plant.bruno.userId, name: 'Bruno', at: at('09:10:20') },
    })
    await plant.waitForMails(10)
    await plant.waitForMails(10)
    expect(await readEscalationsOf(dino)).toMatchObject([
      { notified: [{ name: 'Ada' }, { name: 'Bruno' }, { name: 'Carla' }], next: null },
    ])
    const nonMember = plant.server.as(await plant.server.create.user())
    expect(await nonMember.refusal('getOpenEscalations', { plantId: plant.plantId })).toBe('PLANT_NOT_FOUND')
  })

  it('skip unreachable people, and show no next person when disabled', async () => {
    await plant.failLamp()
    await plant.client.call('rimuoviCollab', { plantId: plant.plantId, userId: plant.bruno.userId })
    expect(await readEscalationsOf(plant.ada)).toMatchObject([{ next: { name: 'Carla' } }])
    await plant.save({ on: false })
    expect(await readEscalationsOf(plant.ada)).toMatchObject([{ next: null }])
  })

  it('are acknowledged with the own notice, which stops them if listed', async () => {
    const dino = await plant.memberOf('Dino')
    await plant.failLamp()
    const acknowledge = async (user: typeof dino) => {
      const noticeId = (await readEscalationsOf(user))[0]?.ownNotice ?? ''
      await plant.server.as(user).call('acknowledgeNotice', { plantId: plant.plantId, noticeId })
    }
    await acknowledge(dino)
    expect(await readEscalationsOf(dino)).toMatchObject([
      { acknowledged: null, ownNotice: null, next: { name: 'Bruno' } },
    ])
    plant.server.broadcasts.length = 0
    await acknowledge(plant.carla)
    expect(plant.server.broadcasts).toContainEqual({
      audience: { plant: plant.plantId },
      event: 'notices',
      data: { plant_id: plant.plantId },
    })
    const acknowledged = { userid: plant.carla.userId, name: 'Carla', at: at('09:00:20') }
    expect(await readEscalationsOf(dino)).toMatchObject([{ acknowledged, next: null }])
    expect(await plant.waitForMails(10)).toEqual([])
    // An ended escalation stays in the list while its cause lasts.
    expect(await readEscalationsOf(dino)).toMatchObject([{ acknowledged, next: null }])
  })

  it('are those with a lasting cause, newest first', async () => {
    await plant.failLamp(1)
    await plant.failLamp(2)
    expect((await readEscalationsOf(plant.ada)).map(({ addr }) => addr)).toEqual([2, 1])
    await plant.report(plant.lamp(1, 0))
    expect((await readEscalationsOf(plant.ada)).map(({ addr }) => addr)).toEqual([2])
  })
})

describe('own escalation notices', () => {
  it('show progress only to notified people until it is acknowledged', async () => {
    const dino = await plant.memberOf('Dino')
    const escalationsOf = async (user: typeof dino) =>
      (await plant.readOpenNotices(user)).map(({ escalation }) => escalation)
    const since = at('09:00:00')
    await plant.failLamp()
    expect(await escalationsOf(plant.ada)).toEqual([{ since, notifiedCount: 1, nextAt: at('09:10:20') }])
    expect(await escalationsOf(plant.bruno)).toEqual([null])
    expect(await escalationsOf(dino)).toEqual([null])
    plant.server.broadcasts.length = 0
    await plant.waitForMails(10)
    expect(await escalationsOf(plant.ada)).toEqual([{ since, notifiedCount: 2, nextAt: at('09:20:20') }])
    expect(await escalationsOf(plant.bruno)).toEqual([{ since, notifiedCount: 2, nextAt: at('09:20:20') }])
    // An earlier receiver sees it on every page.
    expect(plant.server.broadcasts).toContainEqual(
      expect.objectContaining({ audience: { user: plant.ada.userId }, event: 'notices' }),
    )
    await plant.acknowledge(dino)
    expect(await escalationsOf(plant.ada)).toEqual([{ since, notifiedCount: 2, nextAt: at('09:20:20') }])
    plant.server.broadcasts.length = 0
    await plant.acknowledge(plant.bruno)
    expect(plant.server.broadcasts).toContainEqual(
      expect.objectContaining({ audience: { user: plant.ada.userId }, event: 'notices' }),
    )
    expect(await escalationsOf(plant.ada)).toEqual([null])
    expect(await escalationsOf(plant.bruno)).toEqual([])
  })

  it('come first, without a next person at the end', async () => {
    await plant.save({ people: [plant.ada.userId, plant.bruno.userId] })
    const readEscalations = async () =>
      (await plant.readOpenNotices(plant.ada)).map(({ addr, escalation }) => [addr, escalation])
    await plant.failLamp(1)
    await plant.save({ on: false, people: [plant.ada.userId, plant.bruno.userId] })
    expect(await readEscalations()).toMatchObject([[1, { notifiedCount: 1, nextAt: null }]])
    await plant.failLamp(2)
    expect(await readEscalations()).toMatchObject([
      [1, { notifiedCount: 1, nextAt: null }],
      [2, null],
    ])
    await plant.save({ people: [plant.ada.userId, plant.bruno.userId] })
    expect(await readEscalations()).toMatchObject([
      [1, { nextAt: expect.any(String) }],
      [2, null],
    ])
    await plant.client.call('rimuoviCollab', { plantId: plant.plantId, userId: plant.bruno.userId })
    expect(await readEscalations()).toMatchObject([
      [1, { notifiedCount: 1, nextAt: null }],
      [2, null],
    ])
  })
})
