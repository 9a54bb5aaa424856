import { afterEach, expect, test, vi } from 'vitest'
import { createTestDevice, keyOf } from '../../testing/own-device.ts'
import type { NewEntry } from './entry.ts'

afterEach(() => vi.unstubAllGlobals())

const plantId = '00000000-0000-4000-8000-000000000001'
const walkId = '00000000-0000-4000-8000-00000000000a'
const lamp = { topic: 'logica_0A1B2C', serial: 'S1' }

type Device = Awaited<ReturnType<typeof createTestDevice>>
type Call = { action: string; key?: string } & Record<string, unknown>

/** Signs in with a fake server for these answers; returns the calls. */
const signIn = async ({ vault, outbox }: Device, userid: string, answer: (call: Call) => unknown = () => ({})) => {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    const call = JSON.parse(String(init?.body)) as Call
    if (call.action === 'getDeviceKey') return Response.json({ data: { key: keyOf(userid) } })
    calls.push(call)
    const response = await answer(call)
    return response instanceof Response ? response : Response.json({ data: response })
  })
  await vault.acquireKey(userid)
  outbox.clearOutbox()
  await outbox.readOutbox()
  return calls
}
const signOut = async ({ vault, outbox }: Device) => {
  await vault.deleteKey()
  outbox.clearOutbox()
}
const place = (location: string, serial = 'S1'): NewEntry => ({
  plantId,
  plantName: 'Hotel',
  action: 'saveWalkLamp',
  of: `place ${lamp.topic} ${serial}`,
  name: '0001',
  detail: location,
  input: {
    plantId,
    walkId,
    ...lamp,
    serial,
    version: 0,
    place: { description: '', location, roomId: null },
    goOn: false,
  },
})
const work = (itemId: string): NewEntry => ({
  plantId,
  plantName: 'Hotel',
  action: 'completeRoundItem',
  of: `work ${itemId}`,
  name: 'Lamp 0001',
  detail: 'Repaired',
  input: { plantId, itemId, kind: 'repaired', note: '', photos: [], lamp: { topic: lamp.topic, addr: 1 } } as never,
})
const refuseWith = (error: string, details?: object) => Response.json({ error, details }, { status: 409 })
const listDetails = ({ outbox }: Device) => outbox.getOutbox().entries.map(({ detail }) => detail)

test('a later place of a lamp replaces the earlier one, and one call is sent', async () => {
  const device = await createTestDevice()
  const calls = await signIn(device, 'ada')
  await device.outbox.addEntry(place('Door 1'))
  await device.outbox.addEntry(place('Exit', 'S2'))
  await device.outbox.addEntry(place('Door 2'))
  expect(listDetails(device)).toEqual(['Exit', 'Door 2'])
  await device.sending.sendEntries()
  expect(calls.map(({ place: sentPlace }) => sentPlace)).toMatchObject([{ location: 'Exit' }, { location: 'Door 2' }])
  expect(device.outbox.getOutbox()).toEqual({ entries: [], sent: 2 })
  await device.sending.sendEntries()
  expect(calls).toHaveLength(2)
})

test('waiting entries survive the page and are resent with the same key', async () => {
  const device = await createTestDevice()
  let isLost = true
  const calls = await signIn(device, 'ada', () => {
    if (isLost) throw new TypeError('gone')
    return {}
  })
  await device.outbox.addEntry(place('Door 1'))
  expect(await device.sending.sendEntries()).toBe(false)
  device.outbox.clearOutbox()
  await device.outbox.readOutbox()
  expect(listDetails(device)).toEqual(['Door 1'])
  isLost = false
  expect(await device.sending.sendEntries()).toBe(true)
  expect(calls).toHaveLength(2)
  expect(calls[1]?.workId).toBe(calls[0]?.workId)
})

test('an entry that another tab has sent is not sent again', async () => {
  const device = await createTestDevice()
  const calls = await signIn(device, 'ada')
  await device.outbox.addEntry(place('Door 1'))
  await (await device.vault.openDeviceStore())?.clear('entry')
  await device.sending.sendEntries()
  expect([calls, listDetails(device)]).toEqual([[], []])
})

test('entries are hidden after sign-out and belong to their own account', async () => {
  const device = await createTestDevice()
  await signIn(device, 'ada')
  await device.outbox.addEntry(place('Secret door'))
  await signOut(device)
  await device.outbox.readOutbox()
  expect(listDetails(device)).toEqual([])
  const storedEntries = await (await device.vault.openDeviceStore())?.getAll('entry')
  expect(storedEntries).toHaveLength(1)
  expect(new TextDecoder().decode(storedEntries?.[0]?.data)).not.toContain('Secret')
  const otherCalls = await signIn(device, 'bea')
  await device.sending.sendEntries()
  expect([listDetails(device), otherCalls]).toEqual([[], []])
  await signOut(device)
  const adaCalls = await signIn(device, 'ada')
  expect(listDetails(device)).toEqual(['Secret door'])
  await device.sending.sendEntries()
  expect(adaCalls).toMatchObject([{ action: 'saveWalkLamp', place: { location: 'Secret door' } }])
})

