import { webhookRetryDelaysS } from '@vigilux/contract/features/webhooks/webhook.ts'
import { eq, ne } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { guardedOutbound, publicLookup } from '../../adapters/outbound/guarded-outbound.ts'
import { openPlantWithWebhook, type PlantWithWebhook, readCall } from '../../testing/plant-with-webhook.ts'
import { createWebhookCipher } from './signing.ts'
import { deleteOldWebhookCalls } from './webhook-calls.store.ts'
import { webhookCallTable, webhookTable } from './webhooks.schema.ts'

let plant: PlantWithWebhook
beforeEach(async () => {
  plant = await openPlantWithWebhook()
})
afterEach(() => plant.stop())

const { floor } = Math
const send = () => plant.send()
const fail = (addr = 1) => plant.failLamp(addr)
const ids = () => plant.receiver.receivedPushes.map(({ headers }) => headers['webhook-id'])
const bodies = () => plant.server.database.db.select({ body: webhookCallTable.body }).from(webhookCallTable)
const tryAll = async () => {
  for (const gapS of webhookRetryDelaysS) {
    await send()
    plant.advanceClock(gapS * 1000)
  }
  await send()
}

describe('webhook call', () => {
  it('is delivered with the webhook signature, and its content is deleted', async () => {
    const { secret } = await plant.make()
    await fail()
    expect(await plant.calls()).toMatchObject([{ state: 'waiting', tries: 0, triesAtMost: 8, unit: '0A1B2C', addr: 1 }])
    await send()
    await send()
    const [receivedCall, ...otherCalls] = plant.receiver.receivedPushes
    if (!receivedCall) throw new Error('nothing came')
    expect(otherCalls).toEqual([])
    expect(readCall(receivedCall, secret)).toMatchObject({ type: 'notice' })
    expect(receivedCall.headers['webhook-timestamp']).toBe(String(floor(plant.server.clock.now().getTime() / 1000)))
    expect(readCall({ ...receivedCall, body: Buffer.from(`${receivedCall.body} `) }, secret)).toBeNull()
    expect(
      readCall({ ...receivedCall, headers: { ...receivedCall.headers, 'webhook-timestamp': '1' } }, secret),
    ).toBeNull()
    expect(readCall(receivedCall, `whsec_${'A'.repeat(43)}=`)).toBeNull()
    expect(await plant.calls()).toMatchObject([{ state: 'taken', tries: 1, answer: '201', failure: null }])
    expect(await bodies()).toEqual([{ body: null }])
  })

  it('is retried after growing delays with the same id and body', async () => {
    const { secret } = await plant.make()
    await fail()
    plant.receiver.setBehaviour('busy')
    await send()
    const { calls } = await plant.client.call('getWebhookCalls', { plantId: plant.plantId })
    const at = plant.server.clock.now().getTime()
    const stateAt = new Date(at + 10_000).toISOString()
    expect(calls).toMatchObject([{ state: 'waiting', tries: 1, stateAt, failure: 'answered', answer: '429' }])
    plant.advanceClock(9_999)
    await send()
    expect(plant.receiver.countRequests()).toBe(1)
    plant.advanceClock(1)
    await send()
    expect(plant.receiver.countRequests()).toBe(2)
    plant.receiver.setBehaviour('takes')
    plant.advanceClock(59_999)
    await send()
    expect(ids()).toEqual([])
    plant.advanceClock(1)
    await send()
    expect(ids()).toEqual([calls[0]?.id])
    expect(plant.receiver.receivedPushes.map((one) => readCall(one, secret)?.id)).toEqual(ids())
    expect(await plant.calls()).toMatchObject([{ state: 'taken', tries: 3, failure: null }])
  })

  it('is a dead letter after the last try, then resent or discarded', async () => {
    const { webhook } = await plant.make()
    await fail(1)
    await fail(2)
    plant.receiver.setBehaviour('refuses')
    await tryAll()
    expect(plant.receiver.countRequests()).toBe(2 * 8)
    const deadCalls = await plant.calls()
    expect(deadCalls).toMatchObject([
      { state: 'dead', tries: 8, failure: 'answered', answer: '403' },
      { state: 'dead', tries: 8 },
    ])
    plant.advanceClock(86_400_000)
    await send()
    expect(plant.receiver.countRequests()).toBe(2 * 8)
    plant.receiver.setBehaviour('takes')
    const [newer, older] = deadCalls.map(({ id }) => id)
    const webhookInput = { plantId: plant.plantId, webhookId: webhook.id }
    expect(await plant.client.call('resendWebhookCalls', { ...webhookInput, callId: newer })).toEqual({ calls: 1 })
    expect(await plant.client.call('resendWebhookCalls', { ...webhookInput, callId: newer })).toEqual({ calls: 0 })
    await send()
    expect(ids()).toEqual([newer])
    expect(await plant.client.call('discardWebhookCalls', { ...webhookInput, callId: older })).toEqual({ calls: 1 })
    expect(await plant.client.call('resendWebhookCalls', webhookInput)).toEqual({ calls: 0 })
    expect((await plant.calls()).map(({ state }) => state)).toEqual(['taken', 'discarded'])
    expect(await bodies()).toEqual([{ body: null }, { body: null }])
  })

  it('can be resent with all others, with the same number of tries', async () => {
    const { webhook } = await plant.make()
    await fail(1)
    await fail(2)
    plant.receiver.setBehaviour('refuses')
    await tryAll()
    const webhookInput = { plantId: plant.plantId, webhookId: webhook.id }
    expect(await plant.client.call('resendWebhookCalls', webhookInput)).toEqual({ calls: 2 })
    await tryAll()
    expect(plant.receiver.countRequests()).toBe(2 * 2 * 8)
    expect(await plant.client.call('discardWebhookCalls', webhookInput)).toEqual({ calls: 2 })
  })

  it('is not delivered by a redirect, which is not followed', async () => {
    await plant.make()
    await fail()
    plant.receiver.setBehaviour('redirects')
    await send()
    expect(plant.receiver.countRequests()).toBe(1)
    expect(await plant.calls()).toMatchObject([{ state: 'waiting', failure: 'redirected', answer: '307' }])
  })

  it('answered with 410 becomes a dead letter and disables the webhook', async () => {
    const { webhook } = await plant.make()
    await fail(1)
    await fail(2)
    plant.receiver.setBehaviour('gone')
    await send()
    expect(plant.receiver.countRequests()).toBe(1)
    expect(await plant.calls()).toMatchObject([
      { state: 'dead', tries: 0, failure: 'off' },
      // The first line of two.
      { state: 'dead', tries: 1, failure: 'gone', answer: '410 push subscription has' },
    ])
    const { plantId } = plant
    const [now] = (await plant.client.call('getWebhooks', { plantId })).webhooks
    const goneAt = plant.server.clock.now().toISOString()
    expect(now).toEqual({ ...webhook, on: false, goneAt, version: 2 })
    const event = { audience: { plant: plantId }, event: 'webhooks', data: { plant_id: plantId } }
    expect(plant.server.broadcasts).toContainEqual(event)
    const webhookInput = { plantId, webhookId: webhook.id }
    expect(await plant.client.refusal('resendWebhookCalls', webhookInput)).toBe('WEBHOOK_OFF')
    const updatedWebhook = await plant.client.call('updateWebhook', {
      ...webhookInput,
      version: 2,
      webhook: plant.draft(),
    })
    expect(updatedWebhook.webhook).toMatchObject({ on: true, goneAt: null })
  })

  it('to a silent or endless receiver is aborted in time', async () => {
    plant.server.ports.outbound = guardedOutbound({ allowPrivate: true, patienceMs: 200 })
    await plant.make()
    await fail()
    plant.receiver.setBehaviour('silent')
    await send()
    expect(await plant.calls()).toMatchObject([{ state: 'waiting', failure: 'silent', answer: null }])
    plant.receiver.setBehaviour('endless')
    plant.advanceClock(10_000)
    await send()
    const [call] = await plant.calls()
    expect(call).toMatchObject({ state: 'taken', tries: 2 })
    expect(call?.answer).toHaveLength(200)
  })

  it('to an unreachable receiver shows the reason', async () => {
    await plant.make({ address: 'http://127.0.0.1:1024/' })
    await fail()
    await send()
    expect(await plant.calls()).toMatchObject([{ state: 'waiting', failure: 'unreachable', answer: 'ECONNREFUSED' }])
  })

  it('is also signed with up to four earlier secrets for a day', async () => {
    const { webhook, secret } = await plant.make()
    const webhookInput = { plantId: plant.plantId, webhookId: webhook.id }
    const renew = async () => (await plant.client.call('renewWebhookSecret', webhookInput)).secret
    const hourMs = 3_600_000
    /** The secrets with which a receiver could verify the next call. */
    const readWith = async (...secrets: string[]) => {
      plant.receiver.receivedPushes.length = 0
      await plant.client.call('testWebhook', { ...webhookInput })
      await plant.send()
      const [receivedCall] = plant.receiver.receivedPushes
      return receivedCall ? secrets.map((one) => readCall(receivedCall, one) !== null) : []
    }
    const second = await renew()
    plant.advanceClock(12 * hourMs)
    const third = await renew()
    expect(await readWith(secret, second, third)).toEqual([true, true, true])
    plant.advanceClock(12 * hourMs)
    expect(await readWith(secret, second, third)).toEqual([false, true, true])
    plant.advanceClock(12 * hourMs)
    expect(await readWith(secret, second, third)).toEqual([false, false, true])
    const otherCalls = [third]
    for (let n = 0; n < 5; n++) otherCalls.push(await renew())
    expect(await readWith(...otherCalls)).toEqual([false, true, true, true, true, true])
  })

  it('that cannot be signed is a dead letter until the secret is renewed', async () => {
    const { webhook } = await plant.make()
    await fail()
    plant.server.ports.webhookCipher = createWebhookCipher('another')
    await send()
    expect(await plant.calls()).toMatchObject([{ state: 'dead', tries: 1, failure: 'unsigned' }])
    const webhookInput = { plantId: plant.plantId, webhookId: webhook.id }
    const { secret } = await plant.client.call('renewWebhookSecret', webhookInput)
    await plant.client.call('resendWebhookCalls', webhookInput)
    await send()
    expect(plant.receiver.receivedPushes.map((one) => readCall(one, secret)?.type)).toEqual(['notice'])
  })

  it('is removed after the retention period', async () => {
    await plant.make()
    await fail()
    const { db } = plant.server.database
    expect(await deleteOldWebhookCalls(db, plant.server.clock.now(), 10)).toBe(0)
    plant.advanceClock(1)
    expect(await deleteOldWebhookCalls(db, plant.server.clock.now(), 10)).toBe(1)
  })
})

