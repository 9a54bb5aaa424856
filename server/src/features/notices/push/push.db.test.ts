import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionTable } from '../../../tables/accounts.schema.ts'
import { openPlantWithNotices, type PlantWithNotices } from '../../../testing/plant-with-notices.ts'
import { openPushEndpoint, pushBrowser } from '../../../testing/push-endpoint.ts'
import { addMember } from '../../members/index.ts'
import { pushDeviceTable, pushMessageTable } from '../push.schema.ts'
import { sendPush } from './send-push.ts'

let plant: PlantWithNotices
let service: Awaited<ReturnType<typeof openPushEndpoint>>
beforeEach(async () => {
  plant = await openPlantWithNotices()
  service = await openPushEndpoint()
})
afterEach(async () => {
  await service.close()
  await plant.server.stop()
})

type User = PlantWithNotices['installer']

/** The person signs in with another browser, which requests an address from its push service. */
const browser = async (user: User = plant.installer) => {
  const { database, clock, as: clientOf } = plant.server
  const sessionId = randomUUID()
  const expiresAt = new Date(clock.now().getTime() + 30 * 86_400_000)
  await database.db.insert(sessionTable).values({ id: sessionId, userId: user.userId, token: sessionId, expiresAt })
  const sessionClient = clientOf({ ...user, sessionId })
  const pushSubscription = pushBrowser(`${service.url}/${sessionId}`)
  return {
    ...pushSubscription,
    sessionId,
    client: sessionClient,
    switchOn: () => sessionClient.call('savePushDevice', pushSubscription.keys),
  }
}
/** Runs the push jobs, with repetitions. */
const send = async () => {
  const { server } = plant
  const ids = server.jobs.flatMap(({ name, data }) =>
    name === 'push.send' ? [(data as { messageId: string }).messageId] : [],
  )
  const outcomes: string[] = []
  for (const id of ids)
    await sendPush(plant.noticeParts, id).then(
      () => outcomes.push('ok'),
      () => outcomes.push('again'),
    )
  await plant.processCauses()
  return outcomes
}
const failLamp = async (addr = 1) => {
  await plant.report(plant.lamp(addr, 8))
  await plant.drainNotices()
}
const history = async () => {
  const { deliveries } = await plant.client.call('getNoticeHistory', { plantId: plant.plantId })
  return deliveries.filter(({ channel }) => channel === 'push')
}
const devices = () => plant.server.database.db.select().from(pushDeviceTable)