test('conflicts and refusals are shown at their entries, and the rest is sent', async () => {
  const device = await createTestDevice()
  const otherTexts = { description: '', location: 'Theirs', notes: '', version: 4 }
  await signIn(device, 'ada', ({ serial }) => {
    if (serial === 'S1') return refuseWith('CHANGED_MEANWHILE', { now: otherTexts })
    return serial === 'S2' ? refuseWith('PLANT_NOT_FOUND') : {}
  })
  for (const serial of ['S1', 'S2', 'S3']) await device.outbox.addEntry(place(serial, serial))
  expect(await device.sending.sendEntries()).toBe(true)
  const { entries, sent: sentCount } = device.outbox.getOutbox()
  expect(sentCount).toBe(1)
  expect(entries).toMatchObject([
    { detail: 'S1', theirs: { location: 'Theirs', version: 4 } },
    { detail: 'S2', refusal: 'PLANT_NOT_FOUND' },
  ])
})

test('an entry removed during sending stays removed whatever the server answers', async () => {
  const device = await createTestDevice()
  await signIn(device, 'ada', async () => {
    await device.outbox.removeEntry(device.outbox.getOutbox().entries[0]?.id ?? '')
    return refuseWith('LAMP_NOT_FOUND')
  })
  await device.outbox.addEntry(place('Door 1'))
  await device.sending.sendEntries()
  await device.outbox.readOutbox()
  expect(listDetails(device)).toEqual([])
})

test.each([401, 429, 500, 503])('an entry is sent again later if the server answers %i', async (status) => {
  const device = await createTestDevice()
  await signIn(device, 'ada', () => Response.json({ error: 'SERVER_BUSY' }, { status }))
  await device.outbox.addEntry(place('Door 1'))
  expect(await device.sending.sendEntries()).toBe(false)
  expect(device.outbox.getOutbox().entries).toMatchObject([{ detail: 'Door 1' }])
  expect(device.outbox.getOutbox().entries[0]).not.toHaveProperty('refusal')
})

test('a removed entry is not sent and can be restored with its photo', async () => {
  const device = await createTestDevice()
  const calls = await signIn(device, 'ada')
  const file = new File(['picture'], 'p.jpg', { type: 'image/jpeg' })
  const input = { plantId, topic: lamp.topic, addr: 1 }
  await device.outbox.addEntry({
    plantId,
    plantName: 'Hotel',
    action: 'uploadLampPhoto',
    of: 'photo 1',
    name: '0001',
    detail: '',
    input,
    file,
  })
  await device.outbox.addEntry(place('Door 1'))
  const [photo] = device.outbox.getOutbox().entries
  const removedEntry = await device.outbox.removeEntry(photo?.id ?? '')
  await device.outbox.readOutbox()
  expect(listDetails(device)).toEqual(['Door 1'])
  if (removedEntry) await device.outbox.restoreEntry(removedEntry)
  const restoredEntry = device.outbox.getOutbox().entries[0]
  expect(restoredEntry).toEqual(photo)
  expect(await (restoredEntry && (await device.outbox.findOutboxFile(restoredEntry)))?.text()).toBe('picture')
  expect(calls).toEqual([])
})

test('a photo is sent before the work that refers to it', async () => {
  const device = await createTestDevice()
  const photoId = '00000000-0000-4000-8000-0000000000f1'
  const calls = await signIn(device, 'ada', ({ action }) =>
    action === 'uploadLampPhoto' ? { url: '/files/leave', bytes: 7 } : {},
  )
  // Files are sent by XMLHttpRequest, which reports progress.
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget()
      status = 200
      responseText = JSON.stringify({ data: { id: photoId, name: 'p', type: 'image/jpeg', bytes: 7 } })
      open() {}
      abort() {}
      send() {
        queueMicrotask(() => this.dispatchEvent(new Event('load')))
      }
    },
  )
  const input = { plantId, topic: lamp.topic, addr: 1 }
  const file = new File(['picture'], 'p.jpg', { type: 'image/jpeg' })
  await device.outbox.addEntry({
    plantId,
    plantName: 'Hotel',
    action: 'uploadLampPhoto',
    of: 'photo 1',
    name: '0001',
    detail: '',
    input,
    file,
  })
  await device.outbox.addEntry(work('00000000-0000-4000-8000-0000000000b1'))
  expect(await device.sending.sendEntries()).toBe(true)
  expect(calls).toMatchObject([
    { action: 'uploadLampPhoto', addr: 1, bytes: 7 },
    { action: 'completeRoundItem', photos: [photoId] },
  ])
  expect(calls[1]).not.toHaveProperty('lamp')
})
