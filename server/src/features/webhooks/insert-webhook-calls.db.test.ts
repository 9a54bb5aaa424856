import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { defaultThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import { maxUndeliveredCalls } from '@vigilux/contract/features/webhooks/webhook.ts'
import { maxCausesPerBody } from '@vigilux/contract/features/webhooks/webhook-body.ts'
import { eq, isNotNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCauses } from '../../kernel/notice-causes.store.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { openPlantWithWebhook, type PlantWithWebhook, readCall } from '../../testing/plant-with-webhook.ts'
import { webhookCallTable } from './webhooks.schema.ts'

let plant: PlantWithWebhook
beforeEach(async () => {
  plant = await openPlantWithWebhook()
})
afterEach(() => plant.stop())

const readCallBodies = () => plant.receiver.receivedPushes.map(({ body }) => JSON.parse(body.toString()))

describe('webhook call', () => {
  it('contains what, where and when without language or people', async () => {
    const { secret } = await plant.make()
    const { client, plantId } = plant
    const lampDescInfo = { topic: 'logica_0A1B2C', addr: 1, description: 'Stairs', location: '' }
    await client.call('saveLampDescription', { plantId, lampDescInfo, version: 0 })
    const at = plant.server.clock.now().toISOString()
    await plant.report(plant.lamp(1, 8), plant.lamp(2, 8))
    await plant.drainNotices()
    await plant.send()
    const [receivedCall] = plant.receiver.receivedPushes
    if (!receivedCall) throw new Error('nothing came')
    expect(receivedCall.path).toBe('/calls')
    expect(receivedCall.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Vigilux-Webhooks/1',
    })
    const unit = { id: 'logica_0A1B2C', serial: '0A1B2C', name: '0A1B2C' }
    const emptyFields = { endedAt: null, testId: null, count: null, about: null }
    expect(readCall(receivedCall, secret)).toEqual({
      version: 1,
      type: 'notice',
      id: receivedCall.headers['webhook-id'],
      kind: 'functionError',
      more: 0,
      priority: 'normal',
      timestamp: plant.server.clock.now().toISOString(),
      plant: { id: plantId, name: 'Scuola Demo' },
      url: `http://localhost/#/plantcentralunits/${plantId}?unit=logica_0A1B2C`,
      causes: [
        { ...emptyFields, what: 'fault', at, unit, lamp: { addr: 1, name: 'Stairs' }, faults: expect.any(Array) },
        { ...emptyFields, what: 'fault', at, unit, lamp: { addr: 2, name: '' }, faults: expect.any(Array) },
      ],
    })
    for (const person of [plant.installer.name, plant.installer.email, plant.installer.userId])
      expect(receivedCall.body.toString()).not.toContain(person)
  })

  it('is marked urgent according to the plant thresholds', async () => {
    const { client, plantId } = plant
    await plant.make()
    await client.call('saveNoticeThresholds', {
      plantId,
      ...defaultThresholds,
      urgent: ['functionError'],
      faultLamps: 2,
    })
    await plant.failLamp(1)
    await plant.report(plant.lamp(2, 8), plant.lamp(3, 8))
    await plant.drainNotices()
    await plant.send()
    expect(readCallBodies().map(({ priority }) => priority)).toEqual(['normal', 'urgent'])
  })

  it('lists a limited number of causes and counts the rest', async () => {
    await plant.make()
    const { database, clock } = plant.server
    const causes = Array.from({ length: maxCausesPerBody + 3 }, (_, n) => ({
      plantId: plant.plantId,
      kind: 'functionError' as const,
      what: 'fault' as const,
      once: `fault ${n}`,
      at: clock.now(),
      addr: n,
    }))
    await recordCauses(database.db, causes)
    await plant.drainNotices()
    await plant.send()
    expect(readCallBodies()).toMatchObject([{ more: 3, causes: { length: maxCausesPerBody } }])
  })

  it('is sent only to webhooks with the kind', async () => {
    const otherWebhooks = await Promise.all([plant.addReceiver(), plant.addReceiver(), plant.addReceiver()])
    const [sameWebhook, unwantedWebhook, webhookOff] = otherWebhooks
    await plant.make()
    await plant.make({ address: sameWebhook.url })
    await plant.make({ address: unwantedWebhook.url, kinds: noticeKinds.filter((kind) => kind !== 'functionError') })
    await plant.make({ address: webhookOff.url, on: false })
    await plant.failLamp()
    await plant.send()
    expect(plant.receiver.receivedPushes).toHaveLength(1)
    expect(otherWebhooks.map(({ receivedPushes: receivedCalls }) => receivedCalls.length)).toEqual([1, 0, 0])
  })

  it('is made once across nodes, independent of member settings', async () => {
    await plant.make()
    const { client, plantId } = plant
    await client.call('saveNotificationsOnProfile', { plantId, on: false, quiet: { begins: '00:00', ends: '23:59' } })
    await plant.report(plant.lamp(1, 8))
    plant.advanceClock(20_000)
    await Promise.all([plant.processCauses(), plant.processCauses(), plant.processCauses(), plant.processCauses()])
    expect(await plant.calls()).toHaveLength(1)
    expect(plant.server.broadcasts).toContainEqual({
      audience: { plant: plantId },
      event: 'webhookCalls',
      data: { plant_id: plantId },
    })
    await plant.drainNotices()
    await plant.send()
    expect(plant.receiver.receivedPushes).toHaveLength(1)
  })

  it('is made only by active plants with notices on', async () => {
    await plant.make()
    const { client, plantId } = plant
    await plant.server.create.plantNotices(plantId, false)
    await plant.failLamp(1)
    await plant.server.create.plantNotices(plantId, true)
    await client.call('archivePlant', { plantId })
    await plant.failLamp(2)
    await client.call('unarchivePlant', { plantId })
    await plant.server.create.removePlant(plantId)
    await plant.failLamp(3)
    expect(await plant.server.database.db.select().from(webhookCallTable)).toEqual([])
    await plant.server.database.db.update(plantTable).set({ removedAt: null }).where(eq(plantTable.id, plantId))
    await plant.failLamp(4)
    expect(await plant.calls()).toHaveLength(1)
  })

  it('replaces the oldest beyond the limit of undelivered calls', async () => {
    const { webhook } = await plant.make()
    const { db } = plant.server.database
    const at = plant.server.clock.now()
    const rows = Array.from({ length: maxUndeliveredCalls }, (_, n) => ({
      id: crypto.randomUUID(),
      webhookId: webhook.id,
      kind: 'functionError' as const,
      causes: 1,
      body: '{}',
      at: new Date(at.getTime() - n * 1000),
      state: n % 2 ? ('dead' as const) : ('waiting' as const),
      stateAt: at,
      dueAt: new Date(at.getTime() + 3_600_000),
    }))
    await db.insert(webhookCallTable).values(rows)
    await plant.failLamp()
    const discarded = await db.select().from(webhookCallTable).where(eq(webhookCallTable.state, 'discarded'))
    expect(discarded).toMatchObject([{ id: rows.at(-1)?.id, failure: 'tooMany', body: null }])
    const storedCalls = await db.select().from(webhookCallTable).where(isNotNull(webhookCallTable.body))
    expect(storedCalls).toHaveLength(maxUndeliveredCalls)
  })
})