const privateAddresses = [
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::1]/',
  'https://10.1.2.3/',
  'https://169.254.169.254/latest/meta-data',
  'http://bms.vigilux.test/',
  'https://intranet/',
  'https://user:pass@bms.vigilux.test/',
]

describe('private network receiver', () => {
  it('is refused on saving in any notation', async () => {
    const { webhook } = await plant.make()
    plant.server.ports.outbound = guardedOutbound({ allowPrivate: false })
    const { client, plantId } = plant
    for (const address of privateAddresses) {
      const draft = plant.draft({ address })
      const createInput = { plantId, webhook: draft }
      expect([address, await client.refusal('createWebhook', createInput)]).toEqual([
        address,
        'WEBHOOK_ADDRESS_REFUSED',
      ])
      const changed = { plantId, webhookId: webhook.id, version: 1, webhook: draft }
      expect([address, await client.refusal('updateWebhook', changed)]).toEqual([address, 'WEBHOOK_ADDRESS_REFUSED'])
    }
  })

  it('saved earlier is not called', async () => {
    await plant.make()
    const { db } = plant.server.database
    const [storedWebhook] = await db.select().from(webhookTable)
    if (!storedWebhook) throw new Error('no webhook')
    const ofThese = privateAddresses.map((address) => ({
      ...storedWebhook,
      address,
      id: crypto.randomUUID(),
    }))
    await db.insert(webhookTable).values(ofThese)
    await fail()
    plant.server.ports.outbound = guardedOutbound({ allowPrivate: false })
    await send()
    expect(plant.receiver.countRequests()).toBe(0)
    const calls = await plant.calls()
    expect(calls).toHaveLength(privateAddresses.length + 1)
    for (const call of calls) expect(call).toMatchObject({ state: 'dead', tries: 1, failure: 'internal', answer: null })
  })

  it('is not called by a name that resolves to it, even later', async () => {
    let resolvedAddress = '198.41.0.4'
    plant.server.ports.outbound = guardedOutbound({
      allowPrivate: false,
      lookup: publicLookup(((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
        done(null, [{ address: resolvedAddress, family: 4 }])) as never),
    })
    await plant.make({ address: plant.receiver.url.replace('http://127.0.0.1', 'https://bms.vigilux.test') })
    resolvedAddress = '127.0.0.1'
    await fail()
    await send()
    expect(plant.receiver.countRequests()).toBe(0)
    expect(await plant.calls()).toMatchObject([{ state: 'dead', failure: 'internal' }])
  })
})

describe('withheld calls', () => {
  it('of a disabled webhook become dead letters', async () => {
    const { webhook } = await plant.make()
    await fail()
    const webhookInput = { plantId: plant.plantId, webhookId: webhook.id }
    await plant.client.call('updateWebhook', { ...webhookInput, version: 1, webhook: plant.draft({ on: false }) })
    expect(await plant.calls()).toMatchObject([{ state: 'dead', tries: 0, failure: 'off' }])
    await send()
    expect(plant.receiver.countRequests()).toBe(0)
  })

  it('of a plant with notices off become dead letters before they are due', async () => {
    await plant.make()
    await fail()
    plant.receiver.setBehaviour('busy')
    await send()
    await plant.server.create.plantNotices(plant.plantId, false)
    await send()
    expect(plant.receiver.countRequests()).toBe(1)
    expect(await plant.calls()).toMatchObject([{ state: 'dead', tries: 1, failure: 'off' }])
  })

  it('of an archived plant wait until it is restored', async () => {
    await plant.make()
    await fail()
    await plant.client.call('archivePlant', { plantId: plant.plantId })
    await send()
    expect(plant.receiver.countRequests()).toBe(0)
    expect(await plant.calls()).toMatchObject([{ state: 'waiting', tries: 0 }])
    await plant.client.call('unarchivePlant', { plantId: plant.plantId })
    await send()
    expect(plant.receiver.countRequests()).toBe(1)
  })

  it('of a deleted plant are not sent', async () => {
    await plant.make()
    await fail()
    await plant.server.create.removePlant(plant.plantId)
    await send()
    expect(plant.receiver.countRequests()).toBe(0)
  })
})

describe('several nodes', () => {
  it('send each call once', async () => {
    await plant.make()
    for (const addr of [1, 2, 3, 4]) await fail(addr)
    const nodes = [plant.node(), plant.node(), plant.node()]
    await Promise.all(nodes.map((node) => node.look()))
    await Promise.all(nodes.map((node) => node.idle()))
    expect(plant.receiver.countRequests()).toBe(4)
    expect(new Set(ids()).size).toBe(4)
  })

  it('continue after a killed one with the same id', async () => {
    const { webhook } = await plant.make()
    await fail()
    const { db } = plant.server.database
    const sendingUntil = new Date(plant.server.clock.now().getTime() + 30_000)
    await db
      .update(webhookTable)
      .set({ sender: crypto.randomUUID(), sendingUntil })
      .where(eq(webhookTable.id, webhook.id))
    await send()
    expect(plant.receiver.countRequests()).toBe(0)
    plant.advanceClock(30_000)
    await send()
    expect(ids()).toEqual((await plant.calls()).map(({ id }) => id))
  })

  it('record a delivery although the webhook was disabled meanwhile', async () => {
    const { webhook } = await plant.make()
    await fail()
    const { post } = plant.server.ports.outbound
    plant.server.ports.outbound = {
      ...plant.server.ports.outbound,
      async post(address, request) {
        const answer = await post(address, request)
        const webhookInput = { plantId: plant.plantId, webhookId: webhook.id, version: 1 }
        await plant.client.call('updateWebhook', { ...webhookInput, webhook: plant.draft({ on: false }) })
        return answer
      },
    }
    await send()
    expect(await plant.calls()).toMatchObject([{ state: 'taken' }])
  })
})

describe('slow receivers', () => {
  it('do not block others', async () => {
    const slowWebhook = await plant.addReceiver()
    const heldResponse = Promise.withResolvers<{ status: number; text: string }>()
    const { outbound } = plant.server.ports
    plant.server.ports.outbound = {
      ...outbound,
      post: (address, request) =>
        address === slowWebhook.url ? heldResponse.promise : outbound.post(address, request),
    }
    const { db } = plant.server.database
    await plant.make({ address: slowWebhook.url })
    const [storedWebhook] = await db.select().from(webhookTable)
    if (!storedWebhook) throw new Error('no webhook')
    await plant.make()
    // This call has waited less than all the others.
    await db.update(webhookTable).set({ turnAt: plant.server.clock.now() }).where(ne(webhookTable.id, storedWebhook.id))
    // More calls than a node runs at once, to receivers with earlier failures.
    const manyWebhooks = Array.from({ length: 60 }, () => ({
      ...storedWebhook,
      id: crypto.randomUUID(),
      failures: 1,
    }))
    await db.insert(webhookTable).values(manyWebhooks)
    await fail()
    const sender = plant.node()
    await sender.look()
    const counts = async () => (await plant.client.call('getWebhookCalls', { plantId: plant.plantId })).counts
    await expect.poll(counts).toMatchObject({ taken: 1, waiting: 61 })
    heldResponse.resolve({ status: 503, text: '' })
    await sender.idle()
  })
})