describe('push notice', () => {
  it('is withdrawn if its receiver is removed before delivery', async () => {
    const user = await plant.server.create.user()
    const { plantId } = plant
    await addMember(plant.server.database.db, {
      plantId,
      userId: user.userId,
      role: 'installerStaff',
      invitedBy: null,
      since: plant.server.clock.now(),
    })
    const phone = await browser(user)
    await phone.switchOn()
    service.setBehaviour('busy')
    await failLamp()
    expect(await send()).toEqual(['again'])
    service.setBehaviour('takes')
    await plant.client.call('rimuoviCollab', { plantId, userId: user.userId })
    expect(await send()).toEqual(['ok'])
    expect(service.receivedPushes).toEqual([])
    expect(await history()).toMatchObject([{ state: 'withdrawn' }])
  })

  it('is encrypted for each browser once, with the page of the lamp', async () => {
    const [firstDevice, other] = [await browser(), await browser()]
    await Promise.all([firstDevice.switchOn(), other.switchOn()])
    await failLamp()
    expect(await history()).toMatchObject([{ state: 'handed', kind: 'functionError', addr: 1 }])
    expect(await send()).toEqual(['ok', 'ok'])
    expect(await send()).toEqual(['ok', 'ok'])
    expect(service.receivedPushes).toHaveLength(2)
    const [first] = service.receivedPushes.filter(({ path }) => path === `/${firstDevice.sessionId}`)
    if (!first) throw new Error('nothing came')
    expect(() => other.read(first.body)).toThrow()
    const read = firstDevice.read(first.body)
    expect(read).toMatchObject({ title: 'Fault', language: 'en' })
    expect(read.body).toMatch(/\n0A1B2C, lamp 0001: /)
    expect(read.path).toMatch(/^\/plantcentralunits\/.*lamp=logica_0A1B2C\.1$/)
    expect(first.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
    expect(first.headers.authorization).toContain(plant.server.ports.push.key)
    expect(first.body.length).toBeLessThan(4_096)
    expect(await history()).toMatchObject([{ state: 'taken', tries: 0, answer: '201' }])
    const storedMessages = await plant.server.database.db.select().from(pushMessageTable)
    expect(storedMessages.map(({ text }) => text)).toEqual([null, null])
  })

  it('is sent by one of several nodes', async () => {
    await (await browser()).switchOn()
    await plant.report(plant.lamp(1, 8))
    plant.advanceClock(20_000)
    await Promise.all([plant.processCauses(), plant.processCauses(), plant.processCauses(), plant.processCauses()])
    await send()
    expect(service.receivedPushes).toHaveLength(1)
  })

  it('is chosen per kind independently of mails', async () => {
    await (await browser()).switchOn()
    const { client, plantId } = plant
    const choose = (choice: { mail?: boolean; push?: boolean }) =>
      client.call('saveNotificationsOnProfile', { plantId, kinds: [{ kind: 'functionError', ...choice }] })
    const { settings } = await choose({ push: false })
    expect(settings.kinds).toContainEqual({ kind: 'functionError', mail: true, push: false })
    await plant.report(plant.lamp(1, 8))
    expect(await plant.drainNotices()).toHaveLength(1)
    expect(await history()).toEqual([])
    await choose({ mail: false, push: true })
    await plant.report(plant.lamp(2, 8))
    expect(await plant.drainNotices()).toEqual([])
    expect(await history()).toHaveLength(1)
  })

  it('is retried for a day while the service is busy or silent', async () => {
    await (await browser()).switchOn()
    await failLamp()
    service.setBehaviour('busy')
    expect(await send()).toEqual(['again'])
    expect(await history()).toMatchObject([{ state: 'handed', tries: 1, answer: '429' }])
    plant.advanceClock(25 * 3_600_000)
    expect(await send()).toEqual(['ok'])
    expect((await history()).at(-1)).toMatchObject({ state: 'refused', tries: 2, answer: '429' })
    service.setBehaviour('takes')
    await send()
    expect(service.receivedPushes).toEqual([])
  })

  it('ends an expired subscription and shows the reply', async () => {
    const device = await browser()
    await device.switchOn()
    await failLamp()
    service.setBehaviour('gone')
    expect(await send()).toEqual(['ok'])
    expect(await history()).toMatchObject([{ state: 'refused', tries: 1, answer: '410 push subscription has expired' }])
    expect(await devices()).toEqual([])
    expect(await device.client.call('getPushDevice', {})).toMatchObject({ on: false })
  })

  it('is not sent after sign-out or session expiry', async () => {
    const [firstDevice, other] = [await browser(), await browser()]
    await Promise.all([firstDevice.switchOn(), other.switchOn()])
    await failLamp()
    await plant.server.database.db.delete(sessionTable).where(eq(sessionTable.id, firstDevice.sessionId))
    expect(await send()).toEqual(['ok', 'ok'])
    expect(service.receivedPushes.map(({ path }) => path)).toEqual([`/${other.sessionId}`])
    expect(await devices()).toHaveLength(1)
    plant.advanceClock(31 * 86_400_000)
    service.receivedPushes.length = 0
    await failLamp(2)
    await send()
    expect(service.receivedPushes).toEqual([])
  })
})

describe('unusable push key', () => {
  const noPoint = 'p'.repeat(87)

  it('is refused before it is saved', async () => {
    const device = await browser()
    expect(await device.client.refusal('savePushDevice', { ...device.keys, p256dh: noPoint })).toBe('INVALID_INPUT')
    expect(await devices()).toEqual([])
  })

  it('saved earlier is dropped without endless retries', async () => {
    const device = await browser()
    await device.switchOn()
    await plant.server.database.db.update(pushDeviceTable).set({ p256dh: noPoint })
    await failLamp()
    expect(await send()).toEqual(['ok'])
    expect(await history()).toMatchObject([{ state: 'refused', tries: 1, answer: 'no key' }])
    expect(await devices()).toEqual([])
    expect(service.countRequests()).toBe(0)
  })
})

describe('push browsers', () => {
  it('are switched on and off separately, and an address has one owner', async () => {
    const device = await browser()
    expect(await device.client.call('getPushDevice', {})).toEqual({ key: plant.server.ports.push.key, on: false })
    await device.switchOn()
    await device.switchOn()
    expect(await device.client.call('getPushDevice', {})).toMatchObject({ on: true })
    const nonMemberBrowser = await browser(await plant.server.create.user())
    await nonMemberBrowser.client.call('savePushDevice', device.keys)
    expect(await device.client.call('getPushDevice', {})).toMatchObject({ on: false })
    expect(await nonMemberBrowser.client.call('getPushDevice', {})).toMatchObject({ on: true })
    await device.client.call('removePushDevice', {})
    expect(await nonMemberBrowser.client.call('getPushDevice', {})).toMatchObject({ on: true })
    await nonMemberBrowser.client.call('removePushDevice', {})
    expect(await devices()).toEqual([])
  })

  it('are limited to the ten newest', async () => {
    const manyBrowsers = await Promise.all(Array.from({ length: 13 }, () => browser()))
    await Promise.all(manyBrowsers.map((one) => one.switchOn()))
    expect(await devices()).toHaveLength(10)
  })

  it('have one address each, even when saved at once', async () => {
    const [firstDevice, other] = [await browser(), await browser(await plant.server.create.user())]
    const save = (device: typeof firstDevice) => device.client.call('savePushDevice', firstDevice.keys)
    for (let round = 0; round < 20; round++)
      await Promise.all([save(firstDevice), save(other), save(firstDevice), save(other)])
    expect(await devices()).toHaveLength(1)
  })

  it('of an ended session are refused', async () => {
    const device = await browser()
    await plant.server.database.db.delete(sessionTable).where(eq(sessionTable.id, device.sessionId))
    expect(await device.client.refusal('savePushDevice', device.keys)).toBe('SESSION_NOT_FOUND')
    expect(await devices()).toEqual([])
  })

  it('need an address of a public push service', async () => {
    const device = await browser()
    plant.server.ports.push = { ...plant.server.ports.push, mayAsk: () => false }
    expect(await device.client.refusal('savePushDevice', device.keys)).toBe('PUSH_ADDRESS_REFUSED')
    for (const wrongFields of [{ endpoint: 'nothing' }, { p256dh: 'short' }, { auth: 'x'.repeat(500) }])
      expect(await device.client.refusal('savePushDevice', { ...device.keys, ...wrongFields })).toBe('INVALID_INPUT')
  })
})
